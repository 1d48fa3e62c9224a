// The compilers and the launcher as build systems and people call them.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <optional>
#include <string>
#include <utility>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* ring = R"(
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static int greetings;
int main(int argc, char** argv) {
  int rank, size, token = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  greetings++;
  printf("%d of %d after %d, %s\n", rank, size, token, argc > 1 ? argv[1] : "-");
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return greetings - 1;
})";

TEST(Compiler, IsCalledByMakeAsAnyOther) {
  const Workbench bench;
  bench.write("ring.c", ring);
  bench.write("Makefile", "ring: ring.o\n\t$(CC) $(LDFLAGS) -o $@ $^ -lm\n%.o: %.c\n\t$(CC) -MMD -O1 -c $< -o $@\n");
  const Answer made = bench.shell("make CC=darumacc");
  ASSERT_EQ(made.status, 0) << made.err;
  const Answer run = bench.shell("darumarun -np 3 ./ring -x");
  EXPECT_EQ(run.status, 0) << run.err;
  for (const char* line : {"0 of 3 after 2, -x\n", "1 of 3 after 0, -x\n", "2 of 3 after 1, -x\n"})
    EXPECT_THAT(run.out, HasSubstr(line));
  EXPECT_THAT(run.err, HasSubstr("ring finished after"));
}

TEST(Compiler, ServesCMakesFindMpi) {
  const Workbench bench;
  bench.write("ring.c", ring);
  bench.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(ring C)\nfind_package(MPI REQUIRED)\n"
                                "add_executable(ring ring.c)\ntarget_link_libraries(ring MPI::MPI_C)\n");
  const Answer built =
      bench.shell("cmake -G Ninja -S . -B b -DMPI_C_COMPILER=$(command -v darumacc) 1>&2 && ninja -C b 1>&2");
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(bench.shell("darumarun -np 2 b/ring").out, HasSubstr("1 of 2 after 0, -\n"));
}

/// As projects do that take only CMake's MPI_C_LIBRARIES.
TEST(Compiler, ServesWhoNamesOnlyTheLibrary) {
  const Workbench bench;
  bench.write("ring.c", ring);
  const Answer built =
      bench.shell("gcc $(darumacc -showme:compile) -c ring.c && gcc ring.o -L$(darumacc -showme:libdirs) "
                  "-l$(darumacc -showme:libs) -Wl,-rpath,$(darumacc -showme:libdirs) -o ring");
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(bench.shell("darumarun -np 2 ./ring").out, HasSubstr("1 of 2 after 0, -\n"));
}

/// CMake leaves -fPIC out of what darumacc shows, and has code compiled for executables, which has copies of the
/// system's data.
TEST(Compiler, ServesCodeForExecutablesThatUsesTheStandardStreams) {
  const Workbench bench;
  bench.write("p.cpp", R"(
    #include <mpi.h>
    #include <cstdio>
    #include <iostream>
    static const MPI_Datatype kind = MPI_INT;
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      int rank = 0, sum = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      MPI_Allreduce(&rank, &sum, 1, kind, MPI_SUM, MPI_COMM_WORLD);
      std::fprintf(stderr, "rank %d\n", rank);
      std::fprintf(stdout, "rank %d\n", rank);
      std::cout << "sum " << sum << std::endl;
      MPI_Finalize();
    })");
  const Answer built = bench.shell("g++ -fPIE $(darumac++ -showme:compile | sed s/-fPIC//) -c p.cpp && "
                                   "g++ p.o $(darumac++ -showme:link) -o p");
  ASSERT_EQ(built.status, 0) << built.err;
  const Answer run = bench.shell("darumarun -np 3 ./p | sort");
  EXPECT_EQ(run.out, "rank 0\nrank 1\nrank 2\nsum 3\nsum 3\nsum 3\n") << run.err;
}

TEST(Compiler, ShowsACallThatDoesTheSame) {
  const Workbench bench;
  bench.write("ring.c", ring);
  for (const char* build : {"$(darumacc -show ring.c -o ring)", "gcc $(darumacc -showme:compile) ring.c -o ring "
                                                                "$(darumacc -showme:link)"}) {
    const Answer built = bench.shell(build);
    ASSERT_EQ(built.status, 0) << built.err;
    EXPECT_THAT(bench.shell("darumarun -n 2 ./ring").out, HasSubstr("0 of 2 after 1, -\n")) << build;
  }
}

TEST(Compiler, RefusesThreadLocalsThatAnotherLinkedForGood) {
  const Workbench bench;
  bench.write("local.c", "#include <mpi.h>\nstatic __thread int mine;\nint main(int c, char** v) { MPI_Init(&c, &v); "
                         "mine = 1; MPI_Finalize(); return 0; }\n");
  const Answer run = bench.shell("gcc $(darumacc -showme:compile) local.c $(darumacc -showme:link) && "
                                 "darumarun -np 2 ./a.out");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("have darumacc called instead of gcc"));
}

TEST(Compiler, TakesWhatGccTakes) {
  const Workbench bench;
  bench.write("ring.c", ring);
  bench.write("words", "-O1 \"-DTEXT=\\\"a b\\\"\"\n-o ring");
  EXPECT_EQ(bench.shell("darumacc @words ring.c && test -x ring").status, 0);
  EXPECT_THAT(bench.shell("darumacc -E ring.c").out, HasSubstr("int main(int argc"));
  EXPECT_THAT(bench.shell("darumacc -MM ring.c").out, HasSubstr("ring.o: ring.c"));
  EXPECT_THAT(bench.shell("darumacc --version").out, HasSubstr("Free Software Foundation"));
  EXPECT_EQ(bench.shell("darumacc -flto -O2 ring.c && darumarun -np 2 ./a.out").status, 0);
}

