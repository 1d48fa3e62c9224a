#include "models/faults/handlers/include/fault_detection.h"

#include "models/faults/handlers/cables.hpp"
#include "models/faults/handlers/real_handlers.hpp"
#include "models/faults/logic/detection.hpp"
#include "models/faults/logic/read_fault_models.hpp"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <iterator>
#include <new>

namespace faults = daruma::models::faults;

struct DetManager {
  faults::Management machine;
  faults::FaultTree tree;
  faults::RealHandlers handlers;
  int node;

  DetManager(const char* file, int own)
      : machine(faults::read_management(file)), tree(faults::read_fault_models(machine.models)), handlers(machine),
        node(own) {
    if (!has(own)) throw faults::FaultTreeError(std::string(file) + ": /nodes: has no node " + std::to_string(own));
  }
  bool has(int number) const { return number >= 0 && static_cast<std::size_t>(number) < machine.nodes.size(); }
};

namespace {

/// The C interface's number of each faults::Error, in the order of that enum.
constexpr DetError numbers[] = {DET_ENETDOWN,   DET_ENETUNREACH,  DET_EHOSTUNREACH,
                                DET_ECONNRESET, DET_ECONNREFUSED, DET_ETIMEDOUT};
static_assert(std::size(numbers) == static_cast<std::size_t>(faults::Error::etimedout) + 1);

/// What callers see first, and whatever it points to.
struct Request : DetReq {
  DetManager* manager;
  faults::Error kind;
  int peer;
  std::vector<DetFault> list{};
  std::deque<std::string> texts{}; ///< never moved

  Request(DetManager& owner, faults::Error what, int whom)
      : DetReq{numbers[static_cast<int>(what)], 0, nullptr}, manager(&owner), kind(what), peer(whom) {}

  void query() {
    texts.clear();
    list.clear();
    const auto all =
        faults::candidates(kind, faults::way_between(manager->node, peer, manager->machine), manager->tree);
    for (const faults::Finding& finding :
         faults::detect(all, manager->tree, manager->handlers, faults::ToldCabling(manager->machine)))
      if (finding.verdict != faults::Verdict::excluded) add(finding);
    manager->handlers.hang_up();
    std::stable_sort(list.begin(), list.end(),
                     [](const DetFault& a, const DetFault& b) { return a.verdict < b.verdict; });
    faults = list.data();
    fault_count = static_cast<int>(list.size());
  }

private:
  const char* keep(std::string text) { return texts.emplace_back(std::move(text)).c_str(); }

  void add(const faults::Finding& finding) {
    std::string shown;
    for (const std::string& name : finding.shown) shown += (shown.empty() ? "" : ", ") + name;
    const bool is_unknown = finding.verdict == faults::Verdict::unknown;
    const DetVerdict verdict = is_unknown ? DET_UNKNOWN : finding.because.empty() ? DET_CONFIRMED : DET_EFFECT;
    list.push_back({keep(finding.component.name()), verdict, keep(std::move(shown)),
                    keep(finding.because.empty() ? finding.why_not : finding.because)});
  }
};

} // namespace

extern "C" {

DetManager* detManagerCreate(const char* file, int node, char* message, size_t message_size) {
  try {
    return new DetManager(file, node);
  } catch (const std::exception& error) {
    if (message != nullptr) std::snprintf(message, message_size, "%s", error.what());
    return nullptr;
  }
}

void detManagerDelete(DetManager* manager) { delete manager; }

int detNeeded(int error) { return faults::error_of(error) ? 1 : 0; }

DetReq* detReqCreate(DetManager* manager, int error, int peer) {
  const auto kind = faults::error_of(error);
  if (!kind || manager == nullptr || !manager->has(peer)) return nullptr;
  return new (std::nothrow) Request(*manager, *kind, peer);
}

int detQuery(DetReq* request) {
  try {
    static_cast<Request*>(request)->query();
    return 0;
  } catch (const std::exception&) { return -1; }
}

void detReqDelete(DetReq* request) { delete static_cast<Request*>(request); }
}
