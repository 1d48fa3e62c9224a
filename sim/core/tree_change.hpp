// Changes of a tree of small named nodes, as ZooKeeper keeps one: what is written to a tree store.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace daruma {

enum class Lifetime { persistent, ephemeral };
/// sequential: ten digits follow the name, one more for each such node under the same parent.
enum class Naming { given, sequential };

inline constexpr std::int32_t any_version = -1;

struct CreateNode {
  std::string path;
  std::string data{};
  Lifetime lifetime = Lifetime::persistent;
  Naming naming = Naming::given;
};
struct RemoveNode {
  std::string path;
  std::int32_t version = any_version;
};
struct SetData {
  std::string path;
  std::string data;
  std::int32_t version = any_version;
};
/// Nothing changes, but the commit is only made if the node has this version.
struct CheckVersion {
  std::string path;
  std::int32_t version = any_version;
};
using Change = std::variant<CreateNode, RemoveNode, SetData, CheckVersion>;

} // namespace daruma
