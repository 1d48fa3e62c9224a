#include "models/faults/handlers/questions.hpp"

// Its headers are in need of this order.
#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <charconv>
#include <memory>
#include <vector>

namespace daruma::models::faults {

namespace {

using ObjectId = std::vector<oid>;

/// Empty if it is none.
ObjectId object_id(const std::string& text) {
  ObjectId numbers;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at <= end; ++at) {
    oid number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (rest != end && *rest != '.')) return {};
    numbers.push_back(number);
    at = rest;
  }
  return numbers.size() < 2 || numbers.size() > MAX_OID_LEN ? ObjectId() : numbers;
}

/// What Net-SNMP gave for a question.
struct Reply {
  int status;
  std::unique_ptr<netsnmp_pdu, void (*)(netsnmp_pdu*)> pdu;
};

std::optional<Reply> question(const SnmpAgent& agent, const ObjectId& object) {
  netsnmp_session wish;
  snmp_sess_init(&wish); // without init_snmp() it reads no configuration
  std::string address = "udp:" + agent.address;
  std::string community = agent.access.community;
  wish.version = SNMP_VERSION_2c;
  wish.peername = address.data();
  wish.community = reinterpret_cast<unsigned char*>(community.data());
  wish.community_len = community.size();
  wish.timeout = static_cast<long>(agent.access.timeout.count() * 1e6);
  wish.retries = agent.access.retries;
  void* const session = snmp_sess_open(&wish);
  if (session == nullptr) return std::nullopt;
  netsnmp_pdu* const pdu = snmp_pdu_create(SNMP_MSG_GET);
  snmp_add_null_var(pdu, object.data(), object.size());
  netsnmp_pdu* answer = nullptr;
  const int status = snmp_sess_synch_response(session, pdu, &answer);
  snmp_sess_close(session);
  return Reply{status, {answer, snmp_free_pdu}};
}

Answer value_of(const netsnmp_variable_list& variable, const std::string& subject) {
  switch (variable.type) {
  case ASN_INTEGER:
    return Answer::of(static_cast<double>(*variable.val.integer));
  case ASN_COUNTER:
  case ASN_GAUGE:
  case ASN_TIMETICKS:
    return Answer::of(static_cast<double>(static_cast<std::uint32_t>(*variable.val.integer)));
  case SNMP_NOSUCHINSTANCE:
  case SNMP_NOSUCHOBJECT:
  case SNMP_ENDOFMIBVIEW:
    return Answer::no_sensor(subject + " does not exist");
  default:
    return Answer::no_sensor(subject + " is not a number");
  }
}

} // namespace

Answer ask_snmp(const SnmpAgent& agent, const std::string& object) {
  const std::string subject = object + " of " + agent.name;
  const ObjectId id = object_id(object);
  if (id.empty()) return Answer::no_sensor(subject + " cannot be asked: it is no object identifier");
  const auto reply = question(agent, id);
  if (!reply) return Answer::no_agent(agent.name + " has an address that is not known");
  if (reply->status == STAT_TIMEOUT)
    return Answer::no_agent(agent.name + " does not answer within " +
                            to_text(agent.access.timeout * (agent.access.retries + 1)) +
                            ": it is down, or does not know the community");
  if (reply->status != STAT_SUCCESS || !reply->pdu) return Answer::no_agent(agent.name + " cannot be asked");
  if (reply->pdu->errstat != SNMP_ERR_NOERROR)
    return Answer::no_sensor(subject + ": " + snmp_errstring(static_cast<int>(reply->pdu->errstat)));
  if (reply->pdu->variables == nullptr) return Answer::no_sensor(subject + " came back without a value");
  return value_of(*reply->pdu->variables, subject);
}

} // namespace daruma::models::faults
