# Every dependency is named once, here; all come from Debian 12.

# A real MPI, for which the models are built a second time. Optional beside the simulator.
find_program(MPI_C_COMPILER mpicc.${DARUMA_MPI})
find_program(MPI_CXX_COMPILER mpicxx.${DARUMA_MPI})
if(MPI_CXX_COMPILER)
  find_package(MPI COMPONENTS C CXX)
endif()
find_program(DARUMA_GFORTRAN gfortran REQUIRED) # for what programs in Fortran need of MPI
find_package(nlohmann_json 3.11 REQUIRED)
# The tree store for real. Optional, too.
find_path(ZOOKEEPER_INCLUDE_DIR zookeeper/zookeeper.h)
find_library(ZOOKEEPER_LIBRARY zookeeper_mt)
if(NOT ZOOKEEPER_LIBRARY)
  message(STATUS "No client of ZooKeeper: models that need a tree store run in simulation only; on Debian: apt-get "
    "install libzookeeper-mt-dev")
endif()
# What asks real BMCs and switches. Optional, too.
find_library(FREEIPMI_LIBRARY freeipmi)
find_library(NETSNMP_LIBRARY netsnmp)
if(NOT FREEIPMI_LIBRARY OR NOT NETSNMP_LIBRARY)
  message(STATUS "No FreeIPMI or no Net-SNMP: faults are detected in simulation only; on Debian: apt-get install "
    "libfreeipmi-dev libsnmp-dev")
endif()

if(NOT DARUMA_SIMULATOR)
  if(NOT MPI_FOUND)
    message(FATAL_ERROR "mpicxx.${DARUMA_MPI} is missing; on Debian: apt-get install "
      "libopenmpi-dev openmpi-bin, or libmpich-dev mpich")
  endif()
  return()
endif()
if(NOT MPI_FOUND)
  message(STATUS "No Open MPI: the models are built for the simulator only, and the tests labelled mpi do not exist")
endif()

find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(fmt 9 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(LibLZMA REQUIRED)
find_library(ZEROMQ_LIBRARY zmq REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)

find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp REQUIRED)
add_library(daruma_valijson INTERFACE)
target_include_directories(daruma_valijson SYSTEM INTERFACE ${VALIJSON_INCLUDE_DIR})

find_path(SIMGRID_INCLUDE_DIR simgrid/s4u.hpp REQUIRED)
find_library(SIMGRID_LIBRARY simgrid REQUIRED)
add_library(daruma_simgrid INTERFACE)
target_include_directories(daruma_simgrid SYSTEM INTERFACE ${SIMGRID_INCLUDE_DIR})
target_link_libraries(daruma_simgrid INTERFACE ${SIMGRID_LIBRARY})
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*address")
  add_library(daruma_sanitized_contexts STATIC ${CMAKE_CURRENT_LIST_DIR}/sanitized_contexts.cpp)
  target_link_libraries(daruma_simgrid INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,daruma_sanitized_contexts>")
  add_compile_definitions($<$<CXX_COMPILER_ID:Clang>:__SANITIZE_ADDRESS__=1>) # as GCC does, and Clang 21
endif()
if(CMAKE_CXX_FLAGS MATCHES "-shared-libasan") # which Clang links with, and leaves to the user to be found
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
    OUTPUT_VARIABLE DARUMA_SANITIZER OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  get_filename_component(DARUMA_SANITIZER "${DARUMA_SANITIZER}" DIRECTORY)
  add_link_options("LINKER:-rpath,${DARUMA_SANITIZER}")
endif()

if(BUILD_TESTING)
  find_package(GTest 1.12 REQUIRED)
  find_package(benchmark REQUIRED)
endif()
