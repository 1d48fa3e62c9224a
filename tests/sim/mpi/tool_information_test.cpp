// The tool information interface: what tools find when they start, and that its values are the simulation's.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A performance variable of the calling process, from here on.
class Watched {
public:
  Watched(const char* name, int variable_class) {
    int count = -1;
    int provided = -1;
    int index = -1;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    check(MPI_T_pvar_get_index(name, variable_class, &index) == MPI_SUCCESS, name);
    MPI_T_pvar_session_create(&session_);
    MPI_T_pvar_handle_alloc(session_, index, nullptr, &handle_, &count);
    check(count == 1, "not one number");
  }
  ~Watched() {
    MPI_T_pvar_handle_free(session_, &handle_);
    MPI_T_pvar_session_free(&session_);
    MPI_T_finalize();
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  MPI_T_pvar_session session() const { return session_; }
  MPI_T_pvar_handle handle() const { return handle_; }
  int start() const { return MPI_T_pvar_start(session_, handle_); }
  int stop() const { return MPI_T_pvar_stop(session_, handle_); }
  template <class Number = unsigned long> Number read() const {
    Number value{};
    check(MPI_T_pvar_read(session_, handle_, &value) == MPI_SUCCESS, "not read");
    return value;
  }

private:
  MPI_T_pvar_session session_ = MPI_T_PVAR_SESSION_NULL;
  MPI_T_pvar_handle handle_ = MPI_T_PVAR_HANDLE_NULL;
};

Simulation without_mpi(int processes, const std::function<void(int)>& program) {
  Simulation simulation;
  simulation.processes = processes;
  simulation.program = program;
  return simulation;
}

TEST(ToolInformation, IsThereBeforeInitAndAfterFinalizeAndCounted) {
  const auto program = [](int) {
    int provided = -1;
    int number = -1;
    check(MPI_T_cvar_get_num(&number) == MPI_T_ERR_NOT_INITIALIZED, "there before it is initialised");
    MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    check(provided == MPI_THREAD_MULTIPLE, "threads");
    check(MPI_T_finalize() == MPI_SUCCESS && MPI_T_cvar_get_num(&number) == MPI_SUCCESS, "gone with the first");
    MPI_Init(nullptr, nullptr);
    MPI_Finalize();
    check(MPI_T_pvar_get_num(&number) == MPI_SUCCESS && number > 0, "gone with MPI");
    check(MPI_T_finalize() == MPI_SUCCESS, "not over");
    check(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED, "over twice");
  };
  EXPECT_THAT(run(without_mpi(1, program)).lines, IsEmpty());
}

TEST(ToolInformation, NamesEachVariableOnceAndFindsItByItsName) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  int provided = 0;
                                  int number = 0;
                                  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
                                  MPI_T_pvar_get_num(&number);
                                  for (int i = 0; i < number; ++i) {
                                    char name[100];
                                    int length = 100;
                                    int kind = -1;
                                    int index = -1;
                                    MPI_T_pvar_get_info(i, name, &length, nullptr, &kind, nullptr, nullptr, nullptr,
                                                        nullptr, nullptr, nullptr, nullptr, nullptr);
                                    check(length == static_cast<int>(std::string(name).size()) + 1, "wrong length");
                                    MPI_T_pvar_get_index(name, kind, &index);
                                    check(index == i, name);
                                    check(MPI_T_pvar_get_index(name, kind + 1, &index) == MPI_T_ERR_INVALID_NAME,
                                          "another class");
                                  }
                                  char part[6] = "";
                                  int room = 6;
                                  int index = -1;
                                  MPI_T_cvar_get_info(0, part, &room, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                      nullptr, nullptr);
                                  check(std::string(part) == "eager" && room == 12, "no part of the name");
                                  check(MPI_T_cvar_get_index("nothing", &index) == MPI_T_ERR_INVALID_NAME, "found");
                                  check(MPI_T_cvar_get_info(99, part, &room, nullptr, nullptr, nullptr, nullptr,
                                                            nullptr, nullptr, nullptr) == MPI_T_ERR_INVALID_INDEX,
                                        "a hundredth");
                                  MPI_T_event_get_num(&number);
                                  check(number == 0, "events");
                                  check(MPI_T_event_get_index("x", &index) == MPI_T_ERR_INVALID_NAME, "an event");
                                }))
                  .lines,
              IsEmpty());
}