TEST(Program, IsAnOrdinaryOneUntilItCallsMpi) {
  const Workbench bench;
  bench.write("plain.c",
              "#include <unistd.h>\n#include <stdio.h>\nint main() { usleep(1); puts(\"hello\"); return 7; }\n");
  const Answer plain = bench.shell("darumacc plain.c -o plain && ./plain");
  EXPECT_EQ(plain.status, 7) << plain.err;
  EXPECT_EQ(plain.out, "hello\n");
  bench.write("ring.c", ring);
  const Answer answer = bench.shell("darumacc ring.c -o ring && ./ring");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, AllOf(StartsWith("ring: MPI_Init is simulated"), HasSubstr("darumarun -np 4 ./ring")));
}

/// binutils has these two.
TEST(Program, MayBeLinkedByAnyLinker) {
  const Workbench bench;
  bench.write("ring.c", ring);
  bench.write("hello.c", "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }");
  for (const std::string linker : {"-fuse-ld=bfd", "-fuse-ld=gold"})
    for (const std::string more : {"", " -flto", " -Wl,--gc-sections", " -pie", " -no-pie"}) {
      const std::string compile = "darumacc " + linker + more;
      EXPECT_THAT(printed(bench, compile + " ring.c -o p", 2), ElementsAre("0 of 2 after 1, -", "1 of 2 after 0, -"));
      EXPECT_EQ(bench.shell(compile + " hello.c -o hello && ./hello").out, "hello\n") << compile;
    }
}

TEST(Program, MayHideAllItsSymbols) {
  const Workbench bench;
  bench.write("ring.c", ring);
  EXPECT_EQ(bench.shell("darumacc -fvisibility=hidden ring.c && darumarun -np 2 ./a.out").status, 0);
}

/// As CMake does where a target names MPI and uses a library that does.
TEST(Program, MayBeLinkedWithMpiTwice) {
  const Workbench bench;
  bench.write("ring.c", ring);
  const Answer answer = bench.shell("darumacc ring.c -ldaruma_mpi -o ring && darumarun -np 2 ./ring");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(bench.shell("./ring").err, StartsWith("ring: MPI_Init is simulated"));
}

TEST(Compiler, NamesTheObjectThatCannotBeLinked) {
  const Workbench bench;
  bench.write("other.c", "extern char ompi_mpi_comm_world; int main() { return ompi_mpi_comm_world; }\n");
  const Answer other = bench.shell("gcc -c other.c && darumacc other.o -o other");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("other.o was compiled with the header of Open MPI"));
  bench.write("smpi.c", "int MPI_Barrier(void*);\nextern void* MPI_COMM_WORLD;\n"
                        "int main() { return MPI_Barrier(MPI_COMM_WORLD); }\n");
  for (const std::string compile : {"gcc -c smpi.c", "gcc -O2 -flto -c smpi.c"}) {
    const Answer smpi = bench.shell(compile + " && darumacc smpi.o -o other");
    EXPECT_EQ(smpi.status, 2);
    EXPECT_THAT(smpi.err, HasSubstr("smpi.o was compiled with the header of SMPI")) << compile;
  }
  for (const auto& [block, mpi] : {std::pair{"mpi_fortran_bottom", "Open MPI"}, {"mpipriv1", "MPICH"}}) {
    bench.write("f.f90", std::string("program p\n common /") + block + "/ number\n number = 1\nend program\n");
    const Answer fortran = bench.shell("gfortran -c f.f90 && darumaf90 f.o -o p");
    EXPECT_EQ(fortran.status, 2);
    EXPECT_THAT(fortran.err, HasSubstr(std::string("f.o was compiled with the header of ") + mpi));
  }
  bench.shell("mkdir -p include/mpich mpich");
  bench.write("include/mpich/mpi.h", "extern int mpich_world;\n");
  bench.write("mpich/own.c", "#include <mpi.h>\nint main(void) { return mpich_world; }\n");
  const Answer mpich = bench.shell("gcc -g -c -Iinclude/mpich mpich/own.c -o own.o && darumacc own.o -o own");
  EXPECT_EQ(mpich.status, 2);
  EXPECT_THAT(mpich.err, HasSubstr("own.o was compiled with the header of MPICH"));
  bench.write("mpich/own.c", "int main(void) { return 0; }\n");
  const Answer own = bench.shell("darumacc -g -c $PWD/mpich/own.c -o own.o && cd mpich && darumacc -g ../own.o -o own");
  EXPECT_EQ(own.status, 0) << own.err;
  bench.write("a.c", "int nowhere(void);\nint f(void) { return nowhere(); }\n");
  bench.write("b.c", "int f(void);\nint main() { return f(); }\n");
  const Answer missing = bench.shell("darumacc -c a.c b.c && darumacc a.o b.o -o p");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("a.c:2:"), HasSubstr("undefined reference to `nowhere'")));
}

