// The command by which a job was submitted to Slurm, as its accounting keeps it (sacct's SubmitLine): words with a
// blank between them, whatever quotes there were.
#pragma once

#include <string>
#include <string_view>

namespace daruma::batch {

/// What it says behind an option that a letter or a word names; empty: nothing. In "sbatch -d afterok:17 --array=1-9%2
/// job.sh" that is "afterok:17" for 'd' and "dependency". Words may be cut as getopt_long allows it.
std::string option_of_command(std::string_view command, char letter, std::string_view word);

} // namespace daruma::batch
