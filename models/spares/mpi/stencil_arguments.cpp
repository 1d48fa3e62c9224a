#include "models/spares/mpi/stencil_arguments.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace daruma::models::spares {

namespace {

constexpr int most_dimensions = 6;

bool is_grid(std::string_view text) { return parse_extents(text).has_value(); }
bool is_method(std::string_view text) { return parse_method(text, most_dimensions).has_value(); }

bool is_faces(std::string_view text) {
  for (int dimensions = 1; dimensions <= most_dimensions; ++dimensions)
    if (parse_faces(text, dimensions)) return true;
  return false;
}

constexpr ArgumentRule grid{"grid",
                            ArgumentKind::word,
                            cited("6x6", "spare nodes, Fig. 6: the job of its example"),
                            "The job's grid of ranks.",
                            "extents of the job, such as \"6x6\"",
                            is_grid};
constexpr ArgumentRule faces{"spares",
                             ArgumentKind::word,
                             cited("x+", "spare nodes, Fig. 2: 2D-1"),
                             "The faces of the grid at which a layer of spare nodes lies.",
                             "\"2d-1\", \"2d-2\", \"3d-1\" to \"3d-3\", or faces such as \"x+,y+\"",
                             is_faces};
constexpr ArgumentRule method{
    "method",
    ArgumentKind::word,
    cited("0d", "spare nodes, section 4.2.1: the simplest of its methods"),
    "In how many dimensions ranks slide to fill the place of a failed node; 0d takes a spare.",
    "\"0d\", \"1d\", ... up to the grid's dimensions, or \"hybrid\"",
    is_method};
constexpr ArgumentRule rule{
    "rule", ArgumentKind::word,
    cited("keep", "spare nodes, Fig. 6: three failures are survived, with a free choice two"),
    "Which direction a slide takes: the one that was taken first, or the one that moves the fewest ranks.",
    "\"keep\" or \"shortest\""};
constexpr ArgumentRule network{"network", ArgumentKind::word,
                               cited("mesh", "spare nodes, section 3: a mesh where nothing else is said"),
                               "Whether the network of grid and spares is a mesh or a torus.", "\"mesh\" or \"torus\""};
constexpr ArgumentRule boundary{
    "boundary", ArgumentKind::word, cited("open", "spare nodes, section 4.4: its experiments have open boundaries"),
    "Whether ranks at opposite ends of the grid exchange halos.", "\"open\" or \"periodic\""};
constexpr ArgumentRule steps{"steps", ArgumentKind::count,
                             assumed("10", "enough for a mean; every step is the same until something fails"),
                             "Exchanges of halos, each with some work."};
constexpr ArgumentRule message{"message", ArgumentKind::message_size,
                               assumed("1MiB", "long enough that bandwidth counts, not latency"), "Size of a halo."};
constexpr ArgumentRule work{"work", ArgumentKind::work, assumed("0flop", "communication alone, as the paper counts it"),
                            "What each rank computes in a step."};
constexpr ArgumentRule start{"start", ArgumentKind::word,
                             cited("together", "spare nodes, section 5.2: messages to all neighbours are sent at once"),
                             "Whether all ranks begin each exchange together, or each when it is ready.",
                             "\"together\" or \"free\""};
constexpr ArgumentRule rollback{
    "rollback", ArgumentKind::word,
    cited("together", "spare nodes, section 4.2: all ranks go on from the newest common checkpoint"),
    "Whether all ranks go back upon a failure, or the failed one alone, to which the others send again what they have "
    "kept: pessimistic sender-based message logging as in MPICH-V2, whose events the last spare node stores.",
    "\"together\" or \"alone\""};
constexpr ArgumentRule repair{
    "repair", ArgumentKind::word,
    cited("rebuild", "Fagg and Dongarra, FT-MPI, EuroPVM/MPI 2000: the communicator keeps its size and its ranks"),
    "Who makes the job whole again where processes are started in the place of the dead (\"recovery\": \"spawn\"): the "
    "survivors, who rebuild their communicator with them as in FT-MPI, or the launcher, which restarts all in place as "
    "in Reinit.",
    "\"rebuild\" or \"reinit\""};
constexpr ArgumentRule stagger{"stagger", ArgumentKind::duration,
                               cited("0s", "spare nodes, section 5.2: messages to all neighbours are sent at once"),
                               "Each rank begins each exchange later by a random time up to this."};

std::string shape_mismatch(const std::string& grid_text, const std::string& faces_text,
                           const std::string& method_text) {
  const int dimensions = static_cast<int>(parse_extents(grid_text).value().size());
  if (!parse_faces(faces_text, dimensions))
    return "spares \"" + faces_text + "\" do not fit the grid " + grid_text + " in its dimensions";
  if (!parse_method(method_text, dimensions))
    return "method \"" + method_text + "\" has more dimensions than the grid " + grid_text;
  return "";
}

/// A rank that goes back alone takes a spare, and waits for nobody but its neighbours.
std::string rollback_mismatch(const Arguments& arguments) {
  if (value_of(arguments, rollback) == "together") return "";
  const std::string alone = "\"rollback\": \"alone\" needs ";
  if (value_of(arguments, method) != "0d") return alone + "\"method\": \"0d\", nobody else than the failed rank moves";
  if (value_of(arguments, start) != "free")
    return alone + "\"start\": \"free\", there is no step that all begin together";
  if (parse_seconds(value_of(arguments, stagger)).value() > Seconds(0)) return alone + "\"stagger\": \"0s\"";
  const auto extents = parse_extents(value_of(arguments, grid)).value();
  if (value_of(arguments, boundary) == "periodic" && std::count(extents.begin(), extents.end(), 2) > 0)
    return alone + "a grid in which nobody is a rank's neighbour on both sides: no periodic boundary across 2 ranks";
  return "";
}

/// Nobody but the failed rank moves where a process is started in its place.
std::string spawn_mismatch(const Arguments& arguments) {
  const std::string spawn = "recovery \"spawn\" needs ";
  if (value_of(arguments, rollback) != "together") return spawn + "\"rollback\": \"together\"";
  if (value_of(arguments, method) != "0d") return spawn + "\"method\": \"0d\", nobody else than the failed rank moves";
  return "";
}

/// Of a grid and its spares, which may be too large to be laid out.
struct Sizes {
  double ranks = 1;
  double nodes = 1;
};

Sizes sizes_of(const std::string& grid_text, const std::string& faces_text) {
  const auto extents = parse_extents(grid_text).value();
  const auto spare_faces = parse_faces(faces_text, static_cast<int>(extents.size())).value();
  Sizes sizes;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const auto layers = std::count_if(spare_faces.begin(), spare_faces.end(),
                                      [axis](const Face& face) { return face.axis == static_cast<int>(axis); });
    sizes.ranks *= extents[axis];
    sizes.nodes *= static_cast<double>(extents[axis]) + static_cast<double>(layers);
  }
  return sizes;
}