/// As MPICH's header has it: handles are numbers. Simulation's own objects may have the same number elsewhere.
TEST(Compiler, NamesTheObjectThatPassesHandlesOfMpich) {
  const Workbench bench;
  bench.write("mpich.c", R"(
    int MPI_Comm_rank(int, int*);
    int MPI_Reduce(const void*, void*, int, int, int, int, int);
    int f(void) { int rank = 0; return MPI_Comm_rank(0x44000000, &rank) + rank; }
    int g(int* a, int* b, int comm) { return MPI_Reduce(a, b, 1, 0x4c000405, 0x58000003, 0, comm); })");
  bench.write("own.c", R"(
    #include <mpi.h>
    static void half(float* all, int bits) { *(int*)all = bits; }
    int f(MPI_Comm comm) { float all = 512; half(&all, 0x44000000); return MPI_Barrier(comm) + (int)all; }
    int g(float* all, int n) { for (int i = 0; i < n; ++i) all[i] = 512; return MPI_Barrier(MPI_COMM_WORLD); })");
  bench.write("passing.c", "#include <mpi.h>\nint h(MPI_Comm comm) { return MPI_Barrier(comm); }\n");
  bench.write("main.c", "int main(void) { return 0; }\n");
  for (const char* const options : {"-O0", "-O2", "-O0 -flto", "-O2 -flto"}) {
    const std::string made = "gcc -c " + std::string(options) + " mpich.c && ar rcs libmpich_a.a mpich.o";
    ASSERT_EQ(bench.shell(made).status, 0);
    for (const char* const file : {"mpich.o", "libmpich_a.a"}) {
      const Answer answer = bench.shell("darumacc main.c " + std::string(file) + " -o p");
      EXPECT_EQ(answer.status, 2) << options;
      EXPECT_THAT(answer.err, HasSubstr(std::string(file) + " was compiled with the header of MPICH")) << options;
    }
    const Answer own =
        bench.shell("darumacc -c " + std::string(options) + " own.c passing.c && darumacc main.c own.o passing.o -o p");
    EXPECT_EQ(own.status, 0) << own.err;
  }
}

TEST(Compiler, NamesTheObjectThatIsForAnotherProcessor) {
  const Workbench bench;
  bench.write("a.s", ".globl f\nf: ret\n");
  bench.write("main.c", "int main(void) { return 0; }\n");
  ASSERT_EQ(bench.shell("as --32 a.s -o a.o && ar rc liba.a a.o").status, 0);
  for (const char* const file : {"a.o", "liba.a"}) {
    const Answer answer = bench.shell("darumacc main.c " + std::string(file) + " -o p");
    EXPECT_EQ(answer.status, 2);
    EXPECT_THAT(answer.err, StartsWith("daruma: " + std::string(file) + " is for x86 of 32 bits, and programs"));
  }
}

/// What comes behind its names here, "-22" or nothing; null where there is none.
std::optional<std::string> version_of_clang(const Workbench& bench) {
  for (const std::string version : {"-22", ""})
    if (bench.shell("clang++" + version + " --version").status == 0) return version;
  return {};
}

TEST(Compiler, NamesTheObjectOfClangsIntermediateCode) {
  const Workbench bench;
  const auto version = version_of_clang(bench);
  if (!version) GTEST_SKIP() << "there is no clang";
  bench.write("ring.c", ring);
  const Answer answer =
      bench.shell("DARUMA_CC=clang" + *version + " darumacc -flto -c ring.c && darumacc ring.o -o ring");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, StartsWith("daruma: ring.o is clang's intermediate code (-flto), which gcc does not link"));
}

/// Without debugging information, and with nothing of the MPI's in its symbols but those that are here as well.
TEST(Compiler, NamesTheLibraryThatIsForAnotherMpi) {
  const Workbench bench;
  bench.write("empty.c", "");
  bench.write("f.c", "int f(void) { return 0; }\n");
  bench.write("p.c", "int f(void);\nint main(void) { return f(); }\n");
  const std::string linked = " && darumacc p.c -L. -lf -Wl,-rpath,$PWD -o p";
  for (const auto& [library, mpi] : {std::pair("libmpi.so.40", "Open MPI"), std::pair("libmpich.so.12", "MPICH")}) {
    const Answer answer = bench.shell("gcc -shared empty.c -Wl,-soname," + std::string(library) + " -o " + library +
                                      " && gcc -shared -fPIC f.c -Wl,--no-as-needed ./" + library +
                                      " -Wl,-rpath,$PWD -o libf.so" + linked);
    EXPECT_EQ(answer.status, 2);
    EXPECT_THAT(answer.err, AllOf(HasSubstr("libf.so, which was made for " + std::string(mpi)), HasSubstr("p needs ")));
    EXPECT_NE(bench.shell("test -e p").status, 0) << "what was refused is not left";
  }
  const Answer own = bench.shell("darumacc -shared -fPIC f.c -o libf.so" + linked);
  EXPECT_EQ(own.status, 0) << own.err;
}

TEST(Compiler, NamesTheLibraryThatWantsWhatNobodyHas) {
  const Workbench bench;
  bench.write("f.c", "int nowhere(void);\nint f(void) { return nowhere(); }\n");
  bench.write("p.c", "int f(void);\nint main(void) { return f(); }\n");
  const Answer answer =
      bench.shell("darumacc -shared -fPIC f.c -o libf.so && darumacc p.c -L. -lf -Wl,-rpath,$PWD -o p");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("undefined symbol: nowhere, which "), HasSubstr("/libf.so wants")));
}

