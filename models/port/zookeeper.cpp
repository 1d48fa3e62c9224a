#include "models/port/zookeeper.hpp"

#include <zookeeper/zookeeper.h>

#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <stdexcept>

namespace daruma::models {
namespace {

/// A sequential node's name is that many bytes longer; and the end of text.
constexpr std::size_t longer_by = 16;
/// A connection may be lost while the session begins.
constexpr int attempts_to_begin = 10;

StoreError error_of(int code) {
  static const std::map<int, StoreError> errors{
      {ZOK, StoreError::none},
      {ZNONODE, StoreError::no_node},
      {ZNODEEXISTS, StoreError::node_exists},
      {ZBADVERSION, StoreError::bad_version},
      {ZNOTEMPTY, StoreError::not_empty},
      {ZNOCHILDRENFOREPHEMERALS, StoreError::no_children_for_ephemerals},
      {ZBADARGUMENTS, StoreError::bad_arguments},
      {ZMARSHALLINGERROR, StoreError::bad_arguments}, // of a commit with such a path
      {ZSESSIONEXPIRED, StoreError::session_expired},
      {ZINVALIDSTATE, StoreError::session_expired},
      {ZCONNECTIONLOSS, StoreError::connection_loss},
      {ZOPERATIONTIMEOUT, StoreError::connection_loss},
      {ZSESSIONMOVED, StoreError::connection_loss},
      {ZCLOSING, StoreError::connection_loss}};
  if (const auto found = errors.find(code); found != errors.end()) return found->second;
  throw std::runtime_error(std::string("ZooKeeper: ") + zerror(code));
}

NodeStat stat_of(const Stat& stat) { return {stat.version, stat.numChildren, stat.ephemeralOwner != 0}; }

int length(const std::string& text) { return static_cast<int>(text.size()); }

/// What the client's thread for completions gives. It tells of watches, too, in the order in which both came: what its
/// calls that wait give can be there before the event that came first.
template <class Result> using Answer = std::promise<Result>;

/// What `make()` says, or throws.
template <class Result, class Make> void give(const void* answer, Make&& make) {
  auto& promise = *static_cast<Answer<Result>*>(const_cast<void*>(answer));
  try {
    promise.set_value(make());
  } catch (...) { promise.set_exception(std::current_exception()); }
}

/// The answer to what `ask(answer)` sends off.
template <class Result, class Ask> Result answer_to(Ask&& ask) {
  Answer<Result> answer;
  const int code = ask(answer);
  if (code != ZOK) return Result{error_of(code)};
  return answer.get_future().get();
}

/// One of the client's operations for each change; the texts stay with the changes.
class Operations {
public:
  explicit Operations(const std::vector<Change>& changes) : all_(changes.size()), paths_(changes.size()) {
    for (std::size_t i = 0; i < changes.size(); ++i)
      std::visit([this, i](const auto& change) { add(i, change); }, changes[i]);
  }
  Committed commit(zhandle_t* handle);

private:
  void add(std::size_t i, const CreateNode& create) {
    const int flags = (create.lifetime == Lifetime::ephemeral ? ZOO_EPHEMERAL : 0) |
                      (create.naming == Naming::sequential ? ZOO_SEQUENCE : 0);
    paths_[i].resize(create.path.size() + longer_by);
    zoo_create_op_init(&all_[i], create.path.c_str(), create.data.data(), length(create.data), &ZOO_OPEN_ACL_UNSAFE,
                       flags, paths_[i].data(), static_cast<int>(paths_[i].size()));
  }
  void add(std::size_t i, const RemoveNode& remove) {
    zoo_delete_op_init(&all_[i], remove.path.c_str(), remove.version);
  }
  void add(std::size_t i, const SetData& set) {
    zoo_set_op_init(&all_[i], set.path.c_str(), set.data.data(), length(set.data), set.version, nullptr);
  }
  void add(std::size_t i, const CheckVersion& check) { zoo_check_op_init(&all_[i], check.path.c_str(), check.version); }

  std::vector<zoo_op_t> all_;
  std::vector<std::string> paths_; ///< of what is created
};

Committed Operations::commit(zhandle_t* handle) {
  std::vector<zoo_op_result_t> results(all_.size());
  const int code = zoo_multi(handle, static_cast<int>(all_.size()), all_.data(), results.data());
  Committed done{error_of(code)};
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (done.error == StoreError::none && !paths_[i].empty()) done.created.emplace_back(paths_[i].c_str());
    const bool is_cause = results[i].err == code;
    if (done.error != StoreError::none && is_cause) {
      done.refused = i;
      break;
    }
  }
  return done;
}

class ZookeeperSession final : public TreeSession {
public:
  ZookeeperSession(const std::string& servers, Seconds timeout);
  ~ZookeeperSession() override { zookeeper_close(handle_); }