Layout layout_of(const std::string& grid_text, const std::string& faces_text, const std::string& network_text) {
  auto extents = parse_extents(grid_text).value();
  const int dimensions = static_cast<int>(extents.size());
  return {std::move(extents), parse_faces(faces_text, dimensions).value(),
          network_text == "torus" ? Wrap::around : Wrap::none};
}

/// Whether the machine's first nodes are the network. A mesh may go on beyond it in its last direction: its nodes are
/// numbered alike all the same, and no message between two of them leaves it.
bool begins_with(const Site& site, const Network& nodes) {
  const std::vector<int>& extents = nodes.extents();
  if (site.wrap != nodes.wrap() || site.extents.size() != extents.size()) return false;
  const bool reaches = site.wrap == Wrap::none ? site.extents.back() >= extents.back() : site.extents == extents;
  return reaches && std::equal(extents.begin(), extents.end() - 1, site.extents.begin());
}

} // namespace

std::vector<ArgumentRule> stencil_arguments() {
  return {grid, faces, method, rule, network, boundary, steps, message, work, start, stagger, rollback, repair};
}

std::string mismatch(const Arguments& arguments, const JobShape& given) {
  const bool spawns = given.recovery == RecoveryStyle::spawn;
  const std::string job = value_of(arguments, grid);
  const std::string around = value_of(arguments, faces);
  std::string sentence = shape_mismatch(job, around, value_of(arguments, method));
  if (sentence.empty()) sentence = rollback_mismatch(arguments);
  if (sentence.empty() && spawns) sentence = spawn_mismatch(arguments);
  if (sentence.empty() && !spawns && value_of(arguments, repair) == "reinit")
    sentence = "\"repair\": \"reinit\" needs recovery \"spawn\"";
  if (!sentence.empty()) return sentence;
  const Sizes sizes = sizes_of(job, around);
  const std::string grid_with_spares = "the grid " + job + " with spares \"" + around + "\" ";
  if (sizes.nodes > std::numeric_limits<int>::max()) return grid_with_spares + "has more nodes than there can be";
  const auto wanted_ranks = static_cast<int>(sizes.ranks);
  const auto wanted_spares = spawns ? 0 : static_cast<int>(sizes.nodes - sizes.ranks);
  if (wanted_ranks == given.ranks && wanted_spares == given.spares) return "";
  return grid_with_spares + "makes \"ranks\": " + std::to_string(wanted_ranks) +
         " and \"spares\": " + std::to_string(wanted_spares) + ", the job has " + std::to_string(given.ranks) +
         " and " + std::to_string(given.spares);
}

