#include "sim/cli/command_line.hpp"

int main(int argc, char** argv) { return daruma::cli::run({argv + 1, argv + argc}); }
