// daruma_reference DIR: writes the pages of docs/reference into the folder.
#include "sim/cli/output.hpp"
#include "sim/cli/reference.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("daruma_reference takes a folder, such as docs/reference\n", stderr);
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    for (const auto& page : daruma::cli::reference_pages()) {
      daruma::cli::make_folder((folder / page.file).parent_path());
      daruma::cli::write_file(folder / page.file, page.text);
    }
    return 0;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "daruma_reference: %s\n", problem.what());
    return 4;
  }
}
