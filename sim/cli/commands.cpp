#include "sim/cli/command_line.hpp"
#include "sim/scenario/wording.hpp"

namespace daruma::cli {

const std::vector<CommandGroup>& command_groups() {
  static const std::vector<CommandGroup> all{
      {"Begin", {init_command(), import_command(), fit_command(), run_command(), report_command(), compare_command()}},
      {"Ask many runs", {sweep_command(), check_command(), explore_command()}},
      {"Reproduce and count", {reproduce_command(), collisions_command(), diagnose_command()}},
      {"Your own programs and MPI",
       {cc_command(), cpp_command(), fortran_command(), mpirun_command(), calibrate_command()}},
      {"Look up", {list_command(), schema_command(), help_command(), completion_command()}}};
  return all;
}

const std::vector<Option>& program_options() {
  static const std::vector<Option> all{{"help", "shows the commands; after a command, what it takes"},
                                       {"version", "shows the versions of Daruma and of SimGrid"},
                                       {"man", "prints the manual as a man page"}};
  return all;
}

const Command& find_command(const std::string& name) {
  static const Command complete = complete_command();
  if (name == complete.name) return complete;
  std::vector<std::string> known;
  for (const CommandGroup& group : command_groups())
    for (const Command& command : group.commands) {
      if (command.name == name) return command;
      known.push_back(command.name);
    }
  for (const Option& option : program_options()) known.push_back(option.flag());
  throw UsageError(scenario::unknown(name.rfind('-', 0) == 0 ? "option" : "command", name, known) +
                   "; daruma help shows all");
}

} // namespace daruma::cli
