// Threads of hosted programs: POSIX's, C11's and C++'s are simulated, and give what they give on a real system.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

/// What the program, which calls no MPI, prints where gcc compiles it, and in a simulated rank.
void expect_same_as_on_linux(const std::string& source) {
  const bool is_cpp = source.find("#include <thread>") != std::string::npos;
  const std::string file = is_cpp ? "p.cpp" : "p.c";
  const Workbench bench;
  bench.write(file, source);
  const std::string flags = is_cpp ? " -std=c++20" : "";
  const Answer real = bench.shell((is_cpp ? "g++ " : "gcc ") + file + flags + " -w -o here -lpthread && ./here");
  const Answer ours =
      bench.shell((is_cpp ? "darumac++ " : "darumacc ") + file + flags +
                  " -w -o there && darumarun -np 1 ./there >log 2>&1; cat daruma-out/there/output/0.txt");
  EXPECT_FALSE(real.out.empty()) << real.err;
  EXPECT_EQ(ours.out, real.out) << ours.err;
}

TEST(Threads, PosixsGiveWhatLinuxGives) {
  expect_same_as_on_linux(R"(
    #define _GNU_SOURCE
    #include <errno.h>
    #include <pthread.h>
    #include <stdio.h>
    #include <time.h>
    #include <unistd.h>
    #define SHOW(x) printf("%s: %d\n", #x, (int)(x))
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                           e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static pthread_spinlock_t spin;
    static pthread_barrier_t barrier;
    static pthread_key_t key;
    static __thread int own = 5;
    static int stage, woken, begun;
    static void begin(void) { usleep(1000); ++begun; }
    static void drop(void* value) { printf("dropped %s\n", (char*)value); }
    static void clean(void* what) { printf("cleaned %s\n", (char*)what); }
    static void* hold(void* a) { pthread_mutex_lock(&m); usleep(500000); pthread_mutex_unlock(&m); return (void*)7; }
    static void* leave(void* a) {
      pthread_cleanup_push(clean, "outer");
      pthread_cleanup_push(clean, "inner");
      pthread_exit(a);
      pthread_cleanup_pop(0);
      pthread_cleanup_pop(0);
      return 0;
    }
    static void* read_it(void* a) { pthread_rwlock_rdlock(&rw); usleep(500000); pthread_rwlock_unlock(&rw); return a; }
    static void* wait_for_stage(void* a) {
      pthread_mutex_lock(&m);
      while (!stage) pthread_cond_wait(&c, &m);
      ++woken;
      pthread_mutex_unlock(&m);
      return a;
    }
    static void* meet(void* a) {
      long last = 0;
      for (int i = 0; i < 3; ++i) last += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
      return (void*)last;
    }
    static void* keep(void* a) { pthread_setspecific(key, "value"); own += 1; errno = 9; pthread_once(&once, begin); return (void*)(long)own; }
    static struct timespec in_20_ms(void) {
      struct timespec t;
      clock_gettime(CLOCK_REALTIME, &t);
      t.tv_nsec += 20000000;
      t.tv_sec += t.tv_nsec / 1000000000;
      t.tv_nsec %= 1000000000;
      return t;
    }
    int main(void) {
      pthread_t t, u[4];
      void* result;
      struct timespec end;
      pthread_create(&t, 0, hold, 0);
      usleep(100000);
      SHOW(pthread_mutex_trylock(&m) == EBUSY);
      SHOW(pthread_tryjoin_np(t, &result) == EBUSY);
      end = in_20_ms();
      SHOW(pthread_mutex_timedlock(&m, &end) == ETIMEDOUT);
      SHOW(pthread_mutex_lock(&m));
      SHOW(pthread_mutex_unlock(&m));
      SHOW(pthread_join(t, &result));
      SHOW((long)result);
      SHOW(pthread_mutex_lock(&r) + pthread_mutex_lock(&r) + pthread_mutex_unlock(&r) + pthread_mutex_unlock(&r));
      SHOW(pthread_mutex_unlock(&r) == EPERM);
      SHOW(pthread_mutex_lock(&e));
      SHOW(pthread_mutex_lock(&e) == EDEADLK);
      SHOW(pthread_mutex_unlock(&e));
      SHOW(pthread_join(pthread_self(), 0) == EDEADLK);
      pthread_create(&t, 0, leave, (void*)5);
      pthread_join(t, &result);
      SHOW((long)result);
      for (int i = 0; i < 3; ++i) pthread_create(&u[i], 0, read_it, 0);
      usleep(100000);
      SHOW(pthread_rwlock_tryrdlock(&rw));
      SHOW(pthread_rwlock_unlock(&rw));
      SHOW(pthread_rwlock_trywrlock(&rw) == EBUSY);
      SHOW(pthread_rwlock_wrlock(&rw));
      SHOW(pthread_rwlock_unlock(&rw));
      for (int i = 0; i < 3; ++i) pthread_join(u[i], 0);
      for (int i = 0; i < 4; ++i) pthread_create(&u[i], 0, wait_for_stage, 0);
      usleep(100000);
      pthread_mutex_lock(&m);
      stage = 1;
      pthread_cond_broadcast(&c);
      pthread_mutex_unlock(&m);
      for (int i = 0; i < 4; ++i) pthread_join(u[i], 0);
      SHOW(woken);
      pthread_mutex_lock(&m);
      end = in_20_ms();
      SHOW(pthread_cond_timedwait(&c, &m, &end) == ETIMEDOUT);
      pthread_mutex_unlock(&m);
      pthread_barrier_init(&barrier, 0, 3);
      for (int i = 0; i < 3; ++i) pthread_create(&u[i], 0, meet, 0);
      long last = 0;
      for (int i = 0; i < 3; ++i) { pthread_join(u[i], &result); last += (long)result; }
      SHOW(last);
      pthread_spin_init(&spin, 0);
      SHOW(pthread_spin_lock(&spin));
      SHOW(pthread_spin_trylock(&spin) == EBUSY);
      SHOW(pthread_spin_unlock(&spin));
      pthread_key_create(&key, drop);
      errno = 4;
      for (int i = 0; i < 2; ++i) pthread_create(&u[i], 0, keep, 0);
      for (int i = 0; i < 2; ++i) pthread_join(u[i], &result);
      SHOW((long)result);
      SHOW(begun);
      SHOW(own);
      SHOW(errno);
      SHOW(pthread_getspecific(key) == 0);
      SHOW(pthread_key_delete(key));
      return 0;
    })");
}

