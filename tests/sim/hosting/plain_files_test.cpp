// Plain files of programs: their data take the time of the machine's file system, by whatever means they are moved;
// what was not there when a process died is not there.
#include "tests/sim/hosting/workbench.hpp"

#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>
#include <sstream>

namespace daruma::hosting::test {
namespace {

constexpr const char* machine = R"({"name": "one node", "nodes": 1, "cores": 8, "file_system": "1GB/s",
                                    "link": {"bandwidth": "10GB/s", "latency": "1us"}})";
constexpr double mebibytes_16_s = 16777216 / 1e9;
constexpr double within = 0.01;

/// What the program says that each of its steps has taken, in s.
std::map<std::string, double> steps(const std::string& source) {
  std::map<std::string, double> taken;
  Workbench bench;
  bench.machine = machine;
  for (const std::string& line : bench.said(source, 1)) {
    std::istringstream words(line);
    std::string who;
    std::string step;
    double time = -1;
    words >> who >> step >> time;
    taken[step] = time;
  }
  return taken;
}

TEST(PlainFiles, OfCTakeTheTimeOfTheFileSystem) {
  const auto taken = steps(R"(
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <unistd.h>
    enum { bytes = 16 << 20 };
    static double begun;
    static void step(const char* name) {
      printf("%s %.9f\n", name, MPI_Wtime() - begun);
      begun = MPI_Wtime();
    }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      char* data = calloc(bytes, 1);
      begun = MPI_Wtime();
      const int file = open("by_write", O_CREAT | O_RDWR, 0600);
      step("open");
      if (write(file, data, bytes) != bytes) printf("too short\n");
      step("write");
      if (pread(file, data, bytes, 0) != bytes) printf("too short\n");
      step("pread");
      fsync(file);
      step("fsync");
      char* map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      step("mmap");
      for (int i = 0; i < bytes; i += 4096) map[i] = 1;
      step("stores");
      munmap(map, bytes);
      step("munmap");
      close(file);
      FILE* stream = fopen("by_stream", "w+");
      begun = MPI_Wtime();
      fwrite(data, 1, bytes, stream);
      fflush(stream);
      step("fwrite");
      rewind(stream);
      begun = MPI_Wtime();
      if (fread(data, 1, bytes, stream) != bytes) printf("too short\n");
      step("fread");
      printf("%s", fgetc(stream) == EOF && feof(stream) ? "" : "no end\n");
      rewind(stream);
      if (fgetc(stream) != 0 || fread(data, 1, bytes, stream) != bytes - 1 || !feof(stream)) printf("another end\n");
      if (ftell(stream) != bytes) printf("another place\n");
      rewind(stream);
      begun = MPI_Wtime();
      for (int i = 0; i < 3; i++) fprintf(stream, "line %d\n", i);
      step("buffered");
      fflush(stream);
      step("flushed");
      if (fileno(stream) < 0 || lseek(fileno(stream), 0, SEEK_CUR) != 21) printf("another place\n");
      fclose(stream);
      step("to_nobody");
      FILE* nowhere = fopen("/dev/null", "w");
      fwrite(data, 1, bytes, nowhere);
      fclose(nowhere);
      step("nowhere");
      MPI_Finalize();
      return 0;
    })");
  for (const char* step : {"write", "pread", "mmap", "munmap", "fwrite", "fread"})
    EXPECT_NEAR(taken.at(step), mebibytes_16_s, within * mebibytes_16_s) << step;
  for (const char* step : {"stores", "buffered", "nowhere", "to_nobody"}) EXPECT_LT(taken.at(step), 1e-5) << step;
  for (const char* step : {"open", "fsync", "flushed"}) {
    EXPECT_GT(taken.at(step), 1e-7) << step;
    EXPECT_LT(taken.at(step), 1e-4) << step;
  }
  EXPECT_EQ(taken.size(), 13U) << testing::PrintToString(taken);
}

