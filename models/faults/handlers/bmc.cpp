#include "models/faults/handlers/bmc.hpp"

#include "sim/core/temporary_folder.hpp"

#include <freeipmi/freeipmi.h>

#include <array>
#include <chrono>
#include <cstdlib>

namespace daruma::models::faults {

namespace {

using Clock = std::chrono::steady_clock;

/// FreeIPMI gives up one repetition after the time that it is told.
constexpr double share_of_repetition = 0.25;

unsigned milliseconds(Seconds time) { return static_cast<unsigned>(time.count() * 1000); }

using Records = std::map<std::string, std::vector<std::uint8_t>>;

/// For FreeIPMI, which calls C functions.
int keep_record(ipmi_sdr_ctx_t sdr, std::uint8_t type, const void* record, unsigned length, void* records) {
  if (type != IPMI_SDR_FORMAT_FULL_SENSOR_RECORD && type != IPMI_SDR_FORMAT_COMPACT_SENSOR_RECORD) return 0;
  std::array<char, IPMI_SDR_MAX_ID_STRING_LENGTH + 1> name{};
  if (ipmi_sdr_parse_id_string(sdr, record, length, name.data(), name.size() - 1) < 0) return 0;
  const auto* const bytes = static_cast<const std::uint8_t*>(record);
  static_cast<Records*>(records)->emplace(name.data(), std::vector(bytes, bytes + length));
  return 0;
}

} // namespace

/// A login, and what reads sensors by it.
class Bmc::Session {
public:
  Session() : ipmi_(ipmi_ctx_create()) {}
  ~Session() {
    if (reader_ != nullptr) ipmi_sensor_read_ctx_destroy(reader_);
    ipmi_ctx_close(ipmi_);
    ipmi_ctx_destroy(ipmi_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Nothing if it succeeded, else why not.
  std::string open(const std::string& address, const IpmiAccess& access) {
    const unsigned repetition = milliseconds(access.timeout * share_of_repetition);
    const int status =
        ipmi_ctx_open_outofband_2_0(ipmi_, address.c_str(), access.user.c_str(), access.password.c_str(), nullptr, 0,
                                    IPMI_PRIVILEGE_LEVEL_USER, 3, milliseconds(access.timeout) - repetition, repetition,
                                    IPMI_WORKAROUND_FLAGS_OUTOFBAND_2_0_OPEN_SESSION_PRIVILEGE, 0);
    if (status < 0) return why_not(access);
    lasts_ = access.timeout * share_of_repetition;
    used_ = Clock::now();
    reader_ = ipmi_sensor_read_ctx_create(ipmi_); // of an open login only
    return "";
  }

  std::string list(Records& records, const IpmiAccess& access) {
    const TemporaryFolder folder; // FreeIPMI keeps records in a file
    const std::string file = folder.path() / "records";
    ipmi_sdr_ctx_t const sdr = ipmi_sdr_ctx_create();
    std::string failure;
    if (ipmi_sdr_cache_create(sdr, ipmi_, file.c_str(), IPMI_SDR_CACHE_CREATE_FLAGS_DEFAULT, nullptr, nullptr) < 0)
      failure = ipmi_sdr_ctx_errnum(sdr) == IPMI_SDR_ERR_IPMI_ERROR ? why_not(access) : no_list(sdr);
    else if (ipmi_sdr_cache_open(sdr, ipmi_, file.c_str()) < 0 ||
             ipmi_sdr_cache_iterate(sdr, keep_record, &records) < 0)
      failure = no_list(sdr);
    ipmi_sdr_ctx_destroy(sdr);
    return failure;
  }

  struct Reading {
    std::optional<double> value;
    unsigned states = 0;
  };

  /// As FreeIPMI does it: negative if it failed, 0 if there is nothing to be read now.
  int read(const std::vector<std::uint8_t>& record, Reading& reading) {
    std::uint8_t raw = 0;
    std::uint16_t states = 0;
    double* value = nullptr;
    const int status =
        ipmi_sensor_read(reader_, record.data(), static_cast<unsigned>(record.size()), 0, &raw, &value, &states);
    if (value != nullptr) reading.value = *value;
    reading.states = states;
    std::free(value);
    used_ = Clock::now();
    return status;
  }

  /// FreeIPMI counts a question's time from the last answer, whatever else was done meanwhile: whoever asks after a
  /// pause needs a new login, or the BMC would be taken for silent.
  bool is_stale() const { return Clock::now() - used_ > lasts_; }

  bool is_lost() const { return ipmi_sensor_read_ctx_errnum(reader_) == IPMI_SENSOR_READ_ERR_IPMI_ERROR; }
  std::string why_not_read() const { return ipmi_sensor_read_ctx_errormsg(reader_); }

  std::string why_not(const IpmiAccess& access) const {
    switch (ipmi_ctx_errnum(ipmi_)) {
    case IPMI_ERR_CONNECTION_TIMEOUT:
    case IPMI_ERR_SESSION_TIMEOUT:
    case IPMI_ERR_MESSAGE_TIMEOUT:
      return "does not answer within " + to_text(access.timeout);
    case IPMI_ERR_USERNAME_INVALID:
      return "does not know the user \"" + access.user + "\"";
    case IPMI_ERR_PASSWORD_INVALID:
      return "refuses the password of \"" + access.user + "\"";
    case IPMI_ERR_HOSTNAME_INVALID:
      return "has an address that is not known";
    default:
      return std::string("gives no proper answer: ") + ipmi_ctx_errormsg(ipmi_);
    }
  }

private:
  static std::string no_list(ipmi_sdr_ctx_t sdr) {
    return std::string("does not tell its sensors: ") + ipmi_sdr_ctx_errormsg(sdr);
  }

  ipmi_ctx_t ipmi_;
  ipmi_sensor_read_ctx_t reader_ = nullptr;
  Clock::time_point used_{};
  Seconds lasts_{};
};

Bmc::Bmc(std::string name, std::string address, IpmiAccess access)
    : name_(std::move(name)), address_(std::move(address)), access_(std::move(access)) {}
Bmc::~Bmc() = default;

void Bmc::hang_up() {
  session_.reset();
  failure_.clear();
}

Answer Bmc::failed(std::string why_not) {
  session_.reset();
  failure_ = name_ + " " + std::move(why_not);
  return Answer::no_agent(failure_);
}

Answer Bmc::ask(const std::string& sensor, std::optional<int> state) {
  if (!failure_.empty()) return Answer::no_agent(failure_);
  if (session_ && session_->is_stale()) session_.reset();
  if (!session_) {
    session_ = std::make_unique<Session>();
    std::string failure = session_->open(address_, access_);
    if (failure.empty() && sensors_.empty()) failure = session_->list(sensors_, access_);
    if (!failure.empty()) return failed(std::move(failure));
  }
  const auto found = sensors_.find(sensor);
  if (found == sensors_.end()) return Answer::no_sensor(name_ + " has no sensor \"" + sensor + "\"");
  return read(sensor, found->second, state);
}

Answer Bmc::read(const std::string& sensor, const Record& record, std::optional<int> state) {
  Session::Reading reading;
  const int status = session_->read(record, reading);
  if (status < 0 && session_->is_lost()) return failed(session_->why_not(access_));
  const std::string subject = "\"" + sensor + "\" of " + name_;
  if (status < 0) return Answer::no_sensor(subject + ": " + session_->why_not_read());
  if (status == 0) return Answer::no_sensor(subject + " has no reading now");
  if (state) return Answer::of((reading.states >> *state) & 1);
  if (!reading.value) return Answer::no_sensor(subject + " gives states and no value");
  return Answer::of(*reading.value);
}

} // namespace daruma::models::faults