TEST(Compiler, MayBeClang) {
  const Workbench bench;
  const auto version = version_of_clang(bench);
  if (!version) GTEST_SKIP() << "there is no clang";
  bench.write("ring.c", ring);
  const Answer answer =
      bench.shell("DARUMA_CC=clang" + *version + " darumacc ring.c -o ring && darumarun -np 2 ./ring");
  EXPECT_EQ(answer.status, 0) << answer.err;
  bench.write("p.cpp", "#include <iostream>\n#include <mpi.h>\nint main(int c, char** v) { MPI_Init(&c, &v); "
                       "std::cout << \"hello\" << std::endl; MPI_Finalize(); }\n");
  EXPECT_EQ(bench.shell("DARUMA_CXX=clang++" + *version + " darumac++ p.cpp -o p && darumarun -np 2 ./p").out,
            "hello\nhello\n");
}

/// Its own runtime for OpenMP need not be there to be called.
TEST(Compiler, NamesWhatCallsClangsOpenMp) {
  const Workbench bench;
  const auto version = version_of_clang(bench);
  if (!version) GTEST_SKIP() << "there is no clang";
  bench.write("runtime.c", "void __kmpc_fork_call(void) {}\nvoid __kmpc_for_static_init_4(void) {}\n"
                           "void __kmpc_for_static_fini(void) {}\nint __kmpc_global_thread_num(void) { return 0; }\n");
  bench.write("f.c", "void f(int* all) {\n#pragma omp parallel for\nfor (int i = 0; i < 8; ++i) all[i] = i;\n}\n");
  bench.write("p.c", "void f(int*);\nint main(void) { int all[8]; f(all); return all[0]; }\n");
  ASSERT_EQ(bench
                .shell("gcc -shared -fPIC runtime.c -o libomp.so && clang" + *version +
                       " -fPIC -fopenmp -c f.c && gcc -shared f.o -o libf.so")
                .status,
            0);
  const Answer program = bench.shell("darumacc p.c f.o -L. -lomp -Wl,-rpath,$PWD -o p");
  EXPECT_EQ(program.status, 2);
  EXPECT_THAT(program.err, AllOf(HasSubstr("p calls clang's OpenMP"), HasSubstr("compiled by gcc")));
  const Answer library = bench.shell("darumacc p.c -L. -lf -lomp -Wl,-rpath,$PWD -o p");
  EXPECT_EQ(library.status, 2);
  EXPECT_THAT(library.err, HasSubstr("libf.so, which calls clang's OpenMP"));
}

TEST(Launcher, KillsAndTellsAsTheScenarioThatItPrints) {
  const Workbench bench;
  bench.write("sleeper.c", R"(
    #include <mpi.h>
    #include <unistd.h>
    int main(int argc, char** argv) { MPI_Init(&argc, &argv); sleep(2); MPI_Finalize(); return 0; })");
  ASSERT_EQ(bench.shell("darumacc sleeper.c -o sleeper").status, 0);
  const Answer killed = bench.shell("darumarun -np 4 --machine laptop --kill 2@0.5s ./sleeper");
  EXPECT_EQ(killed.status, 0) << "the others came to their end";
  EXPECT_THAT(killed.err, HasSubstr("daruma: 0.500000 s: process 2: killed"));
  const Answer printed = bench.shell("darumarun -np 4 --machine laptop --kill 2@0.5s --scenario ./sleeper");
  EXPECT_EQ(printed.status, 0) << printed.err;
  bench.write("s.json", printed.out);
  EXPECT_THAT(bench.call("run s.json").out, HasSubstr("0.500000  sleeper  death"));
}

TEST(Launcher, KillsProcessesByTheNumbersThatTheyBeganWith) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <unistd.h>
    int main(int argc, char** argv) { MPI_Init(&argc, &argv); sleep(2); MPI_Finalize(); return 0; })");
  ASSERT_EQ(bench.shell("darumacc p.c -o p").status, 0);
  const Answer answer = bench.shell("darumarun -np 3 --kill 1@0.5s --kill 2@1s --kill 2@1.1s --kill 0@9s ./p");
  EXPECT_THAT(answer.err, HasSubstr("daruma: 0.500000 s: process 1: killed\ndaruma: 1.000000 s: process 2: killed\n"));
  EXPECT_THAT(answer.err, HasSubstr("daruma: 1.100000 s: ignored: kill of process 2: it does not live"));
  EXPECT_THAT(answer.err, HasSubstr("daruma: events/3 at 9 s was never due: the run ended at 2"));
}

TEST(Launcher, SaysThatAProcessFellShortThoughOthersCameToTheirEnd) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <signal.h>
    #include <stdlib.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 1 && argc > 2) exit(3);
      if (rank == 1) raise(atoi(argv[1]));
      MPI_Finalize();
      return 0;
    })");
  ASSERT_EQ(bench.shell("darumacc p.c -o p").status, 0);
  for (const std::string& arguments : {std::to_string(SIGSEGV), std::to_string(SIGABRT), std::string("0 exit")}) {
    const Answer crashed = bench.shell("darumarun -np 2 ./p " + arguments);
    EXPECT_EQ(crashed.status, 1) << arguments;
    EXPECT_THAT(crashed.err, HasSubstr("of simulated time, but not all of it; daruma-out/p holds the result"))
        << arguments;
  }
  EXPECT_EQ(bench.shell("darumarun -np 2 ./p " + std::to_string(SIGKILL)).status, 0)
      << "a program that tries surviving";
}

TEST(Launcher, FinalizesForWhoForgetsIt) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    int main(int argc, char** argv) { MPI_Init(&argc, &argv); return 0; })");
  ASSERT_EQ(bench.shell("darumacc p.c -o p").status, 0);
  EXPECT_EQ(bench.shell("darumarun -np 2 ./p").status, 1);
  const Answer finalized = bench.shell("darumarun -np 2 --finalize-at-exit ./p");
  EXPECT_EQ(finalized.status, 0) << finalized.err;
}

