// Every form of a send and of a receive: each mode, blocking, non-blocking and persistent, with plain and with large
// counts. What arrives, and when the sender is let go: a standard send of a few bytes, a buffered and a ready one at
// once, a synchronous one not before it is received.
#include "tests/sim/mpi/sound_run.hpp"
#include "tests/sim/mpi/survival.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi-ext.h>

namespace daruma::mpi::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Send = std::function<void(const int*)>;

/// Starts it, and waits for its end.
template <class Start> Send after_start(Start start) {
  return [=](const int* data) {
    MPI_Request request = MPI_REQUEST_NULL;
    start(data, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (request != MPI_REQUEST_NULL) say("leaves its request");
  };
}

/// Made once and started twice.
template <class Init> Send after_two_starts(Init init) {
  return [=](const int* data) {
    MPI_Request request = MPI_REQUEST_NULL;
    init(data, &request);
    for (int turn = 0; turn < 2; ++turn) {
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
  };
}

struct SendForm {
  const char* call;
  int messages;
  Send send;
};

#define SEND_FORMS(call, started_call, init)                                                                           \
  SendForm{#call, 1, [](const int* data) { call(data, 2, MPI_INT, 1, 7, MPI_COMM_WORLD); }},                           \
      SendForm{#started_call, 1, after_start([](const int* data, MPI_Request* request) {                               \
                 started_call(data, 2, MPI_INT, 1, 7, MPI_COMM_WORLD, request);                                        \
               })},                                                                                                    \
      SendForm {                                                                                                       \
#init, 2, after_two_starts([](const int* data, MPI_Request* request) {                                             \
      init(data, 2, MPI_INT, 1, 7, MPI_COMM_WORLD, request);                                                           \
    })                                                                                                                 \
  }

