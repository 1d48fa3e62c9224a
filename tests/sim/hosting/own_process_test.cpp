// What a process has for itself although libc, Linux or mpirun have it once: its time zone, its standard input, the
// texts that functions keep; and what it asks of the system by number, or at a FIFO.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* zones = R"(
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void tell(int who) {
  const time_t at = 1700000000;
  struct tm there, *same = localtime_r(&at, &there);
  char text[64], name[16];
  strftime(name, sizeof name, "%Z", same);
  struct tm noon = {.tm_year = 100, .tm_mon = 6, .tm_mday = 1, .tm_hour = 12, .tm_isdst = -1};
  const long back = (long)mktime(&noon);
  printf("%d %02d %s %s/%s %ld %d %ld %s", who, there.tm_hour, name, tzname[0], tzname[1], timezone, daylight, back,
         ctime_r(&at, text));
}
)";

TEST(TimeZone, IsOfEachProcess) {
  const Workbench bench;
  bench.write("p.c", std::string(zones) + R"(
    #include <mpi.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      setenv("TZ", rank == 0 ? "JST-9" : rank == 1 ? "EST5EDT,M3.2.0,M11.1.0" : "UTC0", 1);
      tzset();
      MPI_Barrier(MPI_COMM_WORLD);
      tell(rank);
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 3),
              ElementsAre("0 07 JST JST/JST -32400 0 962420400 Wed Nov 15 07:13:20 2023",
                          "1 17 EST EST/EDT 18000 1 962467200 Tue Nov 14 17:13:20 2023",
                          "2 22 UTC UTC/UTC 0 0 962452800 Tue Nov 14 22:13:20 2023"));
}

TEST(TimeZone, IsThatOfGlibc) {
  const Workbench bench;
  bench.write("p.c", std::string(zones) + R"(
    int main(void) {
      tell(0);
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
      tell(1);
      unsetenv("TZ");
      tzset();
      tell(2);
      putenv("TZ=<+0545>-5:45");
      const time_t at = 1700000000;
      printf("%s", ctime(&at));
      tell(3);
      return 0;
    })");
  const Answer glibcs = bench.shell("gcc p.c -o here && TZ=JST-9 ./here");
  const Answer ours = bench.shell("darumacc p.c -o there && TZ=JST-9 ./there");
  EXPECT_THAT(glibcs.out, HasSubstr("0 07 JST"));
  EXPECT_EQ(ours.out, glibcs.out);
}

constexpr const char* reader = R"(
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int rank, number = -1;
  char line[64] = "nothing\n", rest[64] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) MPI_Recv(&number, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const int found = scanf("%d ", &number);
  if (!fgets(line, sizeof line, stdin)) strcpy(line, feof(stdin) ? "end\n" : "error\n");
  int next;
  MPI_Comm_size(MPI_COMM_WORLD, &next);
  if (rank + 1 < next) MPI_Send(&number, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!fgets(rest, sizeof rest, stdin)) strcpy(rest, "end\n");
  printf("%d: %d %d %.*s %.*s %d\n", rank, found, number, (int)strlen(line) - 1, line, (int)strlen(rest) - 1, rest,
         rank == 0 ? 0 : (int)read(0, line, sizeof line));
  MPI_Finalize();
  return 0;
}
)";

/// As mpirun's: the first process reads it, others find its end.
TEST(StandardInput, IsTheFirstProcesses) {
  const Workbench bench;
  bench.write("p.c", reader);
  const Answer answer =
      bench.shell("darumacc p.c -o p && printf '7\\nline\\nthe rest\\n' | darumarun -np 3 ./p | sort");
  EXPECT_EQ(answer.out, "0: 1 7 line the rest 0\n1: -1 7 end end 0\n2: -1 7 end end 0\n") << answer.err;
}

TEST(StandardInput, IsTheFirstProcessesInCppAndFortran) {
  const Workbench bench;
  bench.write("p.cpp", R"(
    #include <mpi.h>
    #include <iostream>
    #include <string>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      std::string word = "nothing", more = "nothing";
      if (rank != 0) std::cin >> word;
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) std::cin >> word >> more;
      std::cout << rank << ": " << word << " " << more << " " << std::cin.eof() << std::endl;
      MPI_Finalize();
      return 0;
    })");
  EXPECT_EQ(bench.shell("darumac++ p.cpp -o p && printf 'a b\\n' | darumarun -np 2 ./p | sort").out,
            "0: a b 0\n1: nothing nothing 1\n");
  bench.write("p.f90", R"(program p
  use mpi
  integer :: rank, number, ierr, state
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  number = -1
  if (rank /= 0) read(*, *, iostat=state) number
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) read(*, *, iostat=state) number
  print '(I0, A, I0, A, L1)', rank, ': ', number, ' ', state == 0
  call MPI_Finalize(ierr)