TEST(Launcher, SaysThatNobodyGetsWhatAProgramPrints) {
  const Workbench bench;
  bench.write("ring.c", ring);
  const Answer answer = bench.shell("darumacc ring.c -o ring && darumarun -np 2 ./ring >/dev/full");
  EXPECT_EQ(answer.status, 4);
  EXPECT_THAT(answer.err, HasSubstr("daruma: standard output could not be written"));
}

/// What libtool 2.4.7 writes, shortened. `link` is how it links the program anew where folders that the program itself
/// names come first, and then the program behind it is called lt-ring.
std::string libtools_script(const std::string& link) {
  return R"(#! /bin/sh

# ring - temporary wrapper script for .libs/ring
# Generated by libtool (GNU libtool) 2.4.7
relink_command=")" +
         link + R"("
if test "$libtool_execute_magic" != "%%%MAGIC variable%%%"; then
  file="$0"
fi
thisdir=`$ECHO "$file" | sed 's%/[^/]*$%%'`
progdir="$thisdir/.libs"
program=ring
if test -n "$relink_command"; then
  program=lt-ring
  test -f "$progdir/$program" || (eval $relink_command) >&2 || exit 1
fi
if test -f "$progdir/$program"; then
  LD_LIBRARY_PATH="$thisdir/not installed:$LD_LIBRARY_PATH"
  export LD_LIBRARY_PATH
  test "$libtool_execute_magic" = "%%%MAGIC variable%%%" || exec "$progdir/$program" ${1+"$@"}
else
  echo "$0: error: '$progdir/$program' does not exist" >&2
  exit 1
fi
)";
}

class LibtoolsScript : public testing::Test {
protected:
  LibtoolsScript() {
    bench.write("greeting.c", "const char* greeting(void) { return \"hello\"; }");
    bench.write("p.c", R"(
      #include <mpi.h>
      #include <stdio.h>
      const char* greeting(void);
      int main(int argc, char** argv) {
        MPI_Init(&argc, &argv);
        puts(greeting());
        MPI_Finalize();
        return 0;
      })");
    built = bench.shell("mkdir .libs 'not installed' && "
                        "darumacc -shared greeting.c -Wl,-soname,libgreeting.so.0 -o 'not installed/libgreeting.so' && "
                        "ln -s libgreeting.so 'not installed/libgreeting.so.0' && "
                        "darumacc p.c 'not installed/libgreeting.so' -o .libs/ring");
  }

  Workbench bench;
  Answer built{};
};

TEST_F(LibtoolsScript, LeadsToTheProgramAndItsLibraries) {
  ASSERT_EQ(built.status, 0) << built.err;
  bench.write("ring", libtools_script(""));
  const Answer answer = bench.shell("chmod +x ring && mkdir below && cd below && darumarun -np 2 ../ring");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(answer.out, "hello\nhello\n");
  EXPECT_THAT(answer.err, HasSubstr("daruma: ring finished"));
}

TEST_F(LibtoolsScript, LinksAnew) {
  ASSERT_EQ(built.status, 0) << built.err;
  bench.write("ring", libtools_script("cp \\$progdir/ring \\$progdir/lt-ring"));
  EXPECT_EQ(bench.shell("darumarun -np 1 ./ring").out, "hello\n");
  EXPECT_EQ(bench.shell("test -f .libs/lt-ring").status, 0);
}

TEST_F(LibtoolsScript, SaysThatItComesToNoProgram) {
  bench.write("ring", libtools_script(""));
  const Answer answer = bench.shell("rm .libs/ring && darumarun -np 2 ./ring");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("ring' does not exist"),
                                HasSubstr("ring is a script of libtool's that comes to no program")));
}

TEST(Launcher, LeavesTheNameOutToPrograms) {
  const Workbench bench;
  bench.write("ring.c", ring);
  ASSERT_EQ(bench.shell("darumacc ring.c -o out && darumarun -np 2 ./out && ls daruma-out/out/result.json").status, 0);
  const Answer below =
      bench.shell("rm out && mkdir out && darumacc ring.c -o out/ring && darumarun -np 2 out/ring && ls out");
  EXPECT_EQ(below.status, 0) << below.err;
  EXPECT_THAT(below.err, HasSubstr("daruma-out/ring holds the result"));
  EXPECT_THAT(below.out, EndsWith("ring\n"));
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      FILE* file = fopen("out", "w");
      if (!file) return 1;
      fclose(file);
      MPI_Finalize();
      return 0;
    })");
  const Answer writes = bench.shell("rm -r out && darumacc p.c -o p && darumarun -np 1 ./p && test -f out");
  EXPECT_EQ(writes.status, 0) << writes.err;
}

/// Prints the variable X, its arguments, and, by the first process, where it runs.
constexpr const char* tells_surroundings = R"(
    #include <mpi.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      char folder[999];
      MPI_Init(&argc, &argv);
      printf("X=%s", getenv("X") ? getenv("X") : "none");
      for (int i = 1; i < argc; ++i) printf(" %s", argv[i]);
      printf(" in %s%s\n", strrchr(getcwd(folder, sizeof folder), '/'), getenv("PMI_RANK") ? ", a rank" : "");
      MPI_Finalize();
      return 0;
    })";

class WrappedProgram : public testing::Test {
protected:
  WrappedProgram() {
    bench.write("p.c", tells_surroundings);
    built = bench.shell("mkdir bin below && darumacc p.c -o p && cp p bin/inpath");
  }