TEST(Threads, SemaphoresAndSignalsGiveWhatLinuxGives) {
  expect_same_as_on_linux(R"(
    #define _GNU_SOURCE
    #include <errno.h>
    #include <pthread.h>
    #include <semaphore.h>
    #include <signal.h>
    #include <stdio.h>
    #include <string.h>
    #include <threads.h>
    #include <time.h>
    #include <unistd.h>
    #define SHOW(x) printf("%s: %d\n", #x, (int)(x))
    static sem_t semaphore;
    static volatile sig_atomic_t handled;
    static pthread_t handled_by;
    static void* post(void* a) { usleep(200000); sem_post(&semaphore); sem_post(&semaphore); return a; }
    static void handle(int signal) { handled = signal; handled_by = pthread_self(); }
    static void* sleep_long(void* a) { return (void*)(long)(usleep(5000000) == -1 && errno == EINTR); }
    static void* await(void* a) {
      sigset_t wanted;
      int signal = 0;
      sigemptyset(&wanted);
      sigaddset(&wanted, SIGUSR2);
      sigwait(&wanted, &signal);
      return (void*)(long)(signal == SIGUSR2);
    }
    static once_flag once = ONCE_FLAG_INIT;
    static mtx_t mutex;
    static cnd_t condition;
    static tss_t key;
    static int times, ready;
    static void count(void) { ++times; }
    static int c11(void* a) {
      mtx_lock(&mutex);
      while (!ready) cnd_wait(&condition, &mutex);
      mtx_unlock(&mutex);
      call_once(&once, count);
      tss_set(key, a);
      return tss_get(key) == a ? 40 + *(int*)a : 0;
    }
    int main(void) {
      pthread_t t;
      void* result;
      int value;
      sem_init(&semaphore, 0, 0);
      pthread_create(&t, 0, post, 0);
      SHOW(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
      SHOW(sem_wait(&semaphore));
      struct timespec end = {time(0) + 9, 0}, past = {1, 0};
      SHOW(sem_timedwait(&semaphore, &end));
      SHOW(sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT);
      pthread_join(t, 0);
      sem_getvalue(&semaphore, &value);
      SHOW(value);
      struct sigaction action = {0};
      action.sa_handler = handle;
      sigaction(SIGUSR1, &action, 0);
      pthread_create(&t, 0, sleep_long, 0);
      usleep(200000);
      SHOW(pthread_kill(t, SIGUSR1));
      pthread_join(t, &result);
      SHOW((long)result);
      SHOW(handled == SIGUSR1);
      SHOW(handled_by == t);
      sigset_t held;
      sigemptyset(&held);
      sigaddset(&held, SIGUSR2);
      pthread_sigmask(SIG_BLOCK, &held, 0);
      pthread_create(&t, 0, await, 0);
      usleep(200000);
      kill(getpid(), SIGUSR2);
      pthread_join(t, &result);
      SHOW((long)result);
      thrd_t threads[2];
      int numbers[2] = {1, 2}, out;
      SHOW(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&condition) == thrd_success);
      tss_create(&key, NULL);
      for (int i = 0; i < 2; ++i) thrd_create(&threads[i], c11, &numbers[i]);
      mtx_lock(&mutex);
      ready = 1;
      cnd_broadcast(&condition);
      mtx_unlock(&mutex);
      for (int i = 0; i < 2; ++i) { thrd_join(threads[i], &out); SHOW(out); }
      SHOW(times);
      return 0;
    })");
}

