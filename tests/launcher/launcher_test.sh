#!/bin/sh
# The launcher on a small project of the same shape, in a folder whose path has spaces.
# Usage: launcher_test.sh SOURCE_DIR CASE; prints what went wrong and exits 1.
set -eu
unset DARUMA_CI_PACKAGES

source_dir=$1
case_name=$2
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
project="$work/a folder with spaces"
launcher=$project/daruma
errors=$work/stderr

make_project() {
  mkdir -p "$project/sim/cli" "$project/models" "$project/tests"
  cp "$source_dir/daruma" "$source_dir/CMakePresets.json" "$project"
  : >"$project/packages.txt" # this is about building
  cat >"$project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
include(CTest)
add_subdirectory(sim/cli)
install(TARGETS daruma)
add_custom_target(installable DEPENDS daruma)
set(CPACK_GENERATOR TGZ)
include(CPack)
add_subdirectory(models)
add_subdirectory(tests)
END
  cat >"$project/models/CMakeLists.txt" <<'END'
add_executable(daruma_runner EXCLUDE_FROM_ALL ../sim/cli/main.cpp)
END
  cat >"$project/sim/cli/CMakeLists.txt" <<'END'
file(GLOB sources CONFIGURE_DEPENDS *.cpp)
add_executable(daruma ${sources})
END
  cat >"$project/sim/cli/main.cpp" <<'END'
#include <cstdio>
int main(int count, char** words) {
  for (int i = 1; i < count; ++i) std::printf("[%s]", words[i]);
  return count;
}
END
  cat >"$project/tests/CMakeLists.txt" <<'END'
add_test(NAME passes COMMAND ${CMAKE_COMMAND} -E true)
add_test(NAME fails COMMAND ${CMAKE_COMMAND} -E false)
END
}

fail() {
  printf 'FAILED %s: %s\n' "$case_name" "$*"
  printf -- '--- standard error was\n'
  cat "$errors"
  exit 1
}

# expect STATUS OUTPUT ERRORS WORD...: runs the launcher with the words and compares all three.
expect() {
  wanted_status=$1 wanted_output=$2 wanted_errors=$3
  shift 3
  status=0
  output=$(cd / && "$launcher" "$@" 2>"$errors") || status=$?
  [ "$status" = "$wanted_status" ] || fail "exit status $status instead of $wanted_status"
  [ "$output" = "$wanted_output" ] || fail "output '$output' instead of '$wanted_output'"
  [ "$(cat "$errors")" = "$wanted_errors" ] || fail "standard error instead of '$wanted_errors'"
}

built='daruma: configuring
daruma: building'

passes_words_output_and_status_through() {
  expect 4 '[run][a b][c"d]' "$built" run 'a b' 'c"d'
  expect 2 '[x]' '' x
}

rebuilds_after_an_edit_and_after_a_removal() {
  printf 'int unused;\n' >"$project/sim/cli/more.cpp"
  expect 1 '' "$built"
  touch "$project/sim/cli/main.cpp"
  expect 1 '' 'daruma: building'
  rm "$project/sim/cli/more.cpp"
  expect 1 '' 'daruma: building'
  expect 1 '' ''
}

rebuilds_where_the_folder_was_moved() {
  expect 1 '' "$built"
  mv "$project" "$work/elsewhere"
  launcher=$work/elsewhere/daruma
  expect 1 '' "$built"
}

runs_through_a_link() {
  ln -s "$launcher" "$work/link"
  launcher=$work/link
  expect 1 '' "$built"
}

shows_why_it_could_not_build() {
  printf 'nonsense\n' >>"$project/sim/cli/main.cpp"
  status=0
  output=$("$launcher" run 2>"$errors") || status=$?
  [ "$status" = 4 ] || fail "exit status $status instead of 4"
  [ -z "$output" ] || fail "wrote to standard output: $output"
  grep -q 'main.cpp:.*nonsense' "$errors" || fail "does not show the compiler's message"
  grep -q '^daruma: could not build' "$errors" || fail "does not say what failed"
}

