#include "models/faults/handlers/questions.hpp"

#include <cerrno>
#include <memory>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace daruma::models::faults {

namespace {

using Addresses = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

Addresses resolve(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  addrinfo wish{};
  wish.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.substr(0, colon).c_str(), address.substr(colon + 1).c_str(), &wish, &found) != 0)
    found = nullptr;
  return {found, freeaddrinfo};
}

class Socket {
public:
  explicit Socket(const addrinfo& to)
      : descriptor_(socket(to.ai_family, to.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, to.ai_protocol)) {}
  ~Socket() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  /// 0 or an error of the operating system.
  int connect_to(const addrinfo& to, Seconds timeout) const {
    if (descriptor_ < 0) return errno;
    if (connect(descriptor_, to.ai_addr, to.ai_addrlen) == 0) return 0;
    if (errno != EINPROGRESS) return errno;
    pollfd waiting{descriptor_, POLLOUT, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(timeout.count() * 1000));
    if (ready <= 0) return ready == 0 ? ETIMEDOUT : errno;
    int error = 0;
    socklen_t length = sizeof error;
    return getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
  }

private:
  int descriptor_;
};

} // namespace

Answer ask_tcp(const std::string& name, const std::string& address, Seconds timeout) {
  const Addresses found = resolve(address);
  if (!found) return Answer::no_sensor(name + " has an address that is not known");
  const int error = Socket(*found).connect_to(*found, timeout);
  if (error == 0) return Answer::of(1);
  if (error == ECONNREFUSED) return Answer::of(0);
  if (error == ETIMEDOUT)
    return Answer::no_agent(name + " neither takes nor refuses a connection within " + to_text(timeout));
  return Answer::no_agent(name + " cannot be reached: " + std::generic_category().message(error));
}

} // namespace daruma::models::faults
