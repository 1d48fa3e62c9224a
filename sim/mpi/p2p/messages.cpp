#include "sim/mpi/p2p/messages.hpp"

#include "sim/mpi/p2p/arrivals.hpp"
#include "sim/mpi/p2p/blank_memory.hpp"
#include "sim/mpi/p2p/held_messages.hpp"
#include "sim/mpi/p2p/match_queue.hpp"
#include "sim/mpi/p2p/partitioned.hpp"
#include "sim/mpi/p2p/status.hpp"
#include "sim/mpi/process/call_observer.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"

#include <simgrid/kernel/Timer.hpp>

#include <algorithm>
#include <memory_resource>

namespace daruma::mpi {

namespace {

Process& peer_of(const Request& request) { return *request.peers()[static_cast<std::size_t>(request.peer)]; }

void await(Request& request) {
  request.pending_index = request.owner->pending.size();
  request.owner->pending.push_back(&request);
}

void no_longer_pending(Request& request) {
  auto& pending = request.owner->pending;
  const std::size_t index = request.pending_index;
  if (index >= pending.size() || pending[index] != &request) return;
  pending[index] = pending.back();
  pending[index]->pending_index = index;
  pending.pop_back();
}

/// A message that is no whole number of a receive's named elements was sent as something else.
bool ends_within_an_element(std::size_t size, const Buffer& buffer) {
  const MPI_Count whole = buffer.type ? buffer.type->size() : 0;
  MPI_Count rest = whole == 0 ? 0 : static_cast<MPI_Count>(size) % whole;
  if (rest != 0) buffer.type->elements_in(rest);
  return rest != 0;
}

/// Hands a message that has been received to its receive.
void deliver(Message& message) {
  Request& receive = *message.receive;
  const std::size_t room = receive.buffer.bytes();
  receive.status.MPI_SOURCE = message.source;
  receive.status.MPI_TAG = message.tag;
  set_bytes(receive.status, static_cast<MPI_Count>(std::min(room, message.size)));
  ++receive.owner->traffic.messages_received;
  receive.owner->traffic.bytes_received += std::min(room, message.size);
  message.receive = nullptr;
  receive.finish(message.size > room                                    ? +MPI_ERR_TRUNCATE
                 : ends_within_an_element(message.size, receive.buffer) ? +MPI_ERR_TYPE
                                                                        : +MPI_SUCCESS);
}

/// Runs code that may start or stop transfers, with no other process in between.
template <class F> void with_network(const Process& process, F&& code) {
  if (process.job->world->transport().takes_turns())
    in_kernel(code);
  else
    code();
}

void depart(Message& message) {
  message.from->job->world->transport().depart(message, message.from->host, message.to->host, message.bytes());
}

/// Starts the message's journey. Kernel context.
void launch(Message& message) {
  World& world = *message.from->job->world;
  message.state = Message::State::flying;
  message.kept = message.shared_from_this();
  world.in_flight().add(message);
  if (!message.from->host->is_on() || !message.to->host->is_on()) {
    message.lost();
    return;
  }
  const Seconds ready = world.connections().ready(*message.from, *message.to, now());
  if (ready <= now()) {
    depart(message);
    return;
  }
  simgrid::kernel::timer::Timer::set(ready.count(), [kept = message.shared_from_this()] {
    if (kept->state == Message::State::flying) depart(*kept);
  });
}

void stop(Message& message) {
  if (message.state != Message::State::flying) return;
  const auto keep = message.shared_from_this();
  message.from->job->world->transport().recall(message);
  message.lost();
}

/// Nobody sends it any more; what has arrived is there.
void give_up(Message& message) {
  stop(message);
  if (message.state != Message::State::arrived) message.state = Message::State::lost;
}

void bind(const std::shared_ptr<Message>& message, Request& receive) {
  message->receive = &receive;
  receive.message = message;
}

/// Where messages lie: the memory of those that are gone is used again. It is there for as long as anybody may hold
/// one.
std::pmr::memory_resource& message_memory() {
  static auto* const memory = new std::pmr::unsynchronized_pool_resource;
  return *memory;
}

/// What befalls the data of a message.
void send_data(Message& message) {
  const auto bit = flipped_bit(*message.from, message.size, *message.to);
  message.is_flipped = bit.has_value();
  message.flipped_bit = bit.value_or(0);
}

std::shared_ptr<Message> make_message(Request& send) {
  auto message = std::allocate_shared<Message>(std::pmr::polymorphic_allocator<Message>(&message_memory()));
  message->from = send.owner;
  message->to = &peer_of(send);
  message->context = send.context();
  message->source = send.handle->rank;
  message->tag = send.tag;
  message->size = send.buffer.bytes();
  message->eager = send.mode != Request::Mode::synchronous &&
                   static_cast<double>(message->size) < send.owner->job->profile().eager_limit.value();
  if (message->size > 0 && !is_blank(send.buffer.address)) send_data(*message);
  ++send.owner->traffic.messages_sent;
  send.owner->traffic.bytes_sent += message->size;
  return message;
}

/// What arrives of what was sent.
Packed as_it_arrives(const Message& message, const Buffer& sent) {
  Packed data(sent);
  if (message.is_flipped) flip(data.data(), message.flipped_bit);
  return data;
}

void copy_data(const Message& message, const Buffer& sent, const Buffer& received) {
  if (!message.is_flipped) return received.copy_from(sent);
  received.unpack_from(as_it_arrives(message, sent).data(), std::min(received.bytes(), message.size));
}

/// A message that no receive has asked for. Kernel context, as the next.
void keep_unexpected(const std::shared_ptr<Message>& message) {
  Process& to = *message->to;
  message->waiting = Backlog::Part(to.job->world->backlog(), message->payload.memory());
  to.match_queue->keep(message);
  if (message->eager) launch(*message);
  to.message_came();
}

/// Hands a new message to its receiver and lets it leave where the protocol allows. The bytes of an eager one are where
/// its receive wants them at once, though that is not complete before they could be there.
void dispatch(const std::shared_ptr<Message>& message, const Buffer& sent) {
  if (Request* const receive = message->to->match_queue->claim(*message)) {
    bind(message, *receive);
    if (message->eager) copy_data(*message, sent, receive->buffer);
    launch(*message);
    return;
  }
  if (message->eager) message->pack(sent);
  keep_unexpected(message);
}

/// Hands it over now, or lets it be held where that was ordered.
void hand_over(const Request& send, const std::shared_ptr<Message>& message) {
  const bool is_own = send.context_kind == ContextKind::application;
  HeldMessages* const held = is_own ? send.owner->held_messages.get() : nullptr;
  const std::optional<Seconds> comes = held ? held->hold(message, send.buffer) : std::nullopt;
  if (!comes) dispatch(message, send.buffer);
  if (is_own) tell_sends_to(*message->from, *message->to, comes.value_or(now()));
}

/// Stops a program that goes on sending what nobody receives.
void check_backlog(const Request& send) {
  const World& world = *send.owner->job->world;
  const Backlog& backlog = world.backlog();
  if (backlog.size() < backlog.limit()) return;
  const Process& to = peer_of(send);
  misuse(fiber().waiting.call, "messages that no receive has asked for take " + to_text(backlog.limit()) +
                                   ", and more are not kept; " + std::to_string(to.match_queue->unexpected()) +
                                   " of them are for " + world.introduce(to));
}

/// The processor time of the call.
void spend_sending(const Request& send) {
  const ProcessorTimes& times = send.owner->job->profile().send;
  if (times.empty()) return;
  const Where way = peer_of(send).host == send.owner->host ? Where::within_node : Where::across_nodes;
  pass(processor_time(times, Bytes(static_cast<double>(send.buffer.bytes())), way));
}

void post_send(Request& send) {
  check_backlog(send);
  const auto message = make_message(send);
  if (send.issued_by) send.sent = message;
  Process& to = *message->to;
  if (!message->eager) {
    message->send = &send;
    send.message = message;
    await(send);
  }
  if (!to.alive) {
    message->state = Message::State::lost;
    send.owner->job->detector->on_contact(*send.owner, to);
    if (message->eager) send.finish(MPI_SUCCESS);
    return;
  }
  with_network(*send.owner, [&] { hand_over(send, message); });
  if (message->eager) send.finish(MPI_SUCCESS);
}

/// Gives a pending receive a message that waits for one.
void take(Request& receive, const std::shared_ptr<Message>& message) {
  bind(message, receive);
  message->waiting = {};
  if (message->eager) {
    receive.buffer.unpack_from(message->payload.data(), std::min(receive.buffer.bytes(), message->size));
    message->payload = {};
  }
  if (message->state == Message::State::landed && receive.owner->arrivals)
    receive.owner->arrivals->add(message);
  else if (message->state == Message::State::landed)
    deliver(*message);
  else if (message->state == Message::State::queued)
    with_network(*receive.owner, [&] { launch(*message); });
}

/// Gives a pending receive the oldest message that fits, or leaves it posted.
void match_receive(Request& receive) {
  const auto message = receive.owner->match_queue->take(receive);
  if (!message) {
    receive.owner->match_queue->post(receive);
    return;
  }
  take(receive, message);
}

void post_receive(Request& receive) {
  if (receive.peer == MPI_ANY_SOURCE) tell_takes_any(*receive.owner);
  await(receive);
  match_receive(receive);
  if (!receive.message && !receive.complete) report_contacts(receive);
}

/// Finishes a request whose obstacle is final; true if there is nothing to wait for any more.
bool settle(Request& request, bool keep_pending) {
  const int error = obstacle(request);
  request.error = error;
  if (error == MPI_SUCCESS) return false;
  if (error == MPIX_ERR_PROC_FAILED_PENDING && keep_pending) return true;
  withdraw(request);
  request.finish(error == MPIX_ERR_PROC_FAILED_PENDING ? +MPIX_ERR_PROC_FAILED : error);
  return true;
}

void forget_sleeper(Request* const* requests, int count) {
  for (int i = 0; i < count; ++i)
    if (requests[i]) requests[i]->sleeper = nullptr;
}

/// Sleeps until `enough` of the requests that are awaited have completed, one has failed, or there is news.
void sleep_for(Fiber& sleeper, Request* const* requests, int count, int enough) {
  sleeper.sleep_for(enough);
  forget_sleeper(requests, count);
}

} // namespace

InFlight::~InFlight() {
  all_.clear_and_dispose([](Message* message) { message->kept.reset(); });
}

std::vector<std::shared_ptr<Message>> InFlight::concerning(const simgrid::s4u::Host& node) const {
  std::vector<std::shared_ptr<Message>> concerned;
  for (const Message& message : all_)
    if (message.from->host == &node || message.to->host == &node) concerned.push_back(message.kept);
  return concerned;
}

std::shared_ptr<Message> Message::stop_flying() {
  unlink();
  return std::move(kept);
}

void Message::landed() {
  const auto keep = stop_flying();
  if (send && receive) copy_data(*this, send->buffer, receive->buffer);
  if (to->arrivals && to->alive)
    to->arrivals->add(keep);
  else
    received();
}

void Message::pack(const Buffer& sent) { payload = as_it_arrives(*this, sent); }

void Message::received() {
  state = State::landed;
  if (receive) deliver(*this);
  if (send) std::exchange(send, nullptr)->finish(MPI_SUCCESS);
}

void Message::lost() {
  const auto keep = stop_flying();
  state = State::lost;
  if (!receive) {
    to->match_queue->withdraw(*this); // or a receive or a probe would find it, and wait for it in vain
    return;
  }
  Request& unmatched = *std::exchange(receive, nullptr);
  unmatched.message = nullptr;
  match_receive(unmatched);
}

void Request::finish(int code) {
  complete = true;
  error = code;
  status.MPI_ERROR = code;
  message = nullptr;
  no_longer_pending(*this);
  follower(DARUMA_IS_COMPLETE);
  if (follower.is_left_alone) follower(DARUMA_IS_GONE);
  if (part_of) part_of->finished(*this);
  Fiber* const waiting = std::exchange(sleeper, nullptr);
  if (!waiting) return;
  if (code == MPI_SUCCESS)
    waiting->arrived();
  else
    waiting->ring();
}

Request make_request(LocalCommunicator& comm, Request::Kind kind, const Buffer& buffer, int peer, int tag,
                     ContextKind context_kind) {
  Request request;
  request.kind = kind;
  request.owner = comm.owner;
  request.handle = &comm;
  request.buffer = buffer;
  request.peer = peer;
  request.tag = tag;
  request.context_kind = context_kind;
  return request;
}

Request& issue(const Request& request, const char* call) {
  auto& all = request.owner->issued;
  Request& issued = *all.emplace_back(std::make_unique<Request>(request));
  issued.issued_by = call;
  issued.issued_index = all.size() - 1;
  return issued;
}

std::unique_ptr<Request> take_back(Request& request) {
  auto& all = request.owner->issued;
  const std::size_t index = request.issued_index;
  std::swap(all[index], all.back());
  all[index]->issued_index = index;
  std::unique_ptr<Request> taken = std::move(all.back());
  all.pop_back();
  return taken;
}

namespace {

void activate(Request& request) {
  request.active = true;
  request.complete = false;
  request.cancelled = false;
  request.error = MPI_SUCCESS;
  request.status = {request.peer, request.tag, MPI_SUCCESS, 0, 0};
}

} // namespace

void begin(Request& request) {
  activate(request);
  await(request);
}

void finish_at_once(Request& request, int error) {
  activate(request);
  request.finish(error);
}

void post_matched(Request& receive, const std::shared_ptr<Message>& message) {
  if (receive.handle->revoked) {
    finish_at_once(receive, MPIX_ERR_REVOKED);
    return;
  }
  activate(receive);
  if (message->state == Message::State::lost) { // its sender died meanwhile: as if there had been no message
    post_receive(receive);
    return;
  }
  await(receive);
  take(receive, message);
}

void post(Request& request) {
  activate(request);
  if (request.peer == MPI_PROC_NULL) {
    request.status.MPI_TAG = MPI_ANY_TAG;
    request.finish(MPI_SUCCESS);
    return;
  }
  if (request.kind == Request::Kind::send) spend_sending(request);
  const bool can_take = request.kind == Request::Kind::receive && request.owner->match_queue->peek(request);
  const int error = obstacle(request);
  if (error == MPIX_ERR_REVOKED || (error == MPIX_ERR_PROC_FAILED && !can_take))
    request.finish(error);
  else if (request.kind == Request::Kind::send)
    post_send(request);
  else
    post_receive(request);
}

int obstacle(Request& request) {
  if (request.kind == Request::Kind::operation) return MPI_SUCCESS; // its fiber sees to that
  if (request.partitioned) return request.partitioned->obstacle();
  LocalCommunicator& handle = *request.handle;
  if (handle.revoked) return MPIX_ERR_REVOKED;
  if (!request.owner->known_failures) return MPI_SUCCESS;
  if (request.is_collective()) return handle.has_failed() ? +MPIX_ERR_PROC_FAILED : +MPI_SUCCESS;
  if (request.message && request.message->is_under_way()) return MPI_SUCCESS;
  if (request.peer == MPI_ANY_SOURCE) return handle.has_unacknowledged() ? +MPIX_ERR_PROC_FAILED_PENDING : +MPI_SUCCESS;
  return request.owner->knows_failed(peer_of(request)) ? +MPIX_ERR_PROC_FAILED : +MPI_SUCCESS;
}

void come_to_notice(const std::shared_ptr<Message>& message) {
  if (message->state != Message::State::queued) return; // it was taken back
  if (!message->to->alive)
    message->state = Message::State::lost;
  else if (Request* const receive = message->to->match_queue->claim(*message))
    take(*receive, message);
  else
    keep_unexpected(message);
}

bool recall(Request& send) {
  const auto message = send.sent.lock();
  if (!message || message->receive || !message->to->match_queue->withdraw(*message)) return false;
  with_network(*send.owner, [&] { stop(*message); });
  message->state = Message::State::lost;
  if (Request* const waiting = std::exchange(message->send, nullptr)) waiting->finish(MPI_SUCCESS);
  return true;
}

void withdraw(Request& request) {
  if (request.found_by) *request.found_by = nullptr;
  if (request.partitioned)
    request.partitioned->withdraw();
  else if (request.kind == Request::Kind::receive)
    request.owner->match_queue->withdraw(request);
  if (const auto message = std::exchange(request.message, nullptr)) {
    if (request.kind == Request::Kind::receive) {
      message->receive = nullptr;
    } else {
      message->send = nullptr;
      message->to->match_queue->withdraw(*message);
      with_network(*request.owner, [&] { give_up(*message); });
    }
  }
  no_longer_pending(request);
}

void receive_arrivals(Process& process) {
  while (process.arrivals && process.arrivals->receive_next()) continue;
}

void report_contacts(const Request& receive) {
  Detector& detector = *receive.owner->job->detector;
  if (receive.peer != MPI_ANY_SOURCE) {
    if (Process& peer = peer_of(receive); peer.crashed) detector.on_contact(*receive.owner, peer);
    return;
  }
  for (Process* dead : receive.handle->communicator->dead) detector.on_contact(*receive.owner, *dead);
}

void wait_for_message(Request& looking) {
  await(looking);
  report_contacts(looking);
  fiber().sleep_until_message(looking);
  no_longer_pending(looking);
}

namespace {

enum class Until { all_are_over, one_failed };

void wait_all(Request* const* requests, int count, Until until) {
  while (true) {
    int open = 0;
    bool has_failed = false;
    Fiber* sleeper = nullptr;
    for (int i = 0; i < count; ++i) {
      Request* request = requests[i];
      if (!request || !request->active) continue;
      if (request->complete || settle(*request, until == Until::one_failed)) {
        has_failed = has_failed || request->error != MPI_SUCCESS;
        continue;
      }
      if (open++ == 0) {
        sleeper = &fiber();
        sleeper->note_waiting(*request);
      }
      request->sleeper = sleeper;
    }
    if (open == 0) return;
    if (has_failed && until == Until::one_failed) return forget_sleeper(requests, count);
    sleep_for(*sleeper, requests, count, open);
  }
}

} // namespace

void wait_all(Request* const* requests, int count) { wait_all(requests, count, Until::all_are_over); }

void wait_all_or_failure(Request* const* requests, int count) { wait_all(requests, count, Until::one_failed); }

int wait_for(Request& request) {
  Request* const one = &request;
  wait_all(&one, 1);
  return request.error;
}

int complete_both(Request& incoming, Request& outgoing) {
  post(incoming);
  post(outgoing);
  Request* const both[] = {&incoming, &outgoing};
  wait_all(both, 2);
  return incoming.error ? incoming.error : outgoing.error;
}

void complete_unattended(Process& process) {
  std::vector<Request*> sends;
  for (const auto& request : process.unattended)
    if (request->kind == Request::Kind::send) sends.push_back(request.get());
  wait_all(sends.data(), static_cast<int>(sends.size()));
}

int wait_any(Request* const* requests, int count) {
  while (true) {
    Fiber* sleeper = nullptr;
    for (int i = 0; i < count; ++i) {
      Request* request = requests[i];
      if (!request || !request->active) continue;
      if (request->complete || settle(*request, true)) return i;
      if (sleeper) continue;
      sleeper = &fiber();
      sleeper->note_waiting(*request);
    }
    if (!sleeper) return -1;
    for (int i = 0; i < count; ++i)
      if (requests[i] && requests[i]->active) requests[i]->sleeper = sleeper;
    sleep_for(*sleeper, requests, count, 1);
  }
}

int poll(Request* const* requests, int count) {
  const auto active = std::find_if(requests, requests + count, [](const Request* one) { return one && one->active; });
  if (active != requests + count) receive_arrivals(*(*active)->owner);
  int settled = 0;
  for (int i = 0; i < count; ++i)
    if (requests[i] && requests[i]->active && (requests[i]->complete || settle(*requests[i], true))) ++settled;
  return settled;
}

void lose_messages(const World& world, const simgrid::s4u::Host& node) {
  for (const auto& message : world.in_flight().concerning(node)) stop(*message);
}

void bury(Process& dead) {
  while (!dead.pending.empty()) {
    Request& request = *dead.pending.back();
    dead.pending.pop_back();
    const auto message = std::exchange(request.message, nullptr);
    if (!message) continue;
    (request.kind == Request::Kind::send ? message->send : message->receive) = nullptr;
    if (request.kind == Request::Kind::send) message->to->match_queue->withdraw(*message);
    if (!message->eager) stop(*message);
    const bool is_with_the_dead = message->state == Message::State::arrived && message->to == &dead;
    if (message->state == Message::State::queued || is_with_the_dead) message->state = Message::State::lost;
  }
  dead.match_queue->clear();
  if (dead.arrivals) dead.arrivals->clear();
}

} // namespace daruma::mpi