  Committed commit(const std::vector<Change>& changes) override;
  NodeData read(const std::string& path, Watch watch) override;
  NodeData stat(const std::string& path, Watch watch) override;
  ChildList list(const std::string& path, Watch watch) override;
  StoreError sync(const std::string& path) override;
  std::optional<StoreEvent> next_event(Seconds patience) override;

private:
  void make_folder();
  /// Called on the thread of the ZooKeeper client.
  static void watched(zhandle_t*, int type, int state, const char* path, void* self);
  watcher_fn watcher(Watch watch) { return watch == Watch::set ? &watched : nullptr; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<StoreEvent> events_;
  bool has_expired_ = false;
  zhandle_t* handle_;
};

ZookeeperSession::ZookeeperSession(const std::string& servers, Seconds timeout) {
  zoo_set_debug_level(static_cast<ZooLogLevel>(0));
  const auto timeout_ms = static_cast<int>(timeout.count() * 1e3);
  handle_ = zookeeper_init(servers.c_str(), &watched, timeout_ms, nullptr, this, 0);
  if (!handle_) throw std::runtime_error("ZooKeeper: no client for the servers \"" + servers + "\"");
  if (servers.find('/') != std::string::npos) make_folder();
}

/// The session's root is the folder. If nobody answers, whatever is asked for next will tell.
void ZookeeperSession::make_folder() {
  for (int attempt = 0; attempt < attempts_to_begin; ++attempt) {
    int code = zoo_exists(handle_, "/", 0, nullptr);
    if (code == ZNONODE) code = zoo_create(handle_, "/", nullptr, -1, &ZOO_OPEN_ACL_UNSAFE, 0, nullptr, 0);
    if (error_of(code) != StoreError::connection_loss) return;
  }
}

void ZookeeperSession::watched(zhandle_t*, int type, int state, const char* path, void* self) {
  auto& session = *static_cast<ZookeeperSession*>(self);
  const std::lock_guard lock(session.mutex_);
  using Kind = StoreEvent::Kind;
  static const std::map<int, Kind> kinds{{ZOO_CREATED_EVENT, Kind::created},
                                         {ZOO_DELETED_EVENT, Kind::removed},
                                         {ZOO_CHANGED_EVENT, Kind::data_changed},
                                         {ZOO_CHILD_EVENT, Kind::children_changed}};
  if (type == ZOO_SESSION_EVENT)
    session.has_expired_ = session.has_expired_ || state == ZOO_EXPIRED_SESSION_STATE;
  else if (const auto kind = kinds.find(type); kind != kinds.end())
    session.events_.push_back({kind->second, path});
  session.changed_.notify_all();
}

Committed ZookeeperSession::commit(const std::vector<Change>& changes) { return Operations(changes).commit(handle_); }

NodeData ZookeeperSession::read(const std::string& path, Watch watch) {
  const auto take = [](int code, const char* data, int size, const Stat* stat, const void* answer) {
    give<NodeData>(answer, [&]() -> NodeData {
      if (code != ZOK) return {error_of(code)};
      return {StoreError::none, std::string(data, size > 0 ? static_cast<std::size_t>(size) : 0), stat_of(*stat)};
    });
  };
  return answer_to<NodeData>(
      [&](Answer<NodeData>& answer) { return zoo_awget(handle_, path.c_str(), watcher(watch), this, take, &answer); });
}

NodeData ZookeeperSession::stat(const std::string& path, Watch watch) {
  const auto take = [](int code, const Stat* stat, const void* answer) {
    give<NodeData>(answer, [&]() -> NodeData {
      if (code != ZOK) return {error_of(code)};
      return {StoreError::none, "", stat_of(*stat)};
    });
  };
  return answer_to<NodeData>([&](Answer<NodeData>& answer) {
    return zoo_awexists(handle_, path.c_str(), watcher(watch), this, take, &answer);
  });
}

ChildList ZookeeperSession::list(const std::string& path, Watch watch) {
  const auto take = [](int code, const String_vector* names, const void* answer) {
    give<ChildList>(answer, [&]() -> ChildList {
      if (code != ZOK) return {error_of(code)};
      const auto kept = std::make_shared<const std::vector<std::string>>(names->data, names->data + names->count);
      std::vector<std::string_view> views(kept->begin(), kept->end());
      return {StoreError::none, {std::move(views), Listing::Order::none, kept}};
    });
  };
  return answer_to<ChildList>([&](Answer<ChildList>& answer) {
    return zoo_awget_children(handle_, path.c_str(), watcher(watch), this, take, &answer);
  });
}

StoreError ZookeeperSession::sync(const std::string& path) {
  const auto take = [](int code, const char*, const void* answer) {
    give<StoreError>(answer, [&] { return error_of(code); });
  };
  return answer_to<StoreError>(
      [&](Answer<StoreError>& answer) { return zoo_async(handle_, path.c_str(), take, &answer); });
}

std::optional<StoreEvent> ZookeeperSession::next_event(Seconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [this] { return !events_.empty() || has_expired_; });
  if (events_.empty()) {
    if (has_expired_) return StoreEvent{StoreEvent::Kind::session_expired, ""};
    return std::nullopt;
  }
  StoreEvent event = events_.front();
  events_.pop_front();
  return event;
}

} // namespace

std::unique_ptr<TreeSession> open_zookeeper_session(const std::string& servers, Seconds timeout) {
  return std::make_unique<ZookeeperSession>(servers, timeout);
}

} // namespace daruma::models