TEST(ToolInformation, SortsVariablesIntoCategories) {
  EXPECT_THAT(run(simulation_of(1,
                                [](int) {
                                  int provided = 0;
                                  int categories = 0;
                                  int variables = 0;
                                  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
                                  MPI_T_category_get_num(&categories);
                                  MPI_T_pvar_get_num(&variables);
                                  std::vector<int> seen(static_cast<std::size_t>(variables));
                                  for (int i = 0; i < categories; ++i) {
                                    int controls = 0;
                                    int performances = 0;
                                    int inner = -1;
                                    MPI_T_category_get_info(i, nullptr, nullptr, nullptr, nullptr, &controls,
                                                            &performances, &inner);
                                    std::vector<int> indices(static_cast<std::size_t>(performances));
                                    MPI_T_category_get_pvars(i, performances, indices.data());
                                    for (const int index : indices) ++seen[static_cast<std::size_t>(index)];
                                    check(inner == 0 && controls > 0, "wrong category");
                                  }
                                  for (const int times : seen) check(times == 1, "not in one category");
                                }))
                  .lines,
              IsEmpty());
}

TEST(ToolInformation, TellsTheEagerLimitOfTheRuntimeWhichNobodySets) {
  Simulation simulation = simulation_of(1, [](int) {
    int provided = 0;
    int index = -1;
    int count = -1;
    unsigned long limit = 0;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_cvar_get_index("eager_limit", &index);
    MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count);
    check(MPI_T_cvar_read(handle, &limit) == MPI_SUCCESS && limit == 12345 && count == 1, "another limit");
    check(MPI_T_cvar_write(handle, &limit) == MPI_T_ERR_CVAR_SET_NEVER, "set");
    MPI_T_cvar_handle_free(&handle);
    check(handle == MPI_T_CVAR_HANDLE_NULL && MPI_T_cvar_read(handle, &limit) == MPI_T_ERR_INVALID_HANDLE, "kept");
    MPI_T_cvar_get_index("runtime", &index);
    MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count);
    std::vector<char> name(static_cast<std::size_t>(count));
    MPI_T_cvar_read(handle, name.data());
    say(name.data());
  });
  simulation.profile.eager_limit = Bytes(12345);
  simulation.profile.name = "some-runtime";
  EXPECT_THAT(run(simulation).said_by(0), ElementsAre("some-runtime"));
}

TEST(ToolInformation, CountsMessagesAndBytesFromTheStartOfAHandleOn) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  const Watched sent("bytes_sent", MPI_T_PVAR_CLASS_COUNTER);
                                  const Watched received("messages_received", MPI_T_PVAR_CLASS_COUNTER);
                                  std::vector<char> data(100);
                                  const auto exchange = [&](int bytes) {
                                    if (rank == 0) MPI_Send(data.data(), bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
                                    if (rank == 1)
                                      MPI_Recv(data.data(), 100, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                  };
                                  exchange(50);
                                  check(sent.read() == 0, "counts before its start");
                                  check(sent.start() == MPI_SUCCESS && received.start() == MPI_SUCCESS, "not started");
                                  exchange(30);
                                  check(sent.read() == (rank == 0 ? 30u : 0u), "wrong bytes");
                                  check(received.read() == (rank == 1 ? 1u : 0u), "wrong messages");
                                  sent.stop();
                                  exchange(20);
                                  check(sent.read() == (rank == 0 ? 30u : 0u), "counts after its stop");
                                  unsigned long value = 7;
                                  MPI_T_pvar_write(sent.session(), sent.handle(), &value);
                                  sent.start();
                                  exchange(5);
                                  MPI_T_pvar_readreset(sent.session(), sent.handle(), &value);
                                  check(value == (rank == 0 ? 12u : 7u) && sent.read() == 0, "not reset");
                                  exchange(5);
                                  check(MPI_T_pvar_reset(sent.session(), MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS,
                                        "not all");
                                  check(sent.read() == 0, "not reset with all");
                                }))
                  .lines,
              IsEmpty());
}

