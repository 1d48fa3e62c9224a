// What must hold of each run of the program, whatever it was given.
//
// The exit status is within the contract (0 done, 1 an expectation failed, 2 bad input, 3 the simulated system broke, 4
// the machine lacks something, 130 interrupted); whatever is not 0 is explained on standard error; bad input names file
// and JSON pointer; nobody reads about internals. Results that were accepted satisfy invariants.
#pragma once

#include "tests/fuzz/execution.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace daruma::fuzz {

constexpr int interrupted_status = 128 + 2; ///< as shells tell SIGINT

/// What is wrong with how a run ended and with what it said, a sentence each.
std::vector<std::string> complaints_about(const Execution&);

/// What is wrong with the messages of a run that refused a scenario: each names the file, or the option, and a pointer.
std::vector<std::string> complaints_about_refusal(const std::string& err);

/// What is wrong with a result: times out of order, metrics without a number, jobs without an end or a reason,
/// node-hours beyond the machine's.
std::vector<std::string> complaints_about_result(const nlohmann::json& result);

/// What is wrong with what a run left in a folder: result.json and trace.json that cannot be read, or what is in them.
std::vector<std::string> complaints_about_files(const std::filesystem::path& folder);

} // namespace daruma::fuzz
