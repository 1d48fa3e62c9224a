// OpenMP of hosted programs: GCC's code finds what it finds in libgomp, and its threads compute on simulated cores.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// What is printed by the only rank of a program, or by all of several; the simulator's messages behind it.
std::string printed(const Workbench& bench, const std::string& compiler, const std::string& file,
                    const std::string& run = "darumarun -np 1 ./there", const std::string& flags = "") {
  return bench
      .shell(compiler + " -fopenmp -w " + flags + " " + file + " -o there && " + run +
             " >log 2>&1; cat daruma-out/there/output/*.txt")
      .out;
}

/// Loops of all schedules and directions, sections, single and ordered regions, locks, tasks, nested regions.
TEST(OpenMp, GivesWhatLibgompGives) {
  const Workbench bench;
  bench.write("p.c", R"C(
    #include <omp.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #ifdef DARUMA
    #include <daruma.h>
    #else
    static void daruma_compute(double f) { (void)f; }
    #endif
    #define N 1000
    static int tp = 1;
    #pragma omp threadprivate(tp)
    static long fib(int n) {
      long a, b;
      if (n < 2) return n;
    #pragma omp task shared(a) if (n > 8)
      a = fib(n - 1);
    #pragma omp task shared(b) if (n > 8)
      b = fib(n - 2);
    #pragma omp taskwait
      return a + b;
    }
    int main(void) {
      omp_set_num_threads(4);
      int a[N];
      long sum = 0;
      int seen[16] = {0};
    #pragma omp parallel
      {
        seen[omp_get_thread_num()] = omp_get_num_threads();
        tp = omp_get_thread_num() + 10;
      }
      for (int i = 0; i < 5; i++) printf("%d ", seen[i]);
      puts("");
      int ok = 1;
    #pragma omp parallel reduction(&& : ok)
      { ok = ok && tp == omp_get_thread_num() + 10; }
      printf("tp %d\n", ok);
    #define LOOP(s)                                                                                                        \
      memset(a, 0, sizeof a);                                                                                              \
      sum = 0;                                                                                                             \
      _Pragma(s) for (int i = 0; i < N; i++) {                                                                             \
        a[i]++;                                                                                                            \
        sum += i;                                                                                                          \
      }                                                                                                                    \
      {                                                                                                                    \
        int bad = 0;                                                                                                       \
        for (int i = 0; i < N; i++) bad += a[i] != 1;                                                                      \
        printf("%s: %ld %d\n", s, sum, bad);                                                                               \
      }
      LOOP("omp parallel for reduction(+:sum)")
      LOOP("omp parallel for reduction(+:sum) schedule(static,7)")
      LOOP("omp parallel for reduction(+:sum) schedule(dynamic)")
      LOOP("omp parallel for reduction(+:sum) schedule(dynamic,13)")
      LOOP("omp parallel for reduction(+:sum) schedule(guided)")
      LOOP("omp parallel for reduction(+:sum) schedule(runtime)")
      LOOP("omp parallel for reduction(+:sum) schedule(auto)")
      LOOP("omp parallel for reduction(+:sum) schedule(monotonic:dynamic,3)")
      sum = 0;
    #pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum)
      for (long long i = 100; i > -100; i -= 7) sum += i;
      printf("down %ld\n", sum);
      sum = 0;
    #pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum)
      for (unsigned long long i = 3; i < 1000; i += 9) sum += i;
      printf("ull %ld\n", sum);
      sum = 0;
    #pragma omp parallel for collapse(2) schedule(guided, 2) reduction(+ : sum)
      for (int i = 0; i < 17; i++)
        for (int j = 0; j < 19; j++) sum += i * j;
      printf("collapse %ld\n", sum);
      int order[64], n = 0;
    #pragma omp parallel for ordered schedule(dynamic, 2)
      for (int i = 0; i < 64; i++) {
        daruma_compute(1e6 * (64 - i));
    #pragma omp ordered
        order[n++] = i;
      }
      {
        int bad = 0;
        for (int i = 0; i < 64; i++) bad += order[i] != i;
        printf("ordered %d %d\n", n, bad);
      }
      n = 0;
    #pragma omp parallel for ordered schedule(static)
      for (int i = 0; i < 64; i++) {
    #pragma omp ordered
        order[n++] = i;
      }
      {
        int bad = 0;
        for (int i = 0; i < 64; i++) bad += order[i] != i;
        printf("ordered %d %d\n", n, bad);
      }
      int s[4] = {0};
    #pragma omp parallel sections
      {
    #pragma omp section
        s[0]++;
    #pragma omp section
        s[1]++;
    #pragma omp section
        s[2]++;
      }
    #pragma omp parallel
      {
    #pragma omp sections nowait
        {
    #pragma omp section
          s[0]++;
    #pragma omp section
          s[1]++;
        }
    #pragma omp single
        s[3]++;
    #pragma omp master
        s[3] += 10;
      }
      printf("sections %d %d %d %d\n", s[0], s[1], s[2], s[3]);
      int v = 0, got = 0;
    #pragma omp parallel private(v) reduction(+ : got)
      {
    #pragma omp single copyprivate(v)
        v = 7;
        got += v;
      }
      printf("copyprivate %d\n", got);
      int crit = 0, at = 0;
    #pragma omp parallel
      for (int i = 0; i < 100; i++) {
    #pragma omp critical
        {
          int t = crit;
          daruma_compute(1);
          crit = t + 1;
        }
    #pragma omp critical(named)
        {
          int t = v;
          daruma_compute(1);
          v = t + 1;
        }
    #pragma omp atomic
        at++;
      }
      printf("critical %d %d %d\n", crit, v, at);
      long f = 0;
    #pragma omp parallel
    #pragma omp single
      f = fib(18);
      printf("fib %ld\n", f);
      int x = 0, y = 0, z = 0;
    #pragma omp parallel
    #pragma omp single
      {
    #pragma omp task depend(out : x) shared(x)
        {
          daruma_compute(1e6);
          x = 1;
        }
    #pragma omp task depend(in : x) depend(out : y) shared(x, y)
        y = x + 1;
    #pragma omp task depend(in : x) depend(out : z) shared(x, z)
        z = x + 2;
    #pragma omp task depend(in : y, z) depend(inout : x) shared(x, y, z)
        x = x * 100 + y * 10 + z;
    #pragma omp taskwait
        printf("depend %d %d %d\n", x, y, z);
    #pragma omp task depend(out : x) shared(x)
        {
          daruma_compute(1e6);
          x = 5;
        }
    #pragma omp taskwait depend(in : x)
        printf("after %d\n", x);
      }
      int cnt = 0;
    #pragma omp parallel
    #pragma omp single
      {
    #pragma omp taskgroup
        {
          for (int i = 0; i < 10; i++) {
    #pragma omp task shared(cnt)
            {
    #pragma omp task shared(cnt)
              {
                daruma_compute(1e5);
    #pragma omp atomic
                cnt++;
              }
            }
          }
        }
        printf("group %d\n", cnt);
      }
      memset(a, 0, sizeof a);
    #pragma omp parallel
    #pragma omp single
    #pragma omp taskloop grainsize(10)
      for (int i = 0; i < N; i++) a[i]++;
    #pragma omp parallel
    #pragma omp single
    #pragma omp taskloop num_tasks(7)
      for (int i = N - 1; i >= 0; i -= 1) a[i]++;
      {
        int bad = 0;
        for (int i = 0; i < N; i++) bad += a[i] != 2;
        printf("taskloop %d\n", bad);
      }
      omp_set_max_active_levels(2);
      int nested = 0;
    #pragma omp parallel num_threads(2) reduction(+ : nested)
      {
    #pragma omp parallel num_threads(3) reduction(+ : nested)
        nested += 100 * omp_get_level() + 10 * omp_get_team_size(1) + (omp_get_ancestor_thread_num(1) == 0 ? 1 : 0) +
                  (omp_get_active_level() == 2);
      }
      printf("nested %d\n", nested);
      omp_lock_t l;
      omp_init_lock(&l);
      omp_nest_lock_t nl;
      omp_init_nest_lock(&nl);
      int lk = 0;
    #pragma omp parallel
      {
        for (int i = 0; i < 50; i++) {
          omp_set_lock(&l);
          int t = lk;
          daruma_compute(1);
          lk = t + 1;
          omp_unset_lock(&l);
        }
        omp_set_nest_lock(&nl);
        omp_set_nest_lock(&nl);
        at++;
        omp_unset_nest_lock(&nl);
        omp_unset_nest_lock(&nl);
      }
      printf("locks %d %d test %d %d\n", lk, at, omp_test_lock(&l), omp_test_lock(&l));
      omp_set_schedule(omp_sched_guided, 5);
      omp_sched_t k;
      int ch;
      omp_get_schedule(&k, &ch);
      printf("sched %d %d\n", (int)k, ch);
      int lp = -1;
    #pragma omp parallel for lastprivate(lp) schedule(dynamic)
      for (int i = 0; i < 33; i++) lp = i;
      int lc = -1;
    #pragma omp parallel for lastprivate(conditional : lc) schedule(dynamic)
      for (int i = 0; i < 33; i++)
        if (i % 5 == 0) lc = i;
      printf("last %d %d\n", lp, lc);
      int scan = 0, in[20], out[20];
      for (int i = 0; i < 20; i++) in[i] = i;
    #pragma omp parallel for reduction(inscan, + : scan)
      for (int i = 0; i < 20; i++) {
        scan += in[i];
    #pragma omp scan inclusive(scan)
        out[i] = scan;
      }
      printf("scan %d %d\n", out[5], out[19]);
      printf("in_parallel %d level %d max %d\n", omp_in_parallel(), omp_get_level(), omp_get_max_threads());
      return 0;
    })C");
  for (const std::string level : {"-O0", "-O2"}) {
    const Answer real = bench.shell("gcc -fopenmp -w " + level + " p.c -o here && ./here");
    EXPECT_FALSE(real.out.empty()) << real.err;
    EXPECT_EQ(printed(bench, "darumacc", "p.c", "darumarun -np 1 ./there", level), real.out);
  }
}