end program
)");
  EXPECT_EQ(bench.shell("darumaf90 p.f90 -o f && printf '5\\n' | darumarun -np 2 ./f | sort").out, "0: 5 T\n1: -1 F\n");
}

TEST(OwnProcess, KeepsTextsOfItsOwn) {
  const Workbench bench;
  bench.write("p.c", R"(
    #define _GNU_SOURCE
    #include <arpa/inet.h>
    #include <errno.h>
    #include <mpi.h>
    #include <search.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      struct in_addr address = {htonl(0x7f000001u + (unsigned)rank)};
      const char* const of_address = inet_ntoa(address);
      const char* const of_signal = strsignal(100 + rank);
      hcreate(10);
      ENTRY own = {"key", rank == 0 ? "none" : "one"};
      hsearch(own, ENTER);
      MPI_Barrier(MPI_COMM_WORLD);
      printf("%s %s %s %s\n", of_address, of_signal, (char*)hsearch(own, FIND)->data, program_invocation_short_name);
      hdestroy();
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2),
              ElementsAre("127.0.0.1 Unknown signal 100 none p", "127.0.0.2 Unknown signal 101 one p"));
}

TEST(OwnProcess, KeepsEntriesAndNumbersOfItsOwn) {
  const Workbench bench;
  bench.write("p.c", R"(
    #define _GNU_SOURCE
    #include <arpa/inet.h>
    #include <error.h>
    #include <grp.h>
    #include <mpi.h>
    #include <netdb.h>
    #include <netinet/ether.h>
    #include <pwd.h>
    #include <stdio.h>
    #include <stdlib.h>
    int main(int argc, char** argv) {
      int rank, point, sign;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      const struct passwd* const user = getpwuid(rank);
      const struct passwd* const named = getpwnam(rank == 0 ? "root" : "daemon");
      const struct group* const group = getgrgid(rank);
      const struct group* const group_named = getgrnam(rank == 0 ? "root" : "daemon");
      const char* const digits = ecvt(1.5 + rank, 3, &point, &sign);
      const char* const decimals = fcvt(2.5 + rank, 1, &point, &sign);
      const char* const base64 = l64a(1000 + rank);
      const char* const of_long = qecvt(3.5L + rank, 3, &point, &sign);
      const char* const hardware = ether_ntoa(ether_aton(rank == 0 ? "0:0:0:0:0:a" : "0:0:0:0:0:b"));
      const struct hostent* const host = gethostbyname(rank == 0 ? "127.0.0.1" : "127.0.0.2");
      if (rank == 0) error(0, 0, "counted");
      MPI_Barrier(MPI_COMM_WORLD);
      printf("%s %d %s %d %s %s %s %ld %s %s %s %u\n", user->pw_name, (int)named->pw_uid, group->gr_name, (int)group_named->gr_gid,
             digits, decimals, base64, a64l(base64), of_long, hardware, host->h_name, error_message_count);
      const struct servent* const service = getservbyname(rank == 0 ? "ssh" : "http", "tcp");
      const struct servent* const at_port = getservbyport(htons(rank == 0 ? 22 : 80), "tcp");
      const struct protoent* const protocol = getprotobyname(rank == 0 ? "udp" : "tcp");
      const struct protoent* const numbered = getprotobynumber(rank == 0 ? 17 : 6);
      MPI_Barrier(MPI_COMM_WORLD);
      if (service && ntohs(service->s_port) != (rank == 0 ? 22 : 80)) puts("another's service");
      if (at_port && at_port->s_name[0] != (rank == 0 ? 's' : 'h')) puts("another's port");
      if (protocol && protocol->p_proto != (rank == 0 ? 17 : 6)) puts("another's protocol");
      if (numbered && numbered->p_name[0] != (rank == 0 ? 'u' : 't')) puts("another's number");
      if (getpwnam("nobody of that name")) puts("somebody");
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2),
              ElementsAre("daemon 1 daemon 1 250 35 dD 1001 450 0:0:0:0:0:b 127.0.0.2 0",
                          "root 0 root 0 150 25 cD 1000 350 0:0:0:0:0:a 127.0.0.1 1"));
}

