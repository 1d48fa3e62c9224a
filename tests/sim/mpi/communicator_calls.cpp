// Communicators that are made, left and agreed on; processes that are started and met.
#include "tests/sim/mpi/call_lists.hpp"

#include <mpi-ext.h>

namespace daruma::mpi::test {

namespace {

int make_communicator_of_all(const Ranks& r) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_group(r.comm, &group);
  const int error = MPI_Comm_create(r.comm, group, &made);
  MPI_Group_free(&group);
  return error;
}

int create_from_group(const Ranks& r) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_group(r.comm, &group);
  const int error = MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
  MPI_Group_free(&group);
  return error;
}

/// A communicator of all by a session, which is over then.
int make_in_session(const Ranks& r) {
  MPI_Session session = MPI_SESSION_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  int error = MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  if (!error) error = MPI_Comm_group(r.comm, &group);
  if (!error) error = MPI_Comm_create_from_group(group, "in a session", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
  MPI_Group_free(&group);
  if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
  const int finalizing = MPI_Session_finalize(&session);
  return error ? error : finalizing;
}

/// Even and odd ranks, which know each other by their groups.
int connect_groups(const Ranks& r) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group sides[2];
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Comm_group(r.comm, &all);
  for (int side = 0; side < 2; ++side) {
    int range[1][3] = {{side, r.size - 1, 2}};
    MPI_Group_range_incl(all, 1, range, &sides[side]);
  }
  const int own = r.rank % 2;
  const int error = MPI_Intercomm_create_from_groups(sides[own], 0, sides[1 - own], 0, "halves", MPI_INFO_NULL,
                                                     MPI_ERRORS_RETURN, &inter);
  for (MPI_Group* group : {&all, &sides[0], &sides[1]}) MPI_Group_free(group);
  return error;
}

/// What `make` makes.
int made(const std::function<int(MPI_Comm*)>& make) {
  MPI_Comm comm = MPI_COMM_NULL;
  return make(&comm);
}

/// Even and odd ranks meet at a port of rank 0's, and part. Revocation does not reach those who wait at a port for a
/// group that never comes: who loses a member closes it.
int meet_at_a_port(const Ranks& r) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm inter = MPI_COMM_NULL;
  if (r.rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
  int error = MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, r.comm);
  if (!error) error = MPI_Comm_split(r.comm, r.rank % 2, r.rank, &half);
  if (error) return error;
  if (r.rank % 2 == 0)
    error = MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &inter);
  else
    error = MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter);
  if (!error) error = MPI_Comm_disconnect(&inter);
  if (error) MPI_Close_port(port);
  return error == MPI_ERR_PORT ? +MPIX_ERR_PROC_FAILED : error;
}

int make_graph(const Ranks& r) {
  std::vector<int> index;
  std::vector<int> edges;
  for (int rank = 0; rank < r.size; ++rank) {
    edges.push_back((rank + 1) % r.size);
    index.push_back(rank + 1);
  }
  return made([&](MPI_Comm* graph) { return MPI_Graph_create(r.comm, r.size, index.data(), edges.data(), 0, graph); });
}

int cut_a_grid(const Ranks& r) {
  const int extents[] = {r.size, 1};
  const int periodic[] = {1, 1};
  const int keeps[] = {1, 0};
  MPI_Comm grid = MPI_COMM_NULL;
  const int error = MPI_Cart_create(r.comm, 2, extents, periodic, 0, &grid);
  return error ? error : made([&](MPI_Comm* row) { return MPI_Cart_sub(grid, keeps, row); });
}

int spawn_several(const Ranks& r) {
  char child[] = "child";
  char* commands[] = {child, child};
  int numbers[] = {1, 1};
  MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm inter = MPI_COMM_NULL;
  const int error =
      MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, numbers, infos, 0, r.comm, &inter, MPI_ERRCODES_IGNORE);
  return error ? error : made([&](MPI_Comm* merged) { return MPI_Intercomm_merge(inter, 0, merged); });
}

} // namespace

int spawn_and_merge(const Ranks& r) {
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Comm merged = MPI_COMM_NULL;
  const int error = MPI_Comm_spawn("child", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, r.comm, &inter, MPI_ERRCODES_IGNORE);
  return error ? error : MPI_Intercomm_merge(inter, 0, &merged);
}

void be_child() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm parent = MPI_COMM_NULL;
  MPI_Comm merged = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parent);
  MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
  MPI_Intercomm_merge(parent, 1, &merged);
  MPI_Finalize();
}