/// What rank 1 receives of each form, and whether the sender has gone on before that.
std::vector<std::string> fates(const std::vector<SendForm>& forms, bool receiver_is_first) {
  const Outcome outcome = run(simulation_of(2, [&](int rank) {
    const int data[] = {3, 4};
    char buffer[1000];
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (std::size_t form = 0; form < forms.size(); ++form) {
      const double begin = 10.0 * static_cast<double>(form + 1);
      rest_until(begin + (receiver_is_first == (rank == 0) ? 1 : 0));
      if (rank == 0) {
        forms[form].send(data);
        say(std::string(forms[form].call) + (MPI_Wtime() < begin + 1 ? " goes on" : " waits"));
        continue;
      }
      for (int message = 0; message < forms[form].messages; ++message) {
        int got[2] = {};
        MPI_Recv(got, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (got[0] != 3 || got[1] != 4) say(std::string(forms[form].call) + " sends something else");
      }
    }
    void* detached = nullptr;
    int size = 0;
    MPI_Buffer_detach(static_cast<void*>(&detached), &size);
  }));
  EXPECT_THAT(outcome.said_by(1), IsEmpty());
  return outcome.said_by(0);
}

TEST(MessageForms, StandardSendsOfFewBytesGoOn) {
  EXPECT_THAT(
      fates({SEND_FORMS(MPI_Send, MPI_Isend, MPI_Send_init), SEND_FORMS(MPI_Send_c, MPI_Isend_c, MPI_Send_init_c)},
            false),
      ElementsAre("MPI_Send goes on", "MPI_Isend goes on", "MPI_Send_init goes on", "MPI_Send_c goes on",
                  "MPI_Isend_c goes on", "MPI_Send_init_c goes on"));
}

TEST(MessageForms, BufferedSendsGoOn) {
  EXPECT_THAT(fates({SEND_FORMS(MPI_Bsend, MPI_Ibsend, MPI_Bsend_init),
                     SEND_FORMS(MPI_Bsend_c, MPI_Ibsend_c, MPI_Bsend_init_c)},
                    false),
              ElementsAre("MPI_Bsend goes on", "MPI_Ibsend goes on", "MPI_Bsend_init goes on", "MPI_Bsend_c goes on",
                          "MPI_Ibsend_c goes on", "MPI_Bsend_init_c goes on"));
}

TEST(MessageForms, SynchronousSendsWaitForTheirReceives) {
  EXPECT_THAT(fates({SEND_FORMS(MPI_Ssend, MPI_Issend, MPI_Ssend_init),
                     SEND_FORMS(MPI_Ssend_c, MPI_Issend_c, MPI_Ssend_init_c)},
                    false),
              ElementsAre("MPI_Ssend waits", "MPI_Issend waits", "MPI_Ssend_init waits", "MPI_Ssend_c waits",
                          "MPI_Issend_c waits", "MPI_Ssend_init_c waits"));
}

TEST(MessageForms, ReadySendsFindTheirReceives) {
  EXPECT_THAT(fates({SEND_FORMS(MPI_Rsend, MPI_Irsend, MPI_Rsend_init),
                     SEND_FORMS(MPI_Rsend_c, MPI_Irsend_c, MPI_Rsend_init_c)},
                    true),
              ElementsAre("MPI_Rsend waits", "MPI_Irsend waits", "MPI_Rsend_init waits", "MPI_Rsend_c waits",
                          "MPI_Irsend_c waits", "MPI_Rsend_init_c waits"));
}

struct ReceiveForm {
  const char* call;
  std::function<void(int*, MPI_Status*)> receive;
};

using Receive = decltype(ReceiveForm::receive);

template <class Start> Receive by_request(Start start) {
  return [=](int* data, MPI_Status* status) {
    MPI_Request request = MPI_REQUEST_NULL;
    start(data, &request);
    MPI_Wait(&request, status);
  };
}

template <class Init> Receive by_persistent_request(Init init) {
  return [=](int* data, MPI_Status* status) {
    MPI_Request request = MPI_REQUEST_NULL;
    init(data, &request);
    MPI_Start(&request);
    MPI_Wait(&request, status);
    MPI_Request_free(&request);
  };
}

MPI_Message probed() {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  return message;
}

#define RECEIVE_FORMS(recv, irecv, recv_init, mrecv, imrecv)                                                           \
  ReceiveForm{#recv,                                                                                                   \
              [](int* data, MPI_Status* status) {                                                                      \
                recv(data, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status);                           \
              }},                                                                                                      \
      ReceiveForm{#irecv, by_request([](int* data, MPI_Request* request) {                                             \
                    irecv(data, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, request);                     \
                  })},                                                                                                 \
      ReceiveForm{#recv_init, by_persistent_request([](int* data, MPI_Request* request) {                              \
                    recv_init(data, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, request);                 \
                  })},                                                                                                 \
      ReceiveForm{#mrecv,                                                                                              \
                  [](int* data, MPI_Status* status) {                                                                  \
                    MPI_Message message = probed();                                                                    \
                    mrecv(data, 3, MPI_INT, &message, status);                                                         \
                  }},                                                                                                  \
      ReceiveForm {                                                                                                    \
#imrecv, by_request([](int* data, MPI_Request* request) {                                                          \
      MPI_Message message = probed();                                                                                  \
      imrecv(data, 3, MPI_INT, &message, request);                                                                     \
    })                                                                                                                 \
  }