std::vector<int> first_nodes(const Arguments& arguments, const JobShape& job) {
  if (job.recovery != RecoveryStyle::spawn) return {};
  const Layout layout = layout_of(value_of(arguments, grid), value_of(arguments, faces), value_of(arguments, network));
  std::vector<int> homes;
  homes.reserve(static_cast<std::size_t>(layout.ranks()));
  for (int rank = 0; rank < layout.ranks(); ++rank) homes.push_back(layout.home(rank));
  return homes;
}

std::string misplacement(const Arguments& arguments, const Site& site) {
  const std::string net = value_of(arguments, network);
  const Layout layout = layout_of(value_of(arguments, grid), value_of(arguments, faces), net);
  const std::string wanted = "a " + net + " of " + to_text(layout.network().extents());
  if (!begins_with(site, layout.network()))
    return "the grid with its spares must be the machine's network: " + wanted +
           (site.wrap == Wrap::none ? " or longer" : "") + ", and \"" + site.machine + "\" is " + site.topology;
  if (!site.is_process_a_node)
    return "process p must run on node p, or rank p on its node of the grid where others are started in the place of "
           "the "
           "dead: \"cores\": 1, or \"placement\": \"round-robin\" with spares, and no job before it takes their cores";
  return "";
}

bool draws(const Arguments& arguments) { return arguments.count(std::string(stagger.name)) != 0; }

StencilOrder stencil_order(const Arguments& arguments, RecoveryStyle recovery) {
  const auto given = [&arguments](const ArgumentRule& known) { return value_of(arguments, known); };
  Layout layout = layout_of(given(grid), given(faces), given(network));
  const int dimensions = layout.network().dimensions();
  Policy policy{parse_method(given(method), dimensions).value(),
                given(rule) == "keep" ? DirectionRule::keep : DirectionRule::shortest, SpareChoice::nearest};
  return {std::move(layout),
          std::move(policy),
          given(boundary) == "periodic" ? Wrap::around : Wrap::none,
          std::stoi(given(steps)),
          parse_bytes(given(message)).value(),
          parse_flops(given(work)).value(),
          given(start) == "together" ? Start::together : Start::free,
          recovery,
          given(repair) == "reinit" ? Repair::reinit : Repair::rebuild,
          given(rollback) == "together" ? Rollback::together : Rollback::alone,
          parse_seconds(given(stagger)).value()};
}

StencilOrder read_stencil_order(int processes) {
  const Arguments arguments = given_arguments({"spares-stencil", nullptr, stencil_arguments()});
  std::string sentence =
      shape_mismatch(value_of(arguments, grid), value_of(arguments, faces), value_of(arguments, method));
  if (sentence.empty()) sentence = rollback_mismatch(arguments);
  if (!sentence.empty()) throw std::invalid_argument(sentence);
  StencilOrder order = stencil_order(arguments, port().recovery());
  if (order.recovery != RecoveryStyle::spawn && order.layout.network().nodes() != processes)
    throw std::invalid_argument("the grid with its spares needs " + std::to_string(order.layout.network().nodes()) +
                                " processes, and there are " + std::to_string(processes));
  return order;
}

} // namespace daruma::models::spares