constexpr const char* timed = R"(
    #include <daruma.h>
    #include <mpi.h>
    #include <omp.h>
    #include <stdio.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      int provided, rank, sum = 0;
      MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      const double begin = omp_get_wtime();
      #pragma omp parallel for schedule(dynamic)
      for (int i = 0; i < 16; ++i) daruma_compute(1e9);
      printf("%d of %d: %.3f\n", omp_get_max_threads(), omp_get_num_procs(), omp_get_wtime() - begin);
      #pragma omp parallel num_threads(4) reduction(+ : sum)
      {
        int me = omp_get_thread_num(), got;
        MPI_Sendrecv(&me, 1, MPI_INT, 1 - rank, me, &got, 1, MPI_INT, 1 - rank, me, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += got;
      }
      printf("%d\n", sum);
      MPI_Finalize();
      return 0;
    })";

/// Two ranks have half of a node's eight cores each; OMP_NUM_THREADS may say less, or more.
TEST(OpenMp, ThreadsShareTheCoresOfTheirRank) {
  const Workbench bench;
  bench.write("p.c", timed);
  const std::string two =
      "darumarun -np 2 --machine laptop --set /machine/cores=8 --set /machine/core_speed=1Gf/s ./there";
  EXPECT_EQ(printed(bench, "darumacc", "p.c", two), "4 of 4: 4.000\n6\n4 of 4: 4.000\n6\n");
  EXPECT_EQ(printed(bench, "darumacc", "p.c", "OMP_NUM_THREADS=2 " + two), "2 of 4: 8.000\n6\n2 of 4: 8.000\n6\n");
  EXPECT_EQ(printed(bench, "darumacc", "p.c", "OMP_NUM_THREADS=16 " + two), "16 of 4: 4.000\n6\n16 of 4: 4.000\n6\n");
}

