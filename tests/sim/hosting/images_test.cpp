// What of the language depends on how a program is loaded, in a process whose program is an image of many.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;

TEST(Image, PointsIntoItself) {
  EXPECT_THAT(Workbench().said(R"(
    #include <iostream>
    struct Animal { virtual ~Animal() {} virtual int legs() { return 0; } };
    struct Ant : Animal { int legs() override { return 6 + rank; } };
    static int value = 1;
    static int* pointer = &value;
    static int** pointers[] = {&pointer, &pointer};
    static int increase() { return ++value; }
    static int (*function)() = increase;
    static Ant ant;
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      *pointer += 10 * rank;
      MPI_Barrier(MPI_COMM_WORLD);
      Animal* animal = &ant;
      std::cout << value << " " << **pointers[1] << " " << function() << " " << dynamic_cast<Ant*>(animal)->legs() << "\n";
      MPI_Finalize();
    })",
                               3),
              UnorderedElementsAre("0: 1 1 2 6", "1: 11 11 12 7", "2: 21 21 22 8"));
}

TEST(Image, HasAMegabyteOfGlobalsOfItsOwn) {
  EXPECT_THAT(Workbench().said(R"(
    static double zero[1 << 17];
    static double full[1 << 10] = {1, 2, 3};
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      for (int i = 0; i < 1 << 17; i++) zero[i] += rank;
      for (int i = 0; i < 1 << 10; i++) full[i] += rank;
      MPI_Barrier(MPI_COMM_WORLD);
      double sum = 0;
      for (int i = 0; i < 1 << 17; i++) sum += zero[i];
      printf("%g %g %g\n", sum, full[2], full[1023]);
      MPI_Finalize();
      return 0;
    })",
                               12),
              AllOf(testing::SizeIs(12), testing::Contains("0: 0 3 0"), testing::Contains("11: 1.44179e+06 14 11")));
}

TEST(Exceptions, AreCaughtInTheRankThatThrewThem) {
  EXPECT_THAT(Workbench().said(R"(
    #include <iostream>
    #include <stdexcept>
    struct Own : std::runtime_error { using std::runtime_error::runtime_error; int number = rank; };
    struct Guard { ~Guard() { std::cout << "unwound "; } };
    static void fall(int depth) { const Guard guard; if (depth == 0) throw Own("own"); fall(depth - 1); }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      try {
        try { fall(1); } catch (const std::exception& e) { MPI_Barrier(MPI_COMM_WORLD); throw; }
      } catch (const Own& own) { std::cout << own.what() << own.number; }
      try { std::string().at(1); } catch (const std::out_of_range&) { std::cout << " library\n"; }
      MPI_Finalize();
    })",
                               2),
              UnorderedElementsAre("0: unwound unwound own0 library", "1: unwound unwound own1 library"));
}

TEST(Initialisers, SeeTheArgumentsAndFinalisersComeLast) {
  EXPECT_THAT(
      Workbench().said(R"(
    static int made;
    __attribute__((constructor)) static void first(int argc, char** argv) { made = argc; }
    __attribute__((destructor)) static void last(void) { printf("last of %d\n", rank); }
    static void before(void) { printf("before\n"); }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      atexit(before);
      printf("made with %d\n", made);
      MPI_Finalize();
      return 0;
    })",
                       2),
      ElementsAre("0: made with 1", "0: before", "0: last of 0", "1: made with 1", "1: before", "1: last of 1"));
}

TEST(ThreadLocal, IsEachRanksOwnAndDestroyedWithIt) {
  EXPECT_THAT(Workbench().said(R"(
    #include <iostream>
    static int target = 5;
    struct Loud { int value = 3; ~Loud() { std::cout << "gone " << value << "\n"; } };
    struct Later { ~Later() { std::cout << "later\n"; } };
    static Later later;
    thread_local int counter = 40;
    thread_local int* pointer = &target;
    thread_local int zero;
    thread_local Loud loud;
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      counter += rank; zero += rank; loud.value += rank; *pointer += rank;
      MPI_Barrier(MPI_COMM_WORLD);
      std::cout << counter << " " << zero << " " << loud.value << " " << target << "\n";
      MPI_Finalize();
    })",
                               2),
              UnorderedElementsAre("0: 40 0 3 5", "0: gone 3", "0: later", "1: 41 1 4 6", "1: gone 4", "1: later"));
}

TEST(ThreadLocal, IsAlsoEachThreadsOwnThatARankStarts) {
  EXPECT_THAT(Workbench().said(R"(
    #include <iostream>
    #include <thread>
    thread_local int counter = 40;
    struct Loud { int value = 3; ~Loud() { sum += value; } static inline int sum = 0; };
    thread_local Loud loud;
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      counter += rank;
      int seen = 0;
      std::thread([&seen] { seen = ++counter; loud.value = 100 + rank; }).join();
      std::cout << seen << " " << counter << " " << Loud::sum << "\n";
      MPI_Finalize();
    })",
                               2),
              UnorderedElementsAre("0: 41 40 100", "1: 41 41 101"));
}

constexpr const char* initial_exec = R"(
    __attribute__((tls_model("initial-exec"))) __thread int counter = 40;
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      counter += rank;
      MPI_Barrier(MPI_COMM_WORLD);
      printf("%d\n", counter);
      MPI_Finalize();
      return 0;
    })";

TEST(Copies, ServeProgramsOfWhichThereCanBeNoImages) {
  EXPECT_THAT(Workbench().said(initial_exec, 3), UnorderedElementsAre("0: 40", "1: 41", "2: 42"));
}

TEST(Copies, AreAnnouncedByTheCompiler) {
  const Workbench bench;
  bench.write("p.c", "__attribute__((tls_model(\"initial-exec\"))) __thread int x;\nint main() { return x; }\n");
  const Answer answer = bench.call("cc p.c -o p.so");
  EXPECT_EQ(answer.status, 0);
  EXPECT_THAT(answer.err, AllOf(StartsWith("daruma: p.so "), HasSubstr("copy"), HasSubstr("initial-exec")));
  bench.write("q.c", "__thread int x;\nint main() { return x; }\n");
  EXPECT_THAT(bench.call("cc q.c -o q.so").err, IsEmpty());
}

} // namespace
} // namespace daruma::hosting::test
