// Sockets that processes of a job open to each other: who waits at one lets the others go on, and MPI_Comm_join makes
// an intercommunicator of the two ends.
#include "tests/sim/hosting/workbench.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <utility>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;

/// `connected(&rank)` in a program: a connection between ranks 0 and 1, of which 1 accepts before 0 connects.
const std::string connection = R"(
  #include <mpi.h>
  #include <arpa/inet.h>
  #include <netinet/in.h>
  #include <stdio.h>
  #include <string.h>
  #include <sys/socket.h>
  #include <unistd.h>
  static int connected(int* rank) {
    struct sockaddr_in address = {0};
    socklen_t length = sizeof address;
    const int made = socket(AF_INET, SOCK_STREAM, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (*rank == 1) {
      bind(made, (struct sockaddr*)&address, sizeof address);
      listen(made, 5);
      getsockname(made, (struct sockaddr*)&address, &length);
      MPI_Send(&address.sin_port, 2, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
      return accept(made, NULL, NULL);
    }
    MPI_Recv(&address.sin_port, 2, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sleep(2);
    connect(made, (struct sockaddr*)&address, sizeof address);
    return made;
  })";

TEST(Sockets, WhoeverWaitsLetsTheOtherGoOn) {
  const Workbench bench;
  bench.write("p.c", connection + R"(
    int main(int argc, char** argv) {
      char word[8] = "";
      int rank;
      MPI_Init(&argc, &argv);
      const int end = connected(&rank);
      if (rank == 0) {
        sleep(1);
        send(end, "hello", 6, 0);
      } else {
        recv(end, word, sizeof word, 0);
        printf("%s at %.1f\n", word, MPI_Wtime());
      }
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2), ElementsAre("hello at 3.0"));
}

TEST(Sockets, AreWaitedForAsLongAsTheyAreToldAtMost) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <errno.h>
    #include <stdio.h>
    #include <sys/socket.h>
    #include <unistd.h>
    static char data[1 << 20];
    int main(int argc, char** argv) {
      const struct timeval time = {3, 500000};
      int ends[2];
      MPI_Init(&argc, &argv);
      socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
      setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
      setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
      for (int call = 0; call < 3; ++call) {
        const double begun = MPI_Wtime();
        errno = 0;
        const int got = call == 0   ? recv(ends[0], data, 8, 0)
                        : call == 1 ? read(ends[0], data, 8)
                                    : send(ends[0], data, sizeof data, 0) < (int)sizeof data;
        printf("%d %d %.1f\n", got, call == 2 || errno == EAGAIN, MPI_Wtime() - begun);
      }
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 1), ElementsAre("-1 1 3.5", "-1 1 3.5", "1 1 3.5"));
}

TEST(Sockets, ItsEndsJoin) {
  const Workbench bench;
  bench.write("p.c", connection + R"(
    int main(int argc, char** argv) {
      MPI_Comm other;
      int rank, size, own, got, again;
      MPI_Init(&argc, &argv);
      const int end = connected(&rank);
      for (again = 0; again < 2; ++again) {
        MPI_Comm_join(end, &other);
        MPI_Comm_remote_size(other, &size);
        own = 10 * rank + again;
        MPI_Sendrecv(&own, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
        printf("%d has %d of %d\n", rank, got, size);
        MPI_Comm_disconnect(&other);
      }
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2),
              ElementsAre("0 has 10 of 1", "0 has 11 of 1", "1 has 0 of 1", "1 has 1 of 1"));
}

/// The others learn of a death by their ends of its sockets and FIFOs, as of a process that Linux ends.
TEST(Sockets, CloseWithTheDeathOfTheirProcess) {
  const Workbench bench;
  bench.write("p.c", connection + R"(
    #include <fcntl.h>
    #include <signal.h>
    #include <sys/stat.h>
    int main(int argc, char** argv) {
      char word[8] = "";
      int rank, first, second;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
      mkfifo("way", 0600);
      const int end = connected(&rank);
      const int way = open("way", rank == 0 ? O_WRONLY : O_RDONLY);
      if (rank == 0) {
        send(end, "hello", 6, 0);
        write(way, "there", 6);
        sleep(1);
        raise(SIGKILL);
      }
      first = recv(end, word, sizeof word, 0);
      second = recv(end, word, sizeof word, 0);
      printf("%s %d %d\n", word, first, second);
      first = read(way, word, sizeof word);
      second = read(way, word, sizeof word);
      printf("%s %d %d\n", word, first, second);
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 2), ElementsAre("hello 6 0", "there 6 0"));
}

/// What had the number of a dead one's socket is closed by its own process, and the other end finds that out.
TEST(Sockets, LeaveTheirNumbersToOthersWithTheDeathOfTheirProcess) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <signal.h>
    #include <stdio.h>
    #include <sys/socket.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      char letter;
      int rank, sockets[2] = {0, 0}, ends[2];
      MPI_Init(&argc, &argv);
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      if (rank == 0) {
        for (int i = 0; i < 2; ++i) sockets[i] = socket(AF_UNIX, SOCK_STREAM, 0);
        sleep(1);
        raise(SIGKILL);
      }
      sleep(2);
      pipe(ends);
      printf("%d", close(ends[1]));
      printf(" %zd\n", read(ends[0], &letter, 1));
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc -w p.c -o p", 2), ElementsAre("0 0"));
}