TEST(Threads, ThoseOfCppGiveWhatLinuxGives) {
  expect_same_as_on_linux(R"(
    #include <atomic>
    #include <barrier>
    #include <chrono>
    #include <condition_variable>
    #include <cstdio>
    #include <future>
    #include <latch>
    #include <mutex>
    #include <semaphore>
    #include <shared_mutex>
    #include <thread>
    #include <vector>
    #include <pthread.h>
    using namespace std::chrono_literals;
    struct Named { const char* name; ~Named() { std::printf("gone: %s\n", name); } };
    thread_local Named named{"of main"};
    static void* leave(void*) {
      const Named local{"frame"};
      pthread_exit(nullptr);
    }
    int main() {
      std::mutex mutex;
      std::condition_variable condition;
      int ready = 0;
      std::thread first([&] {
        named.name = "of first";
        std::unique_lock lock(mutex);
        condition.wait(lock, [&] { return ready == 1; });
        std::printf("first\n");
      });
      { std::lock_guard lock(mutex); ready = 1; }
      condition.notify_all();
      first.join();
      try { first.join(); } catch (const std::system_error& error) { std::printf("%d\n", error.code().value()); }
      std::unique_lock lock(mutex);
      std::printf("%d\n", condition.wait_for(lock, 10ms) == std::cv_status::timeout);
      lock.unlock();
      auto later = std::async(std::launch::async, [] { std::this_thread::sleep_for(20ms); return 42; });
      std::printf("%d ", later.wait_for(1ms) == std::future_status::timeout);
      std::printf("%d\n", later.get());
      auto failing = std::async(std::launch::async, []() -> int { throw 7; });
      try { failing.get(); } catch (int thrown) { std::printf("caught %d\n", thrown); }
      std::once_flag flag;
      int times = 0;
      std::vector<std::thread> several;
      for (int i = 0; i < 3; ++i)
        several.emplace_back([&, i] {
          try { std::call_once(flag, [&] { std::this_thread::sleep_for(5ms); if (++times == 1) throw i; }); } catch (int) {}
        });
      for (auto& one : several) one.join();
      std::printf("%d times\n", times);
      std::atomic<int> number{0};
      std::thread waiting([&] { number.wait(0); std::printf("number %d\n", number.load()); });
      std::this_thread::sleep_for(5ms);
      number = 3;
      number.notify_all();
      waiting.join();
      std::counting_semaphore<4> semaphore(0);
      std::latch latch(2);
      std::barrier barrier(2);
      {
        std::jthread other([&] { semaphore.acquire(); latch.count_down(); barrier.arrive_and_wait(); });
        semaphore.release();
        latch.arrive_and_wait();
        barrier.arrive_and_wait();
        std::jthread stopped([](std::stop_token token) { while (!token.stop_requested()) std::this_thread::yield(); });
        stopped.request_stop();
      }
      std::shared_timed_mutex shared;
      std::shared_lock reading(shared);
      std::thread writer([&] { std::printf("%d\n", shared.try_lock_for(5ms)); });
      writer.join();
      pthread_t leaving;
      pthread_create(&leaving, nullptr, leave, nullptr);
      pthread_join(leaving, nullptr);
      std::printf("%d\n", std::this_thread::get_id() == std::thread::id());
      return 0;
    })");
}