TEST(MessageForms, ReceivesHaveTheDataAndSayWhoseTheyAre) {
  const std::vector<ReceiveForm> forms{
      RECEIVE_FORMS(MPI_Recv, MPI_Irecv, MPI_Recv_init, MPI_Mrecv, MPI_Imrecv),
      RECEIVE_FORMS(MPI_Recv_c, MPI_Irecv_c, MPI_Recv_init_c, MPI_Mrecv_c, MPI_Imrecv_c)};
  EXPECT_THAT(run(simulation_of(2,
                                [&](int rank) {
                                  for (int form = 0; form < static_cast<int>(forms.size()); ++form) {
                                    const int data[] = {form, 2 * form};
                                    if (rank == 1) {
                                      MPI_Send(data, 2, MPI_INT, 0, form, MPI_COMM_WORLD);
                                      continue;
                                    }
                                    int got[] = {-1, -1, -1};
                                    int count = 0;
                                    MPI_Status status;
                                    forms[static_cast<std::size_t>(form)].receive(got, &status);
                                    MPI_Get_count(&status, MPI_INT, &count);
                                    if (got[0] != form || got[1] != 2 * form || got[2] != -1 || count != 2 ||
                                        status.MPI_SOURCE != 1 || status.MPI_TAG != form)
                                      say(std::string(forms[static_cast<std::size_t>(form)].call) + " has it wrong");
                                  }
                                }))
                  .lines,
              IsEmpty());
}

struct ExchangeForm {
  const char* call;
  std::function<void(int* out, int* in, int to, int from)> exchange; ///< of two numbers; `in` may be left alone
  bool in_place;
};

#define EXCHANGE_FORMS(sendrecv, isendrecv, replace, ireplace)                                                         \
  ExchangeForm{#sendrecv,                                                                                              \
               [](int* out, int* in, int to, int from) {                                                               \
                 sendrecv(out, 2, MPI_INT, to, 3, in, 2, MPI_INT, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);         \
               },                                                                                                      \
               false},                                                                                                 \
      ExchangeForm{#isendrecv,                                                                                         \
                   [](int* out, int* in, int to, int from) {                                                           \
                     MPI_Request request = MPI_REQUEST_NULL;                                                           \
                     isendrecv(out, 2, MPI_INT, to, 3, in, 2, MPI_INT, from, 3, MPI_COMM_WORLD, &request);             \
                     MPI_Wait(&request, MPI_STATUS_IGNORE);                                                            \
                   },                                                                                                  \
                   false},                                                                                             \
      ExchangeForm{#replace,                                                                                           \
                   [](int* out, int*, int to, int from) {                                                              \
                     replace(out, 2, MPI_INT, to, 3, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);                      \
                   },                                                                                                  \
                   true},                                                                                              \
      ExchangeForm {                                                                                                   \
#ireplace,                                                                                          \
                   [](int* out, int*, int to, int from) {                                                              \
                     MPI_Request request = MPI_REQUEST_NULL;                                                           \
                     ireplace(out, 2, MPI_INT, to, 3, from, 3, MPI_COMM_WORLD, &request);                              \
                     MPI_Wait(&request, MPI_STATUS_IGNORE);                                                            \
                   },                                                                                                  \
                   true                  \
  }

TEST(MessageForms, ExchangesGoRoundARing) {
  const std::vector<ExchangeForm> forms{
      EXCHANGE_FORMS(MPI_Sendrecv, MPI_Isendrecv, MPI_Sendrecv_replace, MPI_Isendrecv_replace),
      EXCHANGE_FORMS(MPI_Sendrecv_c, MPI_Isendrecv_c, MPI_Sendrecv_replace_c, MPI_Isendrecv_replace_c)};
  EXPECT_THAT(run(simulation_of(3,
                                [&](int rank) {
                                  const int before = (rank + 2) % 3;
                                  for (const ExchangeForm& form : forms) {
                                    int out[] = {rank, 10 * rank};
                                    int in[] = {-1, -1};
                                    form.exchange(out, in, (rank + 1) % 3, before);
                                    const int* got = form.in_place ? out : in;
                                    if (got[0] != before || got[1] != 10 * before)
                                      say(std::string(form.call) + " has it wrong");
                                    if (!form.in_place && out[0] != rank)
                                      say(std::string(form.call) + " changes what it sends");
                                  }
                                }))
                  .lines,
              IsEmpty());
}

} // namespace
} // namespace daruma::mpi::test