TEST(PlainFiles, OfStreamsOfCppToo) {
  const auto taken = steps(R"(
    #include <cstdio>
    #include <fstream>
    #include <string>
    #include <vector>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      const std::vector<char> data(16 << 20, 'x');
      double begun = MPI_Wtime();
      {
        std::ofstream file("data");
        file.write(data.data(), data.size());
      }
      printf("ofstream %.9f\n", MPI_Wtime() - begun);
      begun = MPI_Wtime();
      {
        std::fstream file("lines", std::ios::out);
        for (int i = 0; i < 1 << 20; i++) file << "fifteen letters\n";
      }
      printf("lines %.9f\n", MPI_Wtime() - begun);
      begun = MPI_Wtime();
      std::ifstream file("data");
      std::string all(16 << 20, ' ');
      file.read(&all[0], all.size());
      printf("ifstream %.9f\n", MPI_Wtime() - begun);
      if (all != std::string(16 << 20, 'x')) printf("other data\n");
      MPI_Finalize();
      return 0;
    })");
  EXPECT_NEAR(taken.at("ofstream"), mebibytes_16_s, within * mebibytes_16_s);
  EXPECT_NEAR(taken.at("ifstream"), mebibytes_16_s, within * mebibytes_16_s);
  EXPECT_GT(taken.at("lines"), mebibytes_16_s);
  EXPECT_EQ(taken.size(), 3U) << testing::PrintToString(taken);
}

/// Who waits for a file of another process by asking for it. At 0.01 s it is made, whatever the file system's latency.
TEST(PlainFiles, ThatAnotherProcessMakesAreFoundByWhoAsksAgainAndAgain) {
  const char* const source = R"(
    #include <dirent.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <sys/stat.h>
    #include <unistd.h>
    static char name[16];
    static struct stat found;
    static int by_open(void) {
      const int file = open(name, O_RDONLY);
      return file >= 0 && close(file) == 0;
    }
    static int by_fopen(void) {
      FILE* file = fopen(name, "r");
      return file && fclose(file) == 0;
    }
    static int by_access(void) { return access(name, F_OK) == 0; }
    static int by_stat(void) { return stat(name, &found) == 0; }
    static int by_fstatat(void) { return fstatat(AT_FDCWD, name, &found, 0) == 0; }
    static int by_opendir(void) {
      DIR* folder = opendir(name);
      return folder ? closedir(folder) == 0 : errno == ENOTDIR;
    }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      int (*const ways[])(void) = {by_open, by_fopen, by_access, by_stat, by_fstatat, by_opendir};
      for (int i = 0; i < 6; ++i) {
        sprintf(name, "flag-%d", i);
        MPI_Barrier(MPI_COMM_WORLD);
        const double begun = MPI_Wtime();
        if (rank == 1) {
          usleep(10000);
          close(open(name, O_CREAT | O_WRONLY, 0600));
        } else {
          while (!ways[i]()) continue;
          const double taken = MPI_Wtime() - begun;
          printf("%d\n", taken > 0.0099 && taken < 0.0103);
        }
      }
      if (rank == 1) mkdir("lock", 0700);
      MPI_Barrier(MPI_COMM_WORLD);
      const double begun = MPI_Wtime();
      if (rank == 1) {
        usleep(10000);
        rmdir("lock");
      } else {
        while (mkdir("lock", 0700) != 0) continue;
        const double taken = MPI_Wtime() - begun;
        printf("%d\n", taken > 0.0099 && taken < 0.0103);
      }
      MPI_Finalize();
      return 0;
    })";
  for (const char* const latency : {"0s", "100us"}) {
    Workbench bench;
    bench.machine = fmt::format(R"({{"nodes": 1, "cores": 2, "file_system_latency": "{}"}})", latency);
    EXPECT_THAT(bench.said(source, 2), testing::UnorderedElementsAreArray(std::vector<std::string>(7, "0: 1")))
        << latency;
  }
}

TEST(PlainFiles, ThatAnotherProcessMakesAreFoundByTheCppLibraryToo) {
  Workbench bench;
  EXPECT_THAT(bench.said(R"(
    #include <filesystem>
    #include <fstream>
    #include <unistd.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      if (rank == 1) {
        usleep(10000);
        std::ofstream("one") << "ready";
        usleep(10000);
        std::ofstream("two") << "ready";
      } else {
        while (!std::ifstream("one")) continue;
        while (!std::filesystem::exists("two")) continue;
        printf("%d\n", MPI_Wtime() > 0.02 && MPI_Wtime() < 0.0205);
      }
      MPI_Finalize();
    })",
                         2),
              testing::ElementsAre("0: 1"));
}

TEST(PlainFiles, OfSeveralRanksShareTheFileSystem) {
  Workbench bench;
  bench.machine = machine;
  const auto lines = bench.said(R"(
    #include <stdlib.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      char name[16];
      sprintf(name, "own-%d", rank);
      FILE* file = fopen(name, "w");
      char* data = calloc(1, 16 << 20);
      MPI_Barrier(MPI_COMM_WORLD);
      const double begun = MPI_Wtime();
      fwrite(data, 1, 16 << 20, file);
      const double taken = MPI_Wtime() - begun;
      printf("%d\n", taken > 3.9 * 0.0168 && taken < 4.1 * 0.0168);
      fclose(file);
      MPI_Finalize();
      return 0;
    })",
                                4);
  EXPECT_THAT(lines, testing::UnorderedElementsAre("0: 1", "1: 1", "2: 1", "3: 1"));
}