TEST(ToolInformation, ShowsWhatWaitsForItsMatch) {
  EXPECT_THAT(run(simulation_of(2,
                                [](int rank) {
                                  const Watched unexpected("unexpected_messages", MPI_T_PVAR_CLASS_LEVEL);
                                  const Watched posted("posted_receives", MPI_T_PVAR_CLASS_LEVEL);
                                  int data = 0;
                                  MPI_Request request = MPI_REQUEST_NULL;
                                  unsigned long value = 0;
                                  check(posted.start() == MPI_T_ERR_PVAR_NO_STARTSTOP, "a level is started");
                                  check(MPI_T_pvar_write(posted.session(), posted.handle(), &value) ==
                                            MPI_T_ERR_PVAR_NO_WRITE,
                                        "a level is written");
                                  check(MPI_T_pvar_read(unexpected.session(), posted.handle(), &value) ==
                                            MPI_T_ERR_INVALID_HANDLE,
                                        "another session's");
                                  if (rank == 0) {
                                    for (int tag = 0; tag < 3; ++tag)
                                      MPI_Send(&data, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
                                    return;
                                  }
                                  while (unexpected.read() < 3) {} // time passes for who looks
                                  for (int tag = 0; tag < 3; ++tag)
                                    MPI_Recv(&data, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                                  check(unexpected.read() == 0 && posted.read() == 0, "something left");
                                  MPI_Irecv(&data, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &request);
                                  check(posted.read() == 1, "nothing posted");
                                  MPI_Cancel(&request);
                                  MPI_Wait(&request, MPI_STATUS_IGNORE);
                                }))
                  .lines,
              IsEmpty());
}

TEST(ToolInformation, TimesWaitingAndCountsFailures) {
  Simulation simulation = simulation_of(2, [](int rank) {
    if (rank == 1) rest_until(9.0);
    const Watched blocked("time_blocked", MPI_T_PVAR_CLASS_TIMER);
    const Watched failures("known_failures", MPI_T_PVAR_CLASS_LEVEL);
    int data = 0;
    blocked.start();
    check(failures.read() == 0, "a failure before there is one");
    const double begin = MPI_Wtime();
    check(MPI_Recv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_ERR_PROC_FAILED, "received");
    const double waited = blocked.read<double>();
    check(waited > 0.9 && waited <= MPI_Wtime() - begin, "not timed");
    check(failures.read() == 1, "no failure");
    say("done");
  });
  simulation.kills = {{1.0, 1}};
  EXPECT_THAT(run(simulation).said_by(0), ElementsAre("done"));
}

TEST(ToolInformation, FindsCategoriesByTheirNamesAndControlsInThem) {
  EXPECT_THAT(
      run(simulation_of(1,
                        [](int) {
                          int provided = 0;
                          int categories = 0;
                          int controls = 0;
                          int stamp = -1;
                          MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
                          MPI_T_category_get_num(&categories);
                          MPI_T_cvar_get_num(&controls);
                          std::vector<int> seen(static_cast<std::size_t>(controls));
                          for (int i = 0; i < categories; ++i) {
                            char name[100];
                            int room = 100;
                            int index = -1;
                            int count = 0;
                            MPI_T_category_get_info(i, name, &room, nullptr, nullptr, &count, nullptr, nullptr);
                            check(MPI_T_category_get_index(name, &index) == MPI_SUCCESS && index == i, name);
                            std::vector<int> indices(static_cast<std::size_t>(count));
                            MPI_T_category_get_cvars(i, count, indices.data());
                            for (const int control : indices) ++seen[static_cast<std::size_t>(control)];
                            int untouched = 77;
                            check(MPI_T_category_get_categories(i, 1, &untouched) == MPI_SUCCESS, "no categories");
                            check(MPI_T_category_get_num_events(i, &count) == MPI_SUCCESS && count == 0, "events");
                            check(MPI_T_category_get_events(i, 1, &untouched) == MPI_SUCCESS, "no events");
                            check(untouched == 77, "what there is none of is written");
                          }
                          for (const int times : seen) check(times == 1, "not in one category");
                          check(MPI_T_category_changed(&stamp) == MPI_SUCCESS && stamp == 0, "changed");
                          check(MPI_T_category_get_index("nothing", &stamp) == MPI_T_ERR_INVALID_NAME, "found");
                          check(MPI_T_category_get_cvars(categories, 0, nullptr) == MPI_T_ERR_INVALID_INDEX, "more");
                        }))
          .lines,
      IsEmpty());
}

TEST(ToolInformation, HasNoEnumerationsSourcesAndEvents) {
  EXPECT_THAT(run(simulation_of(
                      1,
                      [](int) {
                        int provided = 0;
                        int number = -1;
                        MPI_Count time = 0;
                        MPI_Info info = MPI_INFO_NULL;
                        MPI_T_event_registration registration = nullptr;
                        MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
                        check(MPI_T_source_get_num(&number) == MPI_SUCCESS && number == 0, "sources");
                        const auto no_index = [](int error, const char* call) {
                          check(error == MPI_T_ERR_INVALID_INDEX, call);
                        };
                        no_index(MPI_T_source_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                       nullptr),
                                 "MPI_T_source_get_info");
                        no_index(MPI_T_source_get_timestamp(0, &time), "MPI_T_source_get_timestamp");
                        no_index(MPI_T_event_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                      nullptr, nullptr, nullptr, nullptr),
                                 "MPI_T_event_get_info");
                        no_index(MPI_T_event_handle_alloc(0, nullptr, MPI_INFO_NULL, &registration),
                                 "MPI_T_event_handle_alloc");
                        const auto no_handle = [](int error, const char* call) {
                          check(error == MPI_T_ERR_INVALID_HANDLE, call);
                        };
                        no_handle(MPI_T_enum_get_info(nullptr, &number, nullptr, nullptr), "MPI_T_enum_get_info");
                        no_handle(MPI_T_enum_get_item(nullptr, 0, &number, nullptr, nullptr), "MPI_T_enum_get_item");
                        no_handle(MPI_T_event_handle_set_info(nullptr, info), "MPI_T_event_handle_set_info");
                        no_handle(MPI_T_event_handle_get_info(nullptr, &info), "MPI_T_event_handle_get_info");
                        no_handle(MPI_T_event_handle_free(nullptr, nullptr, nullptr), "MPI_T_event_handle_free");
                        no_handle(MPI_T_event_register_callback(nullptr, MPI_T_CB_REQUIRE_NONE, info, nullptr, nullptr),
                                  "MPI_T_event_register_callback");
                        no_handle(MPI_T_event_callback_set_info(nullptr, MPI_T_CB_REQUIRE_NONE, info),
                                  "MPI_T_event_callback_set_info");
                        no_handle(MPI_T_event_callback_get_info(nullptr, MPI_T_CB_REQUIRE_NONE, &info),
                                  "MPI_T_event_callback_get_info");
                        no_handle(MPI_T_event_set_dropped_handler(nullptr, nullptr), "MPI_T_event_set_dropped_handler");
                        no_handle(MPI_T_event_read(nullptr, 0, &number), "MPI_T_event_read");
                        no_handle(MPI_T_event_copy(nullptr, &number), "MPI_T_event_copy");
                        no_handle(MPI_T_event_get_timestamp(nullptr, &time), "MPI_T_event_get_timestamp");
                        no_handle(MPI_T_event_get_source(nullptr, &number), "MPI_T_event_get_source");
                      }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
