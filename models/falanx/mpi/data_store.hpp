// The data store as those see it who use it: values by key, whatever has died (paper, section 2.2).
//
// Asks the first node that lives of those that a key may be at; one that does not answer because it died is passed
// over.
#pragma once

#include "models/falanx/mpi/wire.hpp"

#include <optional>

#include <string_view>

namespace daruma::models::falanx {

enum class Finding {
  found,
  unknown, ///< nothing was written under the key
  lost,    ///< if there was something, all copies of it have died
};

class DataStore {
public:
  explicit DataStore(Wire& wire) : wire_(wire) {}

  /// Blocks until two nodes have the value, or the only one that lives; false if none lives.
  bool set(std::string_view key, Value value);
  /// The value is written to `value`, which may be null then for an empty one.
  Finding get(std::string_view key, Value& value);
  Finding get_size(std::string_view key, std::size_t& size);

private:
  Finding look_up(int word, std::string_view key, Packet& answer);

  Wire& wire_;
};

} // namespace daruma::models::falanx