TEST(Threads, ComputeOnTheCoresOfTheirNode) {
  Workbench bench;
  bench.machine = R"({"use": "laptop", "cores": 4, "core_speed": "1Gf/s"})";
  EXPECT_THAT(bench.said(R"(
    #include <pthread.h>
    static void* work(void* a) { daruma_compute(1e9); return a; }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      for (int count = 1; count <= 8; count *= 2) {
        pthread_t all[8];
        const double before = MPI_Wtime();
        for (int i = 0; i < count; ++i) pthread_create(&all[i], NULL, work, NULL);
        for (int i = 0; i < count; ++i) pthread_join(all[i], NULL);
        printf("%d: %.3f\n", count, MPI_Wtime() - before);
      }
      printf("%ld\n", sysconf(_SC_NPROCESSORS_ONLN));
      MPI_Finalize();
      return 0;
    })",
                         1),
              ElementsAre("0: 1: 1.000", "0: 2: 1.000", "0: 4: 1.000", "0: 8: 2.000", "0: 4"));
}

constexpr const char* in_mpi = R"(
    #include <pthread.h>
    #define THREADS 3
    static MPI_Comm comms[THREADS];
    static void* talk(void* argument) {
      const int me = (int)(long)argument;
      int number = 10 * rank + me, other = -1, sum = 0, flag = 0;
      MPI_Message message;
      MPI_Request request;
      if (rank == 0) {
        MPI_Send(&number, 1, MPI_INT, 1, me, MPI_COMM_WORLD);
        MPI_Irecv(&other, 1, MPI_INT, 1, me, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      } else {
        MPI_Mprobe(0, me, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&other, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Ssend(&number, 1, MPI_INT, 0, me, MPI_COMM_WORLD);
      }
      MPI_Allreduce(&other, &sum, 1, MPI_INT, MPI_SUM, comms[me]);
      MPI_Is_thread_main(&flag);
      return (void*)(long)(sum + 100 * flag);
    }
    int main(int argc, char** argv) {
      int provided = -1, main_thread = 0;
      pthread_t all[THREADS];
      void* result;
      MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      for (int i = 0; i < THREADS; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
      for (long i = 0; i < THREADS; ++i) pthread_create(&all[i], NULL, talk, (void*)i);
      for (int i = 0; i < THREADS; ++i) {
        pthread_join(all[i], &result);
        if (rank == 0) printf("%ld\n", (long)result);
      }
      MPI_Is_thread_main(&main_thread);
      if (rank == 0) printf("%d %d\n", provided == MPI_THREAD_MULTIPLE, main_thread);
      MPI_Finalize();
      return 0;
    })";

TEST(Threads, SeveralOfARankAreInMpiAtOnce) {
  EXPECT_THAT(Workbench().said(in_mpi, 2), ElementsAre("0: 10", "0: 12", "0: 14", "0: 1 1"));
}

/// Argument of main: what the first rank's second thread does after a millisecond.
constexpr const char* various = R"(
    #include <chrono>
    #include <thread>
    struct Told { ~Told() { std::puts("over"); } } told;
    int main(int argc, char** argv) {
      const std::string what = argv[1];
      const int level = what == "meet" || what == "send" ? MPI_THREAD_FUNNELED : MPI_THREAD_MULTIPLE;
      int provided;
      const auto pass = [](int count) { std::this_thread::sleep_for(std::chrono::milliseconds(count)); };
      const auto receive = [] { MPI_Recv(nullptr, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); };
      const auto send = [] { MPI_Send(nullptr, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); };
      MPI_Init_thread(&argc, &argv, level, &provided);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      std::thread other([&] {
        pass(1);
        if (rank != 0) return;
        if (what == "exit") { MPI_Finalize(); std::exit(3); }
        if (what == "fault") *reinterpret_cast<volatile int*>(8) = 1;
        if (what == "throw") throw 1;
        if (what == "raise") raise(SIGTERM);
        if (what == "sleep") pass(1);
        if (what == "receive" || what == "meet") receive();
        if (what == "send") send(), send();
      });
      if (what == "return" || what == "leave") other.detach();
      if (what == "return") { MPI_Finalize(); return 0; }
      if (what == "leave") pthread_exit(nullptr);
      if (what == "meet" && rank == 0) pass(2), receive();
      other.join();
      MPI_Finalize();
      return 0;
    })";

std::vector<std::string> after(const std::string& what) {
  return Workbench().said("#include <string>\n#include <cstdio>\n" + std::string(various), 2,
                          R"(, "arguments": [")" + what + R"("])");
}

TEST(Threads, SleepCallMpiAndRaiseSignals) {
  EXPECT_THAT(after("sleep"), UnorderedElementsAre("0: over", "1: over"));
  EXPECT_THAT(after("raise"), UnorderedElementsAre("0 died: SIGTERM (Terminated) at p.cpp:22", "1: over"));
}

TEST(Threads, EndTheirProcess) {
  EXPECT_THAT(after("exit"), UnorderedElementsAre("0: over", "1: over"));
  EXPECT_THAT(after("fault"), UnorderedElementsAre("0 died: SIGSEGV (Segmentation fault) at p.cpp:20", "1: over"));
  EXPECT_THAT(after("throw"), IsSupersetOf({"0 died: SIGABRT (Aborted) at p.cpp:21", "1: over"}));
}

TEST(Threads, AreEndedByTheEndOfMain) { EXPECT_THAT(after("return"), UnorderedElementsAre("0: over", "1: over")); }

/// pthread_exit of the first thread leaves the others, which come to the end of the process without MPI_Finalize.
TEST(Threads, OutliveTheFirst) { EXPECT_THAT(after("leave"), IsSupersetOf({"0: over", "1: over"})); }

TEST(Threads, ThatWaitForEverAreTold) {
  EXPECT_THAT(after("receive"),
              ElementsAre(testing::AllOf(
                  HasSubstr("rank 0 (process 0) in pthread_join at p.cpp:31 waits for another thread"),
                  HasSubstr("rank 0 (process 0), thread 1 in MPI_Recv at p.cpp:12 waits for rank 0 (process 0)"))));
}

TEST(Threads, NeedMpisLeaveToCallItAtOnce) {
  EXPECT_THAT(after("meet"),
              ElementsAre(HasSubstr("rank 0 (process 0) in MPI_Recv at p.cpp:12: the main thread calls it "
                                    "while thread 1 is in MPI_Recv, and MPI_THREAD_FUNNELED is what "
                                    "MPI_Init_thread has granted: ask for MPI_THREAD_MULTIPLE")));
  EXPECT_THAT(after("send"), UnorderedElementsAre("0: over", "1: over"));
}

/// A rank is killed while its threads wait in that way; the other one hears of it, and nothing is left behind.
TEST(Threads, DieWithTheirRankWhereverTheyWait) {
  const std::string before = R"(
    #include <pthread.h>
    #include <semaphore.h>
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    static pthread_barrier_t barrier;
    static sem_t semaphore;
    static int never;
    static void wait_there(void) { )";
  const std::string behind = R"( }
    static void* thread(void* a) { wait_there(); return a; }
    int main(int argc, char** argv) {
      int provided, error;
      pthread_t all[2];
      MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 0) {
        pthread_barrier_init(&barrier, NULL, 9);
        sem_init(&semaphore, 0, 0);
        pthread_mutex_lock(&mutex);
        pthread_rwlock_wrlock(&lock);
        for (int i = 0; i < 2; ++i) pthread_create(&all[i], NULL, thread, NULL);
        pthread_join(all[0], NULL);
      }
      error = MPI_Recv(&never, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("%d\n", error == MPIX_ERR_PROC_FAILED);
      MPI_Finalize();
      return 0;
    })";
  for (const std::string wait :
       {"pthread_mutex_lock(&mutex);", "pthread_rwlock_rdlock(&lock);", "pthread_barrier_wait(&barrier);",
        "sem_wait(&semaphore);", "pause();", "sleep(9);", "daruma_compute(1e15);", "while (!never) sched_yield();",
        "pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&own); pthread_cond_wait(&condition, "
        "&own);",
        "struct timespec end = {2000000000, 0}; sem_timedwait(&semaphore, &end);", "poll(NULL, 0, -1);",
        "MPI_Recv(&never, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
        "MPI_Probe(1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
        "MPI_Ssend(&never, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);"}) {
    const std::string headers = "#define _GNU_SOURCE\n#include <sched.h>\n#include <poll.h>\n";
    EXPECT_THAT(Workbench().said(headers + before + wait + behind, 2, "",
                                 R"("events": [{"at": "10ms", "kill": "p", "ranks": [0]}],)"),
                UnorderedElementsAre("0 died: killed", "1: 1"))
        << wait;
  }
}

