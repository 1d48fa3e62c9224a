// A model's program as a process of a real MPI: mpirun -n 4 daruma_real, with DARUMA_RUN set (real_port.cpp).
#include "models/dyprc/dyprc.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>

namespace models = daruma::models;

namespace {

models::Entry entry_of(const std::string& model) {
  for (const models::Program& program : models::dyprc::programs())
    if (program.name == model) return program.entry;
  throw std::invalid_argument("job: there is no model \"" + model + "\"");
}

} // namespace

int main() {
  try {
    entry_of(models::port().argument("model").value_or(""))();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "daruma_real: %s\n", error.what());
    return 2;
  }
}