std::vector<NamedCall> communicator_calls() {
  return {{"Split",
           [](const Ranks& r) {
             MPI_Comm made = MPI_COMM_NULL;
             return MPI_Comm_split(r.comm, r.rank % 2, r.rank, &made);
           }},
          {"Dup",
           [](const Ranks& r) {
             MPI_Comm made = MPI_COMM_NULL;
             return MPI_Comm_dup(r.comm, &made);
           }},
          {"DupWithInfo",
           [](const Ranks& r) {
             return made([&](MPI_Comm* copy) { return MPI_Comm_dup_with_info(r.comm, MPI_INFO_NULL, copy); });
           }},
          {"SessionFinalize", make_in_session, false},
          {"Create", make_communicator_of_all},
          {"Idup",
           [](const Ranks& r) {
             MPI_Comm made = MPI_COMM_NULL;
             MPI_Request request = MPI_REQUEST_NULL;
             MPI_Comm_idup(r.comm, &made, &request);
             return MPI_Wait(&request, MPI_STATUS_IGNORE);
           }},
          {"CreateGroup",
           [](const Ranks& r) {
             MPI_Group group = MPI_GROUP_NULL;
             MPI_Comm made = MPI_COMM_NULL;
             MPI_Comm_group(r.comm, &group);
             const int error = MPI_Comm_create_group(r.comm, group, 1, &made);
             MPI_Group_free(&group);
             return error;
           }},
          {"CreateFromGroup", create_from_group, false},
          {"IntercommFromGroups", connect_groups, false},
          {"Spawn", spawn_and_merge},
          {"SplitType",
           [](const Ranks& r) {
             return made([&](MPI_Comm* half) {
               return MPI_Comm_split_type(r.comm, MPI_COMM_TYPE_SHARED, r.rank, MPI_INFO_NULL, half);
             });
           }},
          {"IdupWithInfo",
           [](const Ranks& r) {
             MPI_Comm copy = MPI_COMM_NULL;
             return started(
                 [&](MPI_Request* request) { return MPI_Comm_idup_with_info(r.comm, MPI_INFO_NULL, &copy, request); });
           }},
          {"GraphCreate", make_graph},
          {"CartSub", cut_a_grid},
          {"DistGraphCreate",
           [](const Ranks& r) {
             const int one = 1;
             const int right = r.right();
             return made([&](MPI_Comm* graph) {
               return MPI_Dist_graph_create(r.comm, 1, &r.rank, &one, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, graph);
             });
           }},
          {"DistGraphCreateAdjacent",
           [](const Ranks& r) {
             const int left = r.left();
             const int right = r.right();
             return made([&](MPI_Comm* graph) {
               return MPI_Dist_graph_create_adjacent(r.comm, 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED,
                                                     MPI_INFO_NULL, 0, graph);
             });
           }},
          {"AcceptConnect", meet_at_a_port},
          {"SpawnMultiple", spawn_several},
          {"Agree",
           [](const Ranks& r) {
             int flag = 1;
             return MPIX_Comm_agree(r.comm, &flag);
           },
           false},
          {"Iagree",
           [](const Ranks& r) {
             int flag = 1;
             return started([&](MPI_Request* request) { return MPIX_Comm_iagree(r.comm, &flag, request); });
           },
           false},
          {"AgreeFailed",
           [](const Ranks& r) {
             MPI_Group failed = MPI_GROUP_NULL;
             const int error = MPIX_Comm_agree_failed(r.comm, &failed);
             if (!error) MPI_Group_free(&failed);
             return error;
           },
           false},
          {"IagreeFailed",
           [](const Ranks& r) {
             MPI_Group failed = MPI_GROUP_NULL;
             const int error =
                 started([&](MPI_Request* request) { return MPIX_Comm_iagree_failed(r.comm, &failed, request); });
             if (!error) MPI_Group_free(&failed);
             return error;
           },
           false},
          {"Shrink",
           [](const Ranks& r) { return made([&](MPI_Comm* left) { return MPIX_Comm_shrink(r.comm, left); }); }, false},
          {"Ishrink",
           [](const Ranks& r) {
             MPI_Comm left = MPI_COMM_NULL;
             return started([&](MPI_Request* request) { return MPIX_Comm_ishrink(r.comm, &left, request); });
           },
           false}};
}

} // namespace daruma::mpi::test
