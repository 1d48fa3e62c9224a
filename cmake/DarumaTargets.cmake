# daruma_library(NAME FOLDER sim/core SOURCES a.cpp USES daruma_x EXTERNAL fmt::fmt)
#
# One folder, one target, one namespace. USES names the project targets whose headers the folder may
# include: that is the declared edge which tests/architecture holds the includes against.
# EXTERNAL names libraries whose headers stay inside the folder's sources.
set_property(GLOBAL PROPERTY DARUMA_EDGES "")

# WHOLE links every object into whoever uses the library, needed where it redefines symbols of a
# shared library that the headers declare weak (SMPI's do).
function(daruma_library name)
  cmake_parse_arguments(ARG "WHOLE" "FOLDER" "SOURCES;USES;EXTERNAL" ${ARGN})
  set(archive ${name})
  if(ARG_WHOLE)
    set(archive ${name}_archive)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${archive}>")
  endif()
  add_library(${archive} STATIC ${ARG_SOURCES})
  target_include_directories(${archive} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${archive} PUBLIC ${ARG_USES} PRIVATE ${ARG_EXTERNAL})
  daruma_warnings(${archive})
  string(JOIN "," uses ${ARG_USES})
  set_property(GLOBAL APPEND PROPERTY DARUMA_EDGES "${name}|${ARG_FOLDER}|${uses}")
endfunction()

function(daruma_warnings name)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize") # there GCC 12 takes parts of its own <regex> for uninitialised
    target_compile_options(${name} PRIVATE -Wno-maybe-uninitialized)
  endif()
endfunction()
