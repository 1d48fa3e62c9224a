#include "models/faults/logic/read_fault_models.hpp"

#include "models/faults/logic/file_value.hpp"
#include "sim/core/words.hpp"

#include <algorithm>
#include <utility>

namespace daruma::models::faults {

namespace {

std::vector<std::string> names(const Value& holder, const std::string& key) {
  std::vector<std::string> all;
  if (holder.has(key))
    for (const Value& name : holder[key].items()) all.push_back(name.text());
  return all;
}

std::vector<Error> errors(const Value& sides, const std::string& side) {
  std::vector<Error> all;
  if (!sides.has(side)) return all;
  for (const Value& name : sides[side].items()) {
    const auto error = error_named(name.text());
    if (!error) name.refuse("must be one of " + listed(names_of_errors()) + ", got \"" + name.text() + "\"");
    all.push_back(*error);
  }
  return all;
}

Holder holder(const Value& name) {
  static const Choices<Holder> holders{
      {"node", Holder::node}, {"port", Holder::port}, {"switch", Holder::network_switch}};
  if (const auto holder = value_named(holders, name.text())) return *holder;
  name.refuse("must be \"node\", \"port\" or \"switch\", got \"" + name.text() + "\"");
}

Effect effect(const Value& name) {
  static const Choices<Effect> effects{{"breaks", Effect::breaks},
                                       {"slows", Effect::slows},
                                       {"ends_processes", Effect::ends_processes},
                                       {"hangs", Effect::hangs},
                                       {"switches_off", Effect::switches_off},
                                       {"goes_dark", Effect::goes_dark},
                                       {"cuts", Effect::cuts}};
  if (const auto effect = value_named(effects, name.text())) return *effect;
  std::vector<std::string_view> known;
  for (const auto& [word, effect] : effects) known.push_back(word);
  name.refuse("must be one of " + listed(known) + ", got \"" + name.text() + "\"");
}

/// Either so long after the break, or when the rising value is there.
Seconds moment(const Value& given, const FaultModelElem& element) {
  if (given.has("after") == given.has("at")) given.refuse("needs either \"after\" or \"at\"");
  if (given.has("after")) return given["after"].duration();
  const double value = given["at"].number();
  if (element.rise <= 0 || value < element.sound)
    given["at"].refuse("is never reached: the value does not rise so far");
  return Seconds((value - element.sound) / element.rise);
}

/// "breaks" says device and way, as in "cpu.throttled".
Consequence consequence(const Value& given, const FaultModelElem& element) {
  given.have_only({"effect", "after", "at", "breaks", "speed"});
  Consequence result{effect(given["effect"]), moment(given, element)};
  if (result.effect == Effect::breaks) {
    const std::string what = given["breaks"].text();
    const std::size_t dot = what.find('.');
    if (dot == std::string::npos) given["breaks"].refuse("must name a device and a way, as in \"cpu.throttled\"");
    result.breaks = what.substr(0, dot);
    result.element = what.substr(dot + 1);
  }
  if (result.effect == Effect::slows) {
    result.speed = given["speed"].number();
    if (result.speed <= 0 || result.speed > 1) given["speed"].refuse("must be above 0 and at most 1");
  }
  return result;
}

LostLinks lost_links(const Value& given) {
  static const Choices<Plug> plugs{{"nic", Plug::nic}, {"bmc", Plug::bmc}};
  given.have_only({"of", "within"});
  LostLinks lost;
  for (const Value& one : given["of"].items()) {
    const auto plug = value_named(plugs, one.text());
    if (!plug) one.refuse("must be \"nic\" or \"bmc\", got \"" + one.text() + "\"");
    lost.of.push_back(*plug);
  }
  lost.within = given["within"].duration();
  return lost;
}

LastChange last_change(const Value& given) {
  given.have_only({"at", "clock"});
  return {given["at"].text(), given["clock"].text()};
}

void read_life(const Value& given, FaultModelElem& element) {
  element.is_symptom = given.has("symptom") && given["symptom"].truth();
  if (given.has("sound")) element.sound = given["sound"].number();
  if (given.has("broken")) element.broken = given["broken"].number();
  if (given.has("rise")) element.rise = given["rise"].number();
  if (given.has("rise") && (element.rise <= 0 || !given.has("high")))
    given["rise"].refuse("must be positive, and the element must have a \"high\" to rise to");
  if (element.is_fault(element.sound)) given["sound"].refuse("must be between \"low\" and \"high\"");
  if (given.has("then"))
    for (const Value& one : given["then"].items()) element.then.push_back(consequence(one, element));
}

void read_limits(const Value& given, FaultModelElem& element) {
  if (given.has("state")) {
    if (given.has("low") || given.has("high")) given.refuse("has either a \"state\" or \"low\" and \"high\"");
    element.state = given["state"].whole();
    element.high = 0.5;
    return;
  }
  if (given.has("low")) element.low = given["low"].number();
  if (given.has("high")) element.high = given["high"].number();
  if (!given.has("low") && !given.has("high")) given.refuse("needs a \"state\", \"low\" or \"high\"");
  if (element.low > element.high) given.refuse("\"low\" must not be above \"high\"");
  element.sound = given.has("high") ? element.high : element.low;
  element.broken = given.has("high") ? element.high + 1 : element.low - 1;
}

/// A state of a discrete sensor reads 1 while it is there.
FaultModelElem element(const Value& given) {
  given.have_only({"name", "tells", "handler", "sensor", "state", "low", "high", "symptom", "sound", "broken", "rise",
                   "then", "lost_links", "last_change"});
  FaultModelElem element;
  element.name = given["name"].text();
  element.tells = given["tells"].text();
  element.handler = given["handler"].text();
  element.sensor = given["sensor"].text();
  read_limits(given, element);
  read_life(given, element);
  if (given.has("lost_links")) element.lost_links = lost_links(given["lost_links"]);
  if (given.has("last_change")) element.last_change = last_change(given["last_change"]);
  return element;
}

FaultModel fault_model(const Value& given) {
  given.have_only({"name", "title", "source", "holder", "order", "errors", "elements", "hides", "causes", "caused_by"});
  FaultModel model;
  model.name = given["name"].text();
  model.title = given["title"].text();
  model.holder = holder(given["holder"]);
  model.order = given["order"].whole();
  const Value sides = given["errors"];
  sides.have_only({"own", "way", "peer"});
  model.own = errors(sides, "own");
  model.way = errors(sides, "way");
  model.peer = errors(sides, "peer");
  for (const Value& one : given["elements"].items()) model.elements.push_back(element(one));
  if (model.elements.empty()) given["elements"].refuse("must have at least one");
  if (given.has("hides")) {
    given["hides"].have_only({"here", "beyond"});
    model.hides_here = names(given["hides"], "here");
    model.hides_beyond = names(given["hides"], "beyond");
  }
  model.causes = names(given, "causes");
  model.caused_by = names(given, "caused_by");
  return model;
}

FaultModel read_file(const std::filesystem::path& file) {
  const auto json = read_json(file);
  return fault_model(Value(json, file.string(), ""));
}

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::error_code unreadable;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  if (unreadable) throw FaultTreeError(folder.string() + ": " + unreadable.message());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

FaultTree read_fault_models(const std::filesystem::path& folder) {
  return read_fault_models(std::vector<std::filesystem::path>{folder});
}

FaultTree read_fault_models(const std::vector<std::filesystem::path>& folders) {
  std::vector<FaultModel> models;
  std::string all;
  for (const auto& folder : folders) {
    all += (all.empty() ? "" : ", ") + folder.string();
    for (const auto& file : files_of(folder)) models.push_back(read_file(file));
  }
  try {
    return FaultTree(std::move(models));
  } catch (const FaultTreeError& error) { throw FaultTreeError(all + ": " + error.what()); }
}

} // namespace daruma::models::faults
