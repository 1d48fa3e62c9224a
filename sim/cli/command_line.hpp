// The command line: which command, its options, and the exit status.
//
// Exit status: 0 done, 1 an expectation failed, 2 bad input, 3 the simulated system deadlocked or
// broke, 4 the machine lacks something. Standard output carries the answer, standard error all else.
#pragma once

#include <boost/program_options.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::cli {

enum ExitStatus { done = 0, expectation_failed = 1, bad_input = 2, broke = 3, machine_lacks = 4 };

/// The words on the command line are wrong; the message says what is allowed.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The machine lacks something; the message says what, and how to get it.
class MachineError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

using Words = std::vector<std::string>;

/// Runs one command line (without the program's name) and returns its exit status. Never throws.
int run(const Words& words);

/// Reads a command's words; positional ones, of which there may be `most_positional`, go to the option `positional`
/// (null: there may be none).
/// Throws UsageError.
boost::program_options::variables_map read_options(const Words& words,
                                                   const boost::program_options::options_description& known,
                                                   const char* positional, int most_positional = 1);

// The commands.
int run_scenario(const Words& words);
int sweep(const Words& words);
int check(const Words& words);
int reproduce(const Words& words);
int compare(const Words& words);
int report_results(const Words& words);
int calibrate(const Words& words);
int collisions(const Words& words);
int diagnose(const Words& words);
int list(const Words& words);
int print_schema(const Words& words);
int compile(const Words& words);

} // namespace daruma::cli