builds_the_runner_of_the_mpi_that_is_asked_for() {
  expect 4 '[run][x][--on=openmpi]' "$built
$built" run x --on=openmpi
  [ -x "$project/build/openmpi/models/daruma_runner" ] || fail "the runner is not there"
  expect 5 '[run][x][--on][openmpi]' '' run x --on openmpi
  expect 5 '[run][x][--on][nonsense]' '' run x --on nonsense # the program will say that there is no such MPI
}

package_builds_and_names_the_packages() {
  status=0
  output=$("$launcher" package 2>"$errors") || status=$?
  [ "$status" = 0 ] || fail "exit status $status instead of 0"
  case $output in "$project/build/release/"toy-*.tar.gz) ;; *) fail "named '$output'" ;; esac
  tar -tzf "$output" | grep -q 'bin/daruma$' || fail "the program is not in it"
}

two_at_once_build_once() {
  "$launcher" one >"$work/one" 2>"$errors" &
  first=$!
  "$launcher" two >"$work/two" 2>"$work/errors of two" &
  second=$!
  status_one=0 status_two=0
  wait "$first" || status_one=$?
  wait "$second" || status_two=$?
  [ "$status_one $status_two" = "2 2" ] || fail "exit statuses $status_one and $status_two instead of 2 and 2"
  [ "$(cat "$work/one" "$work/two")" = "[one][two]" ] || fail "one of the two did not run"
  builds=$(cat "$errors" "$work/errors of two" | grep -c '^daruma: building$')
  [ "$builds" = 1 ] || fail "built $builds times"
}

an_interrupted_build_is_taken_up_again() {
  for delay in 0.05 0.15 0.3; do
    setsid "$launcher" run >"$errors" 2>&1 &
    group=$!
    sleep "$delay"
    kill -INT -- "-$group" 2>/dev/null || :
    kill -TERM -- "-$group" 2>/dev/null || : # background jobs of a shell may ignore SIGINT
    wait "$group" || :
  done
  status=0
  output=$("$launcher" again 2>"$errors") || status=$?
  [ "$status $output" = "2 [again]" ] || fail "status and output were '$status $output'"
}

test_runs_ctest_with_the_arguments() {
  status=0
  output=$("$launcher" test -R passes 2>"$errors") || status=$?
  [ "$status" = 0 ] || fail "exit status $status instead of 0"
  printf '%s' "$output" | grep -q '100% tests passed, 0 tests failed out of 1' || fail "ran something else: $output"
  "$launcher" test >"$work/output" 2>"$errors" && fail "a failing test did not show in the exit status"
  grep -q '50% tests passed, 1 tests failed out of 2' "$work/output" || fail "did not run both tests"
}

names_the_packages_where_it_cannot_install() {
  printf '# a comment\nno-such-package-a\n[openmpi]\nno-such-package-c\n[ci]\nno-such-package-b\n' >"$project/packages.txt"
  mkdir "$work/bin"
  for name in apt-get sudo; do # neither the real ones nor none
    printf '#!/bin/sh\necho "%s says no" >&2\nexit 100\n' "$name" >"$work/bin/$name"
    chmod +x "$work/bin/$name"
  done
  PATH=$work/bin:$PATH
  status=0
  output=$("$launcher" run 2>"$errors") || status=$?
  [ "$status" = 4 ] || fail "exit status $status instead of 4"
  [ -z "$output" ] || fail "wrote to standard output: $output"
  grep -q 'no-such-package-a$' "$errors" || fail "does not name the package"
  if grep -q 'no-such-package-b' "$errors"; then fail "asks for a package that only CI needs"; fi
  "$launcher" run --on openmpi 2>"$errors" && fail "runs without the packages"
  grep -q 'no-such-package-c$' "$errors" || fail "does not name the MPI's package"
}

make_project
: >"$errors"
"$case_name"