TEST(PlainFiles, ThatAreMovedByTheSystemTakeItsTime) {
  const auto taken = steps(R"(
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/sendfile.h>
    #include <unistd.h>
    enum { bytes = 16 << 20 };
    ssize_t copy_file_range(int, off_t*, int, off_t*, size_t, unsigned);
    static double begun;
    static void step(const char* name) {
      printf("%s %.9f\n", name, MPI_Wtime() - begun);
      begun = MPI_Wtime();
    }
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      const int from = open("from", O_CREAT | O_RDWR, 0600), to = open("to", O_CREAT | O_RDWR, 0600);
      char* data = calloc(bytes + 1, 1);
      if (ftruncate(from, bytes) != 0) return 1;
      off_t at = 0, there = 0;
      begun = MPI_Wtime();
      if (sendfile(to, from, &at, 2 * bytes) != bytes) printf("too short\n");
      step("sendfile");
      at = 0;
      if (copy_file_range(from, &at, to, &there, bytes, 0) <= 0) printf("too short\n");
      step("copy_file_range");
      memset(data, 'x', bytes);
      if (dprintf(to, "%s", data) != bytes) printf("too short\n");
      step("dprintf");
      if (posix_fallocate(to, 0, 4 * bytes) != 0) printf("no room\n");
      step("posix_fallocate");
      MPI_Finalize();
      return 0;
    })");
  for (const char* step : {"sendfile", "copy_file_range"})
    EXPECT_NEAR(taken.at(step), 2 * mebibytes_16_s, within * 2 * mebibytes_16_s) << step;
  EXPECT_NEAR(taken.at("dprintf"), mebibytes_16_s, within * mebibytes_16_s);
  EXPECT_GT(taken.at("posix_fallocate"), 1e-7);
  EXPECT_LT(taken.at("posix_fallocate"), 1e-4);
  EXPECT_EQ(taken.size(), 4U) << testing::PrintToString(taken);
}

TEST(PlainFiles, OfTheDeadAreNoLongerLocked) {
  Workbench bench;
  const auto lines = bench.said(R"(
    #include <fcntl.h>
    #include <sys/file.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      const int first = open("first", O_CREAT | O_RDWR, 0600), second = open("second", O_CREAT | O_RDWR, 0600);
      struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
      if (rank == 0) sleep(1);
      const int refused = (fcntl(first, F_SETLK, &lock) != 0) + (flock(second, LOCK_EX | LOCK_NB) != 0);
      if (rank == 1) sleep(9);
      fcntl(first, F_SETLKW, &lock);
      flock(second, LOCK_EX);
      printf("%d at %.1f\n", refused, MPI_Wtime());
      return MPI_Finalize();
    })",
                                2, "", R"("events": [{"at": "2s", "kill": "p", "ranks": [1]}],)");
  EXPECT_THAT(lines, testing::ElementsAre(testing::StartsWith("1 died"), "0: 2 at 2.0"));
}

TEST(PlainFiles, WhatTheDeadWereWritingIsNotThere) {
  Workbench bench;
  bench.machine = machine;
  bench.said(R"(
    #include <fcntl.h>
    #include <stdlib.h>
    #include <unistd.h>
    int main(int argc, char** argv) {
      begin(&argc, &argv);
      char name[16];
      sprintf(name, "own-%d", rank);
      const int file = open(name, O_CREAT | O_WRONLY, 0600);
      FILE* stream = fopen(rank == 0 ? "stream-0" : "stream-1", "w");
      if (write(file, "begun", 5) != 5) return 1;
      sleep(1);
      fprintf(stream, "lost with its buffer");
      char* data = calloc(1, 100 << 20);
      if (write(file, data, 100 << 20) < 0) return 1;
      fclose(stream);
      MPI_Finalize();
      return 0;
    })",
             2, "", R"("events": [{"at": "1.05s", "kill": "p", "ranks": [1]}],)");
  EXPECT_EQ(bench.shell("stat -c %s own-0 own-1 stream-0 stream-1 | tr '\n' ' '").out, "104857605 5 20 0 ");
}

} // namespace
} // namespace daruma::hosting::test