TEST(OwnProcess, CallsTheSystemByNumbers) {
  const Workbench bench;
  bench.write("p.c", R"(
    #define _GNU_SOURCE
    #include <mpi.h>
    #include <stdio.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      const double begun = MPI_Wtime();
      const struct timespec hour = {3600, 0};
      syscall(SYS_nanosleep, &hour, NULL);
      printf("%d %.0f %d\n", rank, MPI_Wtime() - begun, syscall(SYS_getpid) == getpid());
      fflush(stdout);
      MPI_Finalize();
      syscall(SYS_exit_group, 0);
      return 1;
    })");
  const Answer answer = bench.shell("darumacc p.c -o p && timeout 60 darumarun -np 2 ./p | sort");
  EXPECT_EQ(answer.out, "0 3600 1\n1 3600 1\n") << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("p finished after"));
}

TEST(OwnProcess, FindsItsProgramAndItsNode) {
  const Workbench bench;
  bench.write("p.cpp", R"(
    #include <mpi.h>
    #include <cstdio>
    #include <cstdlib>
    #include <filesystem>
    #include <string>
    #include <sys/utsname.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      utsname names{};
      uname(&names);
      char room[4096] = "", host[256] = "";
      gethostname(host, sizeof host);
      readlink("/proc/self/exe", room, sizeof room);
      const std::string link = room, path = realpath("/proc/self/exe", room), own = argv[0];
      std::printf("%d %d %d %d %d\n", std::string(names.nodename) == host, link == own, path == own,
                  std::filesystem::read_symlink("/proc/self/exe") == own, std::filesystem::canonical("/proc/self/exe") == own);
      MPI_Finalize();
    })");
  EXPECT_THAT(printed(bench, "darumac++ -std=c++17 p.cpp -o p", 2), ElementsAre("1 1 1 1 1", "1 1 1 1 1"));
}

TEST(OwnProcess, MeetsOthersAtAFifo) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <fcntl.h>
    #include <mpi.h>
    #include <stdio.h>
    #include <sys/stat.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      int rank;
      char text[8] = "";
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 0) mkfifo("way", 0600), mkfifo("back", 0600);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) {
        const int way = open("way", O_WRONLY);
        write(way, "there", 6);
        close(way);
        FILE* back = fopen("back", "r");
        fgets(text, sizeof text, back);
        fclose(back);
      } else {
        const int way = open("way", O_RDONLY);
        read(way, text, 6);
        close(way);
        FILE* back = fopen("back", "w");
        fputs("back", back);
        fclose(back);
      }
      printf("%d %s\n", rank, text);
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2), ElementsAre("0 back", "1 there"));
}

/// More than Linux keeps between two processes, one of which would wait for the other in the system.
TEST(OwnProcess, FillsAFifoWhileTheOtherEmptiesIt) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <fcntl.h>
    #include <mpi.h>
    #include <stdio.h>
    #include <sys/socket.h>
    #include <sys/stat.h>
    #include <sys/uio.h>
    #include <unistd.h>
    enum { many = 1000000 };
    static char bytes[many];
    static long sum_from(int from) {
      long sum = 0, got;
      while ((got = read(from, bytes, 5000)) > 0)
        for (long i = 0; i < got; ++i) sum += bytes[i];
      return sum;
    }
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 0) mkfifo("way", 0600), mkfifo("stream", 0600);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) {
        for (int i = 0; i < many; ++i) bytes[i] = 1;
        const int way = open("way", O_WRONLY);
        const struct iovec parts[2] = {{bytes, many / 4}, {bytes, many / 4}};
        printf("written %zd and %zd\n", write(way, bytes, many), writev(way, parts, 2));
        close(way);
        FILE* stream = fopen("stream", "w");
        printf("streamed %zu\n", fwrite(bytes, 1, many, stream));
        fclose(stream);
      } else {
        const int way = open("way", O_RDONLY);
        printf("read %ld\n", sum_from(way));
        printf("read %ld of the stream\n", sum_from(open("stream", O_RDONLY)));
      }
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2), ElementsAre("read 1000000 of the stream", "read 1500000",
                                                                  "streamed 1000000", "written 1000000 and 500000"));
}