  void SetUp() override { ASSERT_EQ(built.status, 0) << built.err; }

  /// What darumarun does with a script, which is run as ./w.sh.
  Answer run(const std::string& script, const std::string& rest = "") const {
    bench.write("w.sh", script);
    return bench.shell(
        "chmod +x w.sh; mkdir -p here; cd here; ln -sf ../p ../w.sh .; unset X; darumarun -np 2 ./w.sh " + rest);
  }

  Workbench bench;
  Answer built{};
};

TEST_F(WrappedProgram, IsFoundByPath) {
  EXPECT_EQ(bench.shell("cd below; PATH=$PWD/../bin:$PATH X=3 darumarun -np 2 inpath a b").out,
            "X=3 a b in /below\nX=3 a b in /below\n");
  const Answer missing = bench.shell("darumarun -np 2 notinpath");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("notinpath cannot be read: No such file"));
}

TEST_F(WrappedProgram, HasTheVariablesThatEnvSets) {
  EXPECT_EQ(bench.shell("cd below; darumarun -np 2 env X=5 Y= ../p a=b").out, "X=5 a=b in /below\nX=5 a=b in /below\n");
  EXPECT_EQ(bench.shell("cd below; X=1 darumarun -np 1 /usr/bin/env -u X ../p").out, "X=none in /below\n");
  EXPECT_EQ(bench.shell("cd below; cp ../p env; darumarun -np 1 ./env X=5 of").out, "X=none X=5 of in /below\n");
}

TEST_F(WrappedProgram, BeginsAsItsScriptStartsIt) {
  const Answer became = run("#!/bin/sh\nexport X=$1\necho by $PMI_RANK of $OMPI_COMM_WORLD_SIZE\nshift\n"
                            "mkdir -p there\ncd there\nexec ../p 'one word' \"$@\"\n",
                            "5 a");
  EXPECT_EQ(became.status, 0) << became.err;
  EXPECT_THAT(became.out, AllOf(HasSubstr("by 0 of 2\n"), HasSubstr("by 1 of 2\n"),
                                EndsWith("X=5 one word a in /there\nX=5 one word a in /there\n")));
  EXPECT_THAT(became.err, HasSubstr("/here/daruma-out/p holds the result"));
  EXPECT_EQ(bench.shell("cd below; darumarun -np 1 nice ../p").out, "X=none in /below\n");
}

TEST_F(WrappedProgram, LetsItsScriptGoOnBehindIt) {
  const Answer behind = run("#!/bin/sh\n./p && echo behind\n");
  EXPECT_EQ(behind.status, 0) << behind.err;
  EXPECT_EQ(behind.out, "X=none in /here\nX=none in /here\nbehind\nbehind\n");
  const Answer fails = run("#!/bin/sh\n./p\nexit 3\n");
  EXPECT_EQ(fails.status, 1);
  EXPECT_THAT(fails.err, HasSubstr("what started the program ended with status 3"));
  EXPECT_THAT(run("#!/bin/sh\n./p\n./p\n").err, HasSubstr("./p: darumarun simulates the first program that a wrapper "
                                                          "starts, and this is a further one"));
  EXPECT_THAT(run("#!/bin/sh\n./p &\n./p &\nwait\n", "</dev/null").err,
              AnyOf(HasSubstr("starts several programs at a time"), HasSubstr("this is a further one")))
      << "whichever comes first";
}

TEST_F(WrappedProgram, IsRefusedWhereItsScriptDoesMoreThanASimulatedOneCanHave) {
  const auto refusal = [this](const std::string& lines, const std::string& rest = "") {
    const Answer answer = run("#!/bin/sh\n" + lines + "\n", rest);
    EXPECT_EQ(answer.status, 2) << lines;
    EXPECT_EQ(answer.out, "") << lines;
    return answer.err;
  };
  EXPECT_THAT(refusal("X=$PMI_RANK exec ./p"), HasSubstr("gives processes other values of the variable X"));
  EXPECT_THAT(refusal("exec ./p $OMPI_COMM_WORLD_RANK"), HasSubstr("gives processes other arguments"));
  EXPECT_THAT(refusal("exec ./p >log.$PMI_RANK"), HasSubstr("w.sh sends the standard output of "));
  EXPECT_THAT(refusal("exec ./p <w.sh"), HasSubstr("w.sh sends the standard input of "));
  EXPECT_THAT(refusal("true"), HasSubstr("w.sh has ended with status 0 and started no program that darumacc"));
  EXPECT_THAT(refusal("exit 7"), HasSubstr("w.sh has ended with status 7"));
  EXPECT_THAT(bench.shell("darumarun -np 2 --scenario ./w.sh").err, HasSubstr("--scenario is of programs"));
  EXPECT_THAT(bench.shell("chmod -x w.sh; darumarun -np 2 ./w.sh").err,
              HasSubstr("w.sh cannot be started: Permission"));
}

/// Of a script that writes its number into a file of its rank's.
constexpr const char* tells_who_lives = R"(
  for file in script.*; do
    state=$(cut -d' ' -f3 /proc/$(cat $file)/stat 2>/dev/null)
    [ -z "$state" ] || [ "$state" = Z ] || echo "$file lives"
  done)";