TEST(Threads, RunAlikeEveryTime) { EXPECT_EQ(Workbench().events(in_mpi, 2), Workbench().events(in_mpi, 2)); }

/// What a thread has computed or written takes its time where it waits, and who calls it meanwhile finds it waiting.
TEST(Threads, AreCalledWhileWhatTheyDidBeforeTakesItsTime) {
  const Workbench bench;
  bench.write("p.cpp", R"(
    #include <condition_variable>
    #include <cstdio>
    #include <fstream>
    #include <mpi.h>
    #include <mutex>
    #include <pthread.h>
    #include <string>
    #include <thread>
    void write(const char* name) { std::ofstream(name) << std::string(1 << 22, 'x') << std::flush; }
    int main(int argc, char** argv) {
      int provided = 0;
      MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
      pthread_barrier_t barrier;
      pthread_barrier_init(&barrier, nullptr, 2);
      std::thread first([&] { write("a"); pthread_barrier_wait(&barrier); });
      pthread_barrier_wait(&barrier);
      first.join();
      std::mutex mutex;
      std::condition_variable condition;
      bool is_ready = false;
      std::thread second([&] {
        std::unique_lock<std::mutex> lock(mutex);
        write("a");
        while (!is_ready) condition.wait(lock);
      });
      write("b");
      { std::lock_guard<std::mutex> lock(mutex); is_ready = true; }
      condition.notify_one();
      second.join();
      std::puts("done");
      MPI_Finalize();
    })");
  const Answer written = bench.shell("darumac++ -pthread p.cpp -o p && darumarun -np 1 ./p");
  EXPECT_EQ(written.out, "done\n") << written.err;
  bench.write("o.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      long sum = 0;
      #pragma omp parallel for reduction(+ : sum) schedule(dynamic, 1) num_threads(4)
      for (int i = 0; i < 16; ++i) {
        for (volatile int k = 0; k < 100000; ++k) {}
        sum += i;
      }
      printf("sum %ld\n", sum);
      MPI_Finalize();
      return 0;
    })");
  const Answer timed = bench.shell("darumacc -fopenmp o.c -o o && darumarun -np 1 --host-time-scale 1 ./o");
  EXPECT_EQ(timed.out, "sum 120\n") << timed.err;
}

} // namespace
} // namespace daruma::hosting::test
