// Groups of a job that find each other: ports, names under which they are published, and connections that two have by
// themselves (MPI 3.1, section 10.4).
#include "sim/mpi/api/collective_calls.hpp"
#include "sim/mpi/api/creation.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/ulfm/operations.hpp"

#include <cstring>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <utility>

namespace daruma::mpi {

namespace {

void give_port(const std::string& name, char* to) { std::memcpy(to, name.c_str(), name.size() + 1); }

/// A call on the ports of the job: the error of `body(Ports&)` is raised.
template <class Body> int on_ports(const char* call, Body&& body) {
  Process& process = enter(call);
  const int error = error_of(body, process.job->ports);
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

int find_each_other(const char* call, const char* port, PortSide side, int root, MPI_Comm comm, MPI_Comm* newcomm) {
  return making(call, comm, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    if (handle.communicator->is_inter) return +MPI_ERR_COMM;
    if (root < 0 || root >= peers_of(handle)) return +MPI_ERR_ROOT;
    return connect_at_port(handle, root, handle.rank == root ? port : "", side, made);
  });
}

/// What both ends of a connection call it: its two addresses, the smaller first; empty for what is none of the
/// internet's. Programs of a job share one computer, so that no byte has to go through it for its ends to find each
/// other.
std::string name_of_connection(int socket) {
  sockaddr_storage near{};
  sockaddr_storage far{};
  socklen_t near_length = sizeof near;
  socklen_t far_length = sizeof far;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&near), &near_length) != 0) return {};
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&far), &far_length) != 0) return {};
  if (near.ss_family != AF_INET && near.ss_family != AF_INET6) return {};
  std::string ends[2] = {{reinterpret_cast<const char*>(&near), near_length},
                         {reinterpret_cast<const char*>(&far), far_length}};
  if (ends[1] < ends[0]) std::swap(ends[0], ends[1]);
  return "connection " + ends[0] + ends[1];
}

/// Whether the other end of a connection is closed, as it is with the death of who had it.
bool is_cut(int socket) {
  pollfd end{socket, POLLRDHUP, 0};
  return ::poll(&end, 1, 0) > 0;
}

} // namespace

extern "C" {

int MPI_Open_port(MPI_Info, char* port) {
  return on_ports(__func__, [&](Ports& ports) { give_port(ports.open(), port); });
}

int MPI_Close_port(const char* port) {
  return on_ports(__func__, [&](Ports& ports) { ports.close(port); });
}

int MPI_Publish_name(const char* service, MPI_Info, const char* port) {
  return on_ports(__func__,
                  [&](Ports& ports) { return ports.publish(service, port) ? +MPI_SUCCESS : +MPI_ERR_SERVICE; });
}

int MPI_Unpublish_name(const char* service, MPI_Info, const char*) {
  return on_ports(__func__, [&](Ports& ports) { return ports.unpublish(service) ? +MPI_SUCCESS : +MPI_ERR_SERVICE; });
}

int MPI_Lookup_name(const char* service, MPI_Info, char* port) {
  return on_ports(__func__, [&](Ports& ports) {
    const std::string* const found = ports.look_up(service);
    if (!found) return +MPI_ERR_NAME;
    give_port(*found, port);
    return +MPI_SUCCESS;
  });
}

int MPI_Comm_accept(const char* port, MPI_Info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
  return find_each_other(__func__, port, PortSide::accepts, root, comm, newcomm);
}

int MPI_Comm_join(int fd, MPI_Comm* newcomm) {
  return making(__func__, MPI_COMM_SELF, newcomm, [&](LocalCommunicator& handle, LocalCommunicator*& made) {
    const std::string connection = name_of_connection(fd);
    if (connection.empty()) return +MPI_ERR_ARG;
    Ports& ports = handle.owner->job->ports;
    const PortSide side = ports.join(connection, [fd] { return is_cut(fd); });
    const int error = connect_at_port(handle, 0, connection, side, made);
    if (side == PortSide::accepts) ports.close(connection); // the next to join there meet anew
    return error;
  });
}

int MPI_Comm_connect(const char* port, MPI_Info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
  return find_each_other(__func__, port, PortSide::connects, root, comm, newcomm);
}
}

} // namespace daruma::mpi
