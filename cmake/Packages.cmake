# What is installed, where below the prefix, and in which package: "daruma" and "daruma-runner-openmpi".
#
# ./daruma package builds both, as do: cmake --build --preset release --target installable, then cpack in build/release;
# cmake --install build/release --prefix PREFIX installs without packages. The program finds its files from where it
# is itself (sim/cli/installation.cpp), so a prefix may be moved.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # tests are not installed
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME daruma)
set(data share/daruma)

install(TARGETS daruma RUNTIME DESTINATION bin)

file(GLOB_RECURSE descriptions RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS platforms/*.json)
foreach(file IN LISTS descriptions)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${file} DESTINATION ${data}/${folder})
endforeach()
install(DIRECTORY scenarios DESTINATION ${data} REGEX "[.](so|openmpi|mpich)$" EXCLUDE)
install(FILES sim/results/pages/assets/page.html analysis/draw_figure.py analysis/draw_grids.py DESTINATION ${data})

foreach(name darumacc darumac++ darumaf90 darumarun)
  install(CODE "file(CREATE_LINK daruma \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/${name}\" SYMBOLIC)")
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/sim/cli/lib/ DESTINATION lib/daruma FILES_MATCHING
  PATTERN "*.so*" PATTERN "*.o" PATTERN "*.a" PATTERN "mpif*.h" PATTERN "*.mod")

install(DIRECTORY sim/mpi/include/ DESTINATION include/daruma/mpi FILES_MATCHING PATTERN "*.h")
install(DIRECTORY sim/hosting/include/ models/falanx/include/ sim/batch/include/ DESTINATION include/daruma
  FILES_MATCHING PATTERN "*.h")

set(completion sim/cli/completion)
install(DIRECTORY ${completion} DESTINATION ${data})
install(FILES ${completion}/daruma.bash DESTINATION share/bash-completion/completions RENAME daruma)
install(FILES ${completion}/daruma.fish DESTINATION share/fish/vendor_completions.d)
# Debian's zsh looks for those of packages in another folder than for the administrator's.
install(CODE "set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(folder vendor-completions)
  endif()
  file(INSTALL \"${PROJECT_SOURCE_DIR}/${completion}/daruma.zsh\" RENAME _daruma
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/share/zsh/\${folder}\")")

set(man_page ${PROJECT_BINARY_DIR}/daruma.1)
add_custom_command(OUTPUT ${man_page}.gz COMMAND daruma --man > ${man_page} COMMAND gzip -9nf ${man_page}
  DEPENDS daruma VERBATIM)
install(FILES ${man_page}.gz DESTINATION share/man/man1)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/daruma)
install(DIRECTORY docs DESTINATION share/doc/daruma)

add_custom_target(manual ALL DEPENDS ${man_page}.gz)
add_custom_target(installable DEPENDS daruma manual)
set(packages daruma)
if(MPI_FOUND)
  add_dependencies(installable daruma_runner)
  install(TARGETS daruma_runner DESTINATION lib/daruma/${DARUMA_MPI} COMPONENT runner OPTIONAL)
  install(FILES $<TARGET_FILE:daruma_mpi_shim> DESTINATION lib/daruma/${DARUMA_MPI} COMPONENT runner OPTIONAL)
  list(APPEND packages runner)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME daruma)
set(CPACK_PACKAGE_CONTACT "Daruma <daruma@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL ${packages})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DARUMA_PACKAGE_NAME daruma)
set(CPACK_COMPONENT_DARUMA_DESCRIPTION "simulator of MPI jobs on machines that fail
Daruma simulates MPI jobs that lose processes, change size, and get up again.
A scenario composes machine, jobs, failures, background load and policies;
programs of one's own run in it unchanged.")
# daruma cc needs a compiler and SimGrid's types, --debug gdb, lines of sources elfutils, and figures matplotlib; all
# else works without them.
set(CPACK_DEBIAN_DARUMA_PACKAGE_RECOMMENDS "g++, gdb, libsimgrid-dev, elfutils, python3-matplotlib")
set(CPACK_DEBIAN_DARUMA_PACKAGE_SUGGESTS "daruma-runner-openmpi, bash-completion, man-db, slurm-client")
set(CPACK_DEBIAN_RUNNER_PACKAGE_NAME daruma-runner-${DARUMA_MPI})
set(CPACK_COMPONENT_RUNNER_DESCRIPTION "runs Daruma's scenarios on a real MPI
With this package daruma run --on ${DARUMA_MPI} starts the models, and programs
that daruma cc --on ${DARUMA_MPI} compiled, under this machine's MPI.")
# mpirun starts it; what programs are compiled for that MPI with is needed by daruma cc --on only.
set(CPACK_DEBIAN_RUNNER_PACKAGE_DEPENDS "daruma (= ${PROJECT_VERSION}), openmpi-bin")
set(CPACK_DEBIAN_RUNNER_PACKAGE_RECOMMENDS "libopenmpi-dev, g++")
include(CPack)
