#include "sim/batch/scheduler_connection.hpp"

#include "sim/batch/policy_error.hpp"
#include "sim/core/affixes.hpp"
#include "sim/core/number.hpp"

#include <fmt/format.h>
#include <zmq.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>

namespace daruma::batch {

namespace {

constexpr const char* tcp = "tcp://";
constexpr const char* ipc = "ipc://";

} // namespace

std::optional<std::string> problem_of_address(const std::string& address) {
  constexpr int most = 65535;
  if (begins_with(address, ipc) && address.size() > std::strlen(ipc)) return std::nullopt;
  const std::size_t colon = address.rfind(':');
  const auto port = number_in<int>(address.substr(colon + 1));
  if (begins_with(address, tcp) && colon > std::strlen(tcp) && port && *port > 0 && *port <= most) return std::nullopt;
  return fmt::format("must be tcp://HOST:PORT or ipc://FILE, where a scheduler listens, got \"{}\"", address);
}

/// A socket that asks, and what becomes of its connection.
class SchedulerConnection::Socket {
public:
  explicit Socket(const std::string& address) : context_(zmq_ctx_new()), socket_(zmq_socket(context_, ZMQ_REQ)) {
    const int linger = 0;
    zmq_setsockopt(socket_, ZMQ_LINGER, &linger, sizeof linger);
    zmq_socket_monitor(socket_, changes, ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED);
    monitor_ = zmq_socket(context_, ZMQ_PAIR);
    zmq_connect(monitor_, changes);
    if (zmq_connect(socket_, address.c_str()) != 0)
      throw PolicyError(fmt::format("{}: {}", address, zmq_strerror(zmq_errno())));
  }
  ~Socket() {
    zmq_close(monitor_);
    zmq_close(socket_);
    zmq_ctx_term(context_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void send(const std::string& message) { zmq_send(socket_, message.data(), message.size(), 0); }

  enum class Change { none, answered, connected, lost };
  /// Which comes first, or none within that time; below 0: however long it takes.
  Change wait(std::chrono::milliseconds most) {
    zmq_pollitem_t items[] = {{socket_, 0, ZMQ_POLLIN, 0}, {monitor_, 0, ZMQ_POLLIN, 0}};
    if (zmq_poll(items, 2, most.count()) <= 0) return Change::none;
    if (items[0].revents != 0) return Change::answered;
    return change();
  }

  std::string receive() {
    zmq_msg_t message;
    zmq_msg_init(&message);
    zmq_msg_recv(&message, socket_, 0);
    std::string text(static_cast<const char*>(zmq_msg_data(&message)), zmq_msg_size(&message));
    zmq_msg_close(&message);
    return text;
  }

private:
  static constexpr const char* changes = "inproc://changes";

  /// A message of the monitor: what has happened, and in a second part to which address.
  Change change() {
    std::uint16_t event = 0;
    std::uint8_t first[6];
    if (zmq_recv(monitor_, first, sizeof first, 0) == static_cast<int>(sizeof first))
      std::memcpy(&event, first, sizeof event);
    zmq_recv(monitor_, nullptr, 0, 0);
    return event == ZMQ_EVENT_DISCONNECTED ? Change::lost : Change::connected;
  }

  void* context_;
  void* socket_;
  void* monitor_;
};

struct SchedulerConnection::Turn {
  explicit Turn(const std::string& address) : lock(mutex_of(address)) {}

  static std::mutex& mutex_of(const std::string& address) {
    static std::mutex mutex;
    static std::map<std::string, std::mutex> all;
    const std::lock_guard lock(mutex);
    return all[address];
  }

  std::unique_lock<std::mutex> lock;
};

SchedulerConnection::SchedulerConnection(const std::string& address)
    : address_(address), turn_(std::make_unique<Turn>(address)) {}
SchedulerConnection::~SchedulerConnection() = default;

void SchedulerConnection::connect() {
  using Clock = std::chrono::steady_clock;
  socket_ = std::make_unique<Socket>(address_);
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(patience);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0)
      throw PolicyError(fmt::format("{}: no scheduler has come there for {:.0f} s", address_, patience.count()));
    if (socket_->wait(left) == Socket::Change::connected) return;
  }
}

/// Who answered the last run may still be there when this one begins, and go without an answer.
std::string SchedulerConnection::exchange(const std::string& message) {
  if (!socket_) connect();
  socket_->send(message);
  for (;;) {
    const Socket::Change change = socket_->wait(std::chrono::milliseconds(-1));
    if (change == Socket::Change::answered) break;
    if (change != Socket::Change::lost) continue;
    if (is_answered_) throw PolicyError(fmt::format("{}: the scheduler went away before it answered", address_));
    connect();
    socket_->send(message);
  }
  is_answered_ = true;
  return socket_->receive();
}

} // namespace daruma::batch