TEST(OpenMp, ServesFortran) {
  const Workbench bench;
  bench.write("p.f90", R"(
    program p
      use omp_lib
      implicit none
      integer :: i, n, k
      integer(kind=omp_lock_kind) :: lock
      integer, save :: own = 3
      !$omp threadprivate(own)
      call omp_set_num_threads(4)
      k = 0
      !$omp parallel do schedule(guided,3) reduction(+:k)
      do i = 1, 100
        k = k + i
      end do
      n = 0
      call omp_init_lock(lock)
      !$omp parallel
      own = omp_get_thread_num()
      call omp_set_lock(lock)
      n = n + omp_get_num_threads() * (own + 1)
      call omp_unset_lock(lock)
      !$omp end parallel
      !$omp parallel
      !$omp single
      do i = 1, 4
        !$omp task firstprivate(i)
        !$omp atomic
        n = n + i
        !$omp end task
      end do
      !$omp end single
      !$omp end parallel
      print '(i0,1x,i0,1x,i0,1x,l1)', k, n, omp_get_max_threads(), omp_in_parallel()
    end program)");
  EXPECT_EQ(printed(bench, "darumaf90", "p.f90"), "5050 50 4 F\n");
}

TEST(OpenMp, SaysWhatIsLeftOut) {
  const Workbench bench;
  bench.write("p.c", R"(
    int main(void) {
      int x = 0;
      #pragma omp target map(tofrom : x)
      x = 1;
      return x - 1;
    })");
  printed(bench, "darumacc", "p.c");
  EXPECT_THAT(bench.shell("cat log").out, AllOf(HasSubstr("daruma: GOMP_target_ext is not simulated"),
                                                HasSubstr("called GOMP_target_ext, which is not simulated")));
}

/// A rank is killed while its region's threads wait for each other in this way.
TEST(OpenMp, RegionsDieWithTheirRank) {
  for (const std::string wait :
       {"if (omp_get_thread_num() > 0) {\n#pragma omp barrier\n}\nelse sleep(9);", "\n#pragma omp critical\nsleep(9);",
        "daruma_compute(1e15);", "\n#pragma omp single\n{\n#pragma omp task\nsleep(9);\n#pragma omp taskwait\n}",
        "MPI_Recv(0, 0, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"}) {
    const Workbench bench;
    bench.write("p.c", R"(
      #include <daruma.h>
      #include <mpi-ext.h>
      #include <mpi.h>
      #include <omp.h>
      #include <stdio.h>
      #include <unistd.h>
      int main(int argc, char** argv) {
        int provided, rank;
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank == 0) {
          #pragma omp parallel num_threads(4)
          {
            )" + wait + R"(
          }
        }
        if (MPI_Recv(0, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPIX_ERR_PROC_FAILED) printf("heard\n");
        MPI_Finalize();
        return 0;
      })");
    EXPECT_EQ(printed(bench, "darumacc", "p.c", "darumarun -np 2 --kill 0@10ms ./there"), "heard\n")
        << wait << bench.shell("cat log").out;
  }
}

} // namespace
} // namespace daruma::hosting::test