/// Both join after a time of their own, but for process 0 where it leaves before, and who does so says what came of it.
const std::string joining = connection + R"(
    int main(int argc, char** argv) {
      MPI_Comm other;
      int rank, class;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
      const int end = connected(&rank);
      if (rank == 0 && FIRST_LEAVES) {
        MPI_Finalize();
        return 0;
      }
      sleep(rank == 0 ? FIRST_JOINS_AFTER : SECOND_JOINS_AFTER);
      MPI_Error_class(MPI_Comm_join(end, &other), &class);
      printf("%d %d\n", class == MPIX_ERR_PROC_FAILED, other == MPI_COMM_NULL);
      MPI_Finalize();
      return 0;
    })";

std::string compiling_joins(bool leaves, int first_s, int second_s) {
  return fmt::format("darumacc -DFIRST_LEAVES={:d} -DFIRST_JOINS_AFTER={} -DSECOND_JOINS_AFTER={} p.c -o p", leaves,
                     first_s, second_s);
}

/// Process 0 dies at 4 s: before both join, while it waits for the other, which joins later, or while the other waits
/// for it.
TEST(Sockets, NobodyJoinsTheDead) {
  const Workbench bench;
  bench.write("p.c", joining);
  for (const auto& [victim, survivor] : {std::pair(10, 10), std::pair(0, 10), std::pair(10, 0)}) {
    const std::string compiling = compiling_joins(false, victim, survivor);
    EXPECT_THAT(printed(bench, compiling, 2, "--kill 0@4s"), ElementsAre("1 1")) << compiling;
  }
}

TEST(Sockets, NobodyJoinsWhoHasLeft) {
  const Workbench bench;
  bench.write("p.c", joining);
  EXPECT_THAT(printed(bench, compiling_joins(true, 0, 0), 2), ElementsAre("1 1"));
}

TEST(Sockets, NodesAreFoundByTheirNames) {
  const Workbench bench;
  bench.write("p.c", R"(
    #include <mpi.h>
    #include <arpa/inet.h>
    #include <netdb.h>
    #include <stdio.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      char name[MPI_MAX_PROCESSOR_NAME], host[256];
      int length;
      struct addrinfo* found;
      MPI_Init(&argc, &argv);
      MPI_Get_processor_name(name, &length);
      gethostname(host, sizeof host);
      const struct hostent* const entry = gethostbyname(name);
      printf("%s %d\n", entry ? inet_ntoa(*(struct in_addr*)entry->h_addr_list[0]) : "nowhere",
             getaddrinfo(host, NULL, NULL, &found));
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 1), ElementsAre("127.0.0.1 0"));
}

TEST(Sockets, NothingElseJoins) {
  const Workbench bench;
  bench.write("p.c", connection + R"(
    int main(int argc, char** argv) {
      MPI_Comm other;
      int pair[2], error, class;
      MPI_Init(&argc, &argv);
      MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
      socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
      const int tried[3] = {1000, pair[0], socket(AF_INET, SOCK_STREAM, 0)};
      for (int i = 0; i < 3; ++i) {
        error = MPI_Comm_join(tried[i], &other);
        MPI_Error_class(error, &class);
        printf("%d %d\n", class == MPI_ERR_ARG, other == MPI_COMM_NULL);
      }
      MPI_Finalize();
      return 0;
    })");
  EXPECT_THAT(printed(bench, "darumacc p.c -o p", 1), ElementsAre("1 1", "1 1", "1 1"));
}

} // namespace
} // namespace daruma::hosting::test