TEST_F(WrappedProgram, EndsItsScriptsWhenDarumarunIsEnded) {
  bench.write("w.sh", "#!/bin/sh\necho $$ >script.$PMI_RANK\nexec sleep 100\n");
  const Answer ended = bench.shell(std::string(R"(chmod +x w.sh
    darumarun -np 2 ./w.sh >/dev/null 2>&1 &
    until [ -s script.0 ] && [ -s script.1 ]; do sleep 0.05; done
    kill -TERM $!
    wait $!
    echo "status $?"
    sleep 0.5)") + tells_who_lives);
  EXPECT_EQ(ended.out, "status 143\n");
}

TEST_F(WrappedProgram, EndsScriptsThatDoNotWantToEnd) {
  const Answer refused = run("#!/bin/sh\necho $$ >script.$PMI_RANK\ntrap '' TERM\n[ $PMI_RANK = 0 ] && exit 7\n"
                             "while true; do sleep 0.1; done\n");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("w.sh has ended with status 7"));
  EXPECT_EQ(bench.shell(std::string("cd here") + tells_who_lives).out, "");
}

TEST(Launcher, SetsTheErrorHandlerThatProgramsBeginWith) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      printf("%d\n", MPI_Send(&argc, 1, MPI_INT, 99, 0, MPI_COMM_WORLD) == MPI_ERR_RANK);
      MPI_Finalize();
      return 0;
    })");
  ASSERT_EQ(bench.shell("darumacc p.c -o p").status, 0);
  EXPECT_EQ(bench.shell("darumarun -np 2 --initial-errhandler mpi_errors_return ./p").out, "1\n1\n");
  EXPECT_EQ(bench.shell("darumarun -np 2 -initial-errhandler mpi_errors_return ./p").out, "1\n1\n");
  EXPECT_THAT(bench.shell("darumarun -np 2 --initial-errhandler mpi_errors_abort ./p").err,
              HasSubstr("MPI_Send under MPI_ERRORS_ABORT"));
  EXPECT_EQ(bench.shell("darumarun -np 2 --initial-errhandler none ./p").status, 2);
}

TEST(Launcher, IsKnownByTheNamesThatScriptsCall) {
  const Workbench bench;
  bench.write("ring.c", ring);
  bench.write("p.f90", "use mpi\ninteger e\ncall MPI_Init(e)\ncall MPI_Finalize(e)\nend");
  const Answer answer = bench.shell("for name in mpirun mpiexec mpicc mpicxx mpic++ mpif90 mpifort; do "
                                    "ln -s $(command -v daruma) $name; done; "
                                    "./mpicc ring.c -o ring && ./mpirun -np 2 ./ring && ./mpiexec -n 2 ./ring && "
                                    "cp ring.c ring.cpp && ./mpicxx ring.cpp -o r && ./mpic++ ring.cpp -o r && "
                                    "./mpif90 p.f90 -o p && ./mpifort p.f90 -o p && ./mpirun -n 1 ./p");
  EXPECT_EQ(answer.status, 0) << answer.err;
}

/// CTest's MPIEXEC_EXECUTABLE and its like call it so.
TEST(Launcher, TakesTheWordsOfSuitesForOpenMpi) {
  const Workbench bench;
  bench.write("ring.c", ring);
  EXPECT_EQ(bench.shell("darumacc ring.c -o ring && darumarun -n 2 --with-ft mpi ./ring").status, 0);
  const Answer without = bench.shell("darumarun -n 2 --with-ft no ./ring");
  EXPECT_EQ(without.status, 2);
  EXPECT_THAT(without.err, HasSubstr("--with-ft no: the simulated MPI always reports failures"));
}

TEST(Launcher, TakesTheWordsOfScriptsForOpenMpi) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    #include <stdlib.h>
    static const char* value(const char* name) { return getenv(name) ? getenv(name) : "none"; }
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      printf("%s, %s, %s\n", value("FIRST"), value("SECOND"), value("THIRD"));
      MPI_Finalize();
      return 0;
    })");
  const Answer answer = bench.shell("darumacc p.c -o p && export SECOND=two && unset THIRD && darumarun -np 2 "
                                    "--oversubscribe --allow-run-as-root -x FIRST=a=b -x SECOND -x THIRD ./p -x");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(answer.out, "a=b, two, none\na=b, two, none\n");
  EXPECT_THAT(answer.err, HasSubstr("-x THIRD: there is no such variable to hand on"));
  EXPECT_EQ(bench.shell("darumarun -np 2 -x =1 ./p").status, 2);
  EXPECT_THAT(bench.shell("darumarun --version").out, StartsWith("daruma "));
  EXPECT_THAT(bench.shell("darumarun -np 2 -x").err, StartsWith("daruma: -x needs a value: -x VAR[=VALUE]"));
}

