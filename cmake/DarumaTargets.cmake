# daruma_library(NAME USES daruma_x EXTERNAL fmt::fmt EXCEPT main.cpp)
#
# One folder, one target, one namespace. The folder is that of the CMakeLists.txt, or its FOLDER, and all its sources
# belong to it, or those ONLY names, but for those EXCEPT names. USES names the project targets whose headers the folder
# may include: that is the declared edge which tests/architecture holds the includes against. EXTERNAL names libraries
# whose headers stay inside the folder's sources.
set_property(GLOBAL PROPERTY DARUMA_EDGES "")

set(DARUMA_UNOPTIMIZED "" CACHE STRING "Folders that are compiled quickly rather than to run fast: sim/cli;sim/study")

# Into `result`: the sources of the current folder, or of its FOLDER, and those of its folders IN, but for those named in
# EXCEPT.
function(daruma_sources result)
  cmake_parse_arguments(ARG "" "FOLDER" "IN;EXCEPT" ${ARGN})
  set(patterns *.cpp)
  if(ARG_FOLDER)
    set(patterns ${ARG_FOLDER}/*.cpp)
  endif()
  foreach(folder IN LISTS ARG_IN)
    list(APPEND patterns ${folder}/*.cpp)
  endforeach()
  file(GLOB sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${patterns})
  if(ARG_EXCEPT)
    list(REMOVE_ITEM sources ${ARG_EXCEPT})
  endif()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# WHOLE links every object into whoever uses the library, needed where it redefines symbols of a
# shared library that the headers declare weak (SMPI's do). What COMPUTES_LITTLE is optimized less in a release, which takes
# a quarter of the compiler's time off.
function(daruma_library name)
  cmake_parse_arguments(ARG "WHOLE;COMPUTES_LITTLE" "FOLDER" "IN;ONLY;EXCEPT;USES;EXTERNAL" ${ARGN})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER})
  string(REGEX REPLACE "/$" "" folder ${folder})
  set(sources ${ARG_ONLY})
  if(NOT ARG_ONLY)
    daruma_sources(sources FOLDER ${ARG_FOLDER} IN ${ARG_IN} EXCEPT ${ARG_EXCEPT})
  endif()
  string(JOIN "," uses ${ARG_USES})
  set_property(GLOBAL APPEND PROPERTY DARUMA_EDGES "${name}|${folder}|${uses}")
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} INTERFACE ${ARG_USES})
    return()
  endif()
  set(archive ${name})
  if(ARG_WHOLE)
    set(archive ${name}_archive)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${archive}>")
  endif()
  add_library(${archive} STATIC ${sources})
  target_include_directories(${archive} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${archive} PUBLIC ${ARG_USES} PRIVATE ${ARG_EXTERNAL})
  daruma_warnings(${archive})
  if(folder IN_LIST DARUMA_UNOPTIMIZED)
    target_compile_options(${archive} PRIVATE -O0)
  elseif(ARG_COMPUTES_LITTLE)
    target_compile_options(${archive} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

function(daruma_warnings name)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
endfunction()
