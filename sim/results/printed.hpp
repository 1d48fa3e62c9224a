// What the processes of jobs printed: which events tell of it, and the files that hold it whole.
#pragma once

#include "sim/results/records.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::results {

/// The kinds of the events that are printed lines, by where they were printed.
inline constexpr std::string_view to_stdout = "print";
inline constexpr std::string_view to_stderr = "stderr";

inline bool is_printed(const Event& event) { return event.kind == to_stdout || event.kind == to_stderr; }

struct PrintedFile {
  std::filesystem::path path; ///< "3.txt" of process 3; in a folder with the job's name if there are several jobs
  std::string text;           ///< its lines, those to standard error among the others as they came
};

/// One for each process that printed something that was recorded.
std::vector<PrintedFile> printed_files(const Result&);

} // namespace daruma::results