TEST(Launcher, ShowsWarnings) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    int main(int argc, char** argv) {
      int mine = 0, value = 1;
      MPI_Win win;
      MPI_Init(&argc, &argv);
      MPI_Win_create(&mine, sizeof mine, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
      MPI_Win_fence(0, win);
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_fence(0, win);
      MPI_Win_free(&win);
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(bench.shell("darumacc p.c -o p && darumarun -np 2 ./p").err,
              HasSubstr("process 1: warning: MPI_Put at p.c:9 conflicts with MPI_Put at p.c:9 of rank 0"));
}

TEST(Launcher, SaysWhatItNeeds) {
  const Workbench bench;
  const auto complaint = [&](const std::string& words) {
    const Answer answer = bench.shell("darumarun " + words);
    return std::to_string(answer.status) + " " + answer.err;
  };
  EXPECT_THAT(complaint("./ring"), StartsWith("2 daruma: mpirun needs the number of processes: -np 4"));
  EXPECT_THAT(complaint("-np 4"), StartsWith("2 daruma: mpirun needs a program"));
  EXPECT_THAT(complaint("-np 4 --kill 3 ./ring"), StartsWith("2 daruma: --kill takes RANK@TIME"));
  EXPECT_THAT(complaint("-np 0 ./ring"), StartsWith("2 daruma: --np takes a whole number from 1"));
  EXPECT_THAT(complaint("-np 4 ./ring"), AllOf(StartsWith("2 "), HasSubstr("ring cannot be read")));
  bench.shell("mkdir folder");
  EXPECT_THAT(complaint("-np 4 ./folder"), AllOf(StartsWith("2 "), HasSubstr("folder is a folder")));
}

/// As many nodes as processes need are no whole torus.
TEST(Launcher, TakesAllNodesOfAMachineWhoseTopologySaysHowMany) {
  const Workbench bench;
  bench.write("ring.c", ring);
  bench.write("torus.json", R"({"cores": 4, "topology": {"kind": "torus", "dimensions": [2, 2, 3]}})");
  const Answer run = bench.shell("darumacc ring.c -o ring && darumarun -np 3 --machine torus.json ./ring");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("2 of 3 after 1, -\n"));
  EXPECT_THAT(bench.shell("darumarun -np 64 --machine fugaku --scenario ./ring").out, HasSubstr("\"nodes\": 158976"));
  EXPECT_THAT(bench.shell("darumarun -np 3 --machine laptop --scenario ./ring").out, HasSubstr("\"nodes\": 1\n"));
}

/// The compiler has not seen it: nothing led to it when the program was linked.
TEST(Launcher, RefusesALibraryThatIsForAnotherMpi) {
  const Workbench bench;
  bench.write("empty.c", "");
  bench.write("f.c", "int f(void) { return 0; }\n");
  bench.write("p.c", "int f(void);\nint main(void) { return f(); }\n");
  const Answer linked = bench.shell("gcc -shared empty.c -Wl,-soname,libmpi.so.40 -o libmpi.so.40 && gcc -shared -fPIC "
                                    "f.c -Wl,--no-as-needed ./libmpi.so.40 -o libf.so && darumacc p.c -L. -lf -o p");
  ASSERT_EQ(linked.status, 0) << linked.err;
  EXPECT_THAT(linked.err, HasSubstr("p needs libf.so, to which nothing leads yet"));
  const Answer run = bench.shell("LD_LIBRARY_PATH=$PWD darumarun -np 2 ./p");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("libf.so, which was made for Open MPI"));
}

TEST(Audit, SaysWhatBecomesOfEachCall) {
  const Workbench bench;
  bench.write("calls.c", R"(
    #include <mpi.h>
    #include <stdlib.h>
    #include <unistd.h>
    #include <string.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      MPI_File file;
      MPI_Request flushed;
      MPI_File_open(MPI_COMM_WORLD, "x", 0, MPI_INFO_NULL, &file);
      MPI_Session_iflush_buffer(MPI_SESSION_NULL, &flushed);
      sleep(1);
      return system("true") + rand() + (int)strlen(argv[0]);
    })");
  for (const char* what : {"calls.c", "calls.o"}) {
    const Answer answer = bench.shell("darumacc -c calls.c; darumacc --audit " + std::string(what));
    EXPECT_EQ(answer.status, 2);
    EXPECT_THAT(answer.out, AllOf(HasSubstr("MPI_File_open              simulated\n"),
                                  HasSubstr("MPI_Session_iflush_buffer  refused: buffers of sessions"),
                                  HasSubstr("sleep   simulated\n"), HasSubstr("system  refused: says so"),
                                  HasSubstr("rand    what it keeps is each process's own"), Not(HasSubstr("strlen"))))
        << what;
  }
}

TEST(Audit, NamesWhatLoadsLibraries) {
  const Workbench bench;
  bench.write("p.c", "#include <dlfcn.h>\nint main(void) { return dlopen(\"x\", RTLD_NOW) != 0; }\n");
  EXPECT_THAT(bench.shell("darumacc --audit p.c").out, HasSubstr("dlopen  what it loads is shared by all processes"));
}

/// What is linked into each program calls the system, too.
TEST(Audit, OfALinkedProgramLeavesOutDarumasOwnCalls) {
  const Workbench bench;
  bench.write("ring.c", ring);
  bench.write("p.c", "#include <unistd.h>\nint main(void) { return (int)sleep(1); }\n");
  const Answer answer = bench.shell("darumacc p.c -o p && darumacc --audit p");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out,
              AllOf(HasSubstr("calls of the system: 1\n  sleep  simulated\n"),
                    HasSubstr("p: what Daruma's own parts of it call is left out, whoever else calls it: ")));
  EXPECT_THAT(bench.shell("darumacc --audit p.c").out, Not(HasSubstr("left out")));
}

TEST(Audit, OfALinkedProgramInFortranIsRefused) {
  const Workbench bench;
  bench.write("p.f90", "program p\nuse mpi\ninteger ierr\ncall MPI_Init(ierr)\nend program\n");
  ASSERT_EQ(bench.shell("darumaf90 -c p.f90 && darumaf90 p.o -o p").status, 0);
  const Answer linked = bench.shell("darumaf90 --audit p");
  EXPECT_EQ(linked.status, 2);
  EXPECT_THAT(linked.err, StartsWith("daruma: p is a linked program in Fortran, in which all calls of MPI are"));
  EXPECT_THAT(bench.shell("darumaf90 --audit p.o").out, HasSubstr("calls of MPI: 1\n  MPI_Init  simulated\n"));
}

} // namespace
} // namespace daruma::hosting::test
