# daruma_library(NAME FOLDER sim/base SOURCES a.cpp USES daruma_x EXTERNAL fmt::fmt)
#
# One folder, one target, one namespace. USES names the project targets whose headers the folder may
# include: that is the declared edge which tests/architecture holds the includes against.
# EXTERNAL names libraries whose headers stay inside the folder's sources.
set_property(GLOBAL PROPERTY DARUMA_EDGES "")

function(daruma_library name)
  cmake_parse_arguments(ARG "" "FOLDER" "SOURCES;USES;EXTERNAL" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_USES} PRIVATE ${ARG_EXTERNAL})
  daruma_warnings(${name})
  set_property(GLOBAL APPEND PROPERTY DARUMA_EDGES "${name}|${ARG_FOLDER}|${ARG_USES}")
endfunction()

function(daruma_warnings name)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
endfunction()