TEST(OwnProcess, MeetsOthersAtAFifoByStreamsOfCpp) {
  const Workbench bench;
  bench.write("p.cpp", R"(
    #include <fstream>
    #include <iostream>
    #include <mpi.h>
    #include <string>
    #include <sys/stat.h>
    int main(int argc, char** argv) {
      int rank;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 0) mkfifo("way", 0600), mkfifo("back", 0600);
      MPI_Barrier(MPI_COMM_WORLD);
      std::string word;
      if (rank == 0) {
        std::ofstream("way") << std::string(300000, 'x') << " there" << std::endl;
        std::ifstream("back") >> word;
      } else {
        std::ifstream way("way");
        way >> word;
        std::cout << word.size() << std::endl;
        way >> word;
        std::ofstream("back") << "back";
      }
      std::cout << rank << ' ' << word << std::endl;
      MPI_Finalize();
    })");
  EXPECT_THAT(printed(bench, "darumac++ p.cpp -o p", 2), ElementsAre("0 back", "1 there", "300000"));
}

TEST(OwnProcess, AloneDiesOfAPipeThatNobodyReads) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <errno.h>
    #include <mpi.h>
    #include <signal.h>
    #include <stdio.h>
    #include <unistd.h>
    static volatile int handled;
    static void handle(int signal) { ++handled; }
    int main(int argc, char** argv) {
      int rank, ends[2];
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 1) signal(SIGPIPE, SIG_IGN);
      if (rank == 2) signal(SIGPIPE, handle);
      pipe(ends);
      close(ends[0]);
      const int written = write(ends[1], "x", 1);
      printf("%d: %d %d %d\n", rank, written, errno == EPIPE, handled);
      MPI_Finalize();
      return 0;
    })");
  const Answer answer = bench.shell("darumacc -w p.c -o p && darumarun -np 3 ./p");
  EXPECT_EQ(answer.out, "1: -1 1 0\n2: -1 1 1\n");
  EXPECT_THAT(answer.err, HasSubstr("process 0: SIGPIPE"));
}

/// As what becomes a daemon does.
TEST(OwnProcess, ClosesNothingOfTheSimulatorsOrOfOthers) {
  const Workbench bench;
  bench.write("p.c", R"(
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <mpi.h>
    #include <stdio.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      int rank, own = -1;
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank != 1) own = open("p.c", O_RDONLY);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 1) {
        for (int i = 3; i < 1000; ++i) close(i);
        own = open("p.c", O_RDONLY);
        closefrom(3);
        close_range(3, ~0U, 0);
        printf("closed: %d, daemon: %d\n", close(own) == -1 && errno == EBADF, daemon(0, 0));
      }
      MPI_Barrier(MPI_COMM_WORLD);
      char letter;
      if (rank != 1) printf("%d reads %zd\n", rank, read(own, &letter, 1));
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 3), ElementsAre("0 reads 1", "2 reads 1", "closed: 1, daemon: -1"));
}

/// As configure's tests do, which are run by themselves.
TEST(OutsideOfASimulation, WhatMayBeCalledBeforeInitAnswers) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <stdio.h>
    int main(int argc, char** argv) {
      int version, subversion, length, begun = 9, ended = 9;
      char library[MPI_MAX_LIBRARY_VERSION_STRING];
      MPI_Get_version(&version, &subversion);
      MPI_Get_library_version(library, &length);
      MPI_Initialized(&begun);
      PMPI_Finalized(&ended);
      printf("%d.%d %s %d %d %d\n", version, subversion, library, length, begun, ended);
      fflush(stdout);
      if (argc > 1) MPI_Init(&argc, &argv);
      return 0;
    })");
  const Answer alone = bench.shell("darumacc p.c -o p && ./p");
  EXPECT_EQ(alone.out, "3.1 Daruma: a simulated MPI 23 0 0\n") << alone.err;
  EXPECT_EQ(alone.status, 0);
  const Answer told = bench.shell("./p x");
  EXPECT_EQ(told.status, 2);
  EXPECT_THAT(told.err, AllOf(HasSubstr("p: MPI_Init is simulated here"), HasSubstr("darumarun -np 4 ./p")));
}

} // namespace
} // namespace daruma::hosting::test
