#!/bin/bash
# Daruma installed below a prefix and used from another folder; its words completed by shells; its man page.
# Usage: installed_test.sh BUILD_DIR SOURCE_DIR CASE; prints what went wrong and exits 1, or 77 where a shell is missing.
set -eu

build=$1
source_dir=$2
case_name=$3
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
prefix="$work/a prefix"
daruma=$prefix/bin/daruma

fail() {
  printf 'FAILED %s: %s\n' "$case_name" "$*"
  exit 1
}

need() { command -v "$1" >/dev/null || { printf '%s is missing\n' "$1"; exit 77; }; }

# same WANTED FOUND
same() { [ "$1" = "$2" ] || fail "'$2' instead of '$1'"; }

runs_from_any_folder_and_wherever_it_is_moved() {
  mv -- "$prefix" "$work/elsewhere"
  daruma=$work/elsewhere/bin/daruma
  mkdir "$work/here"
  cd -- "$work/here"
  "$daruma" run quickstart >quickstart.txt || fail "quickstart: $?"
  grep -q 'quake.finished is true: it is true' quickstart.txt || fail "quickstart printed something else"
  "$daruma" run scenarios/quickstart.json --json >/dev/null || fail "a scenario by its path below the prefix: $?"
  "$daruma" report out/quickstart >/dev/null || fail "report: $?"
  "$daruma" list machines | grep -q '^oakbridge-cx ' || fail "no machines"
  "$daruma" schema | grep -q '"properties"' || fail "no schema"
  "$daruma" diagnose quickstart >/dev/null || fail "devices: $?"
}

its_next_commands_can_be_typed() {
  cd -- "$work"
  PATH=$prefix/bin:$PATH
  daruma init 'my first' >said
  sed -n 's/^  //p' said >next
  [ "$(wc -l <next)" = 4 ] || fail "other commands: $(cat next)"
  sh -eux next >ran 2>&1 || fail "$(cat ran)"
  [ -s 'my first/out/survivors/report.html' ] || fail "no report"
}

its_compiler_and_launcher_have_names_of_their_own() {
  cd -- "$work"
  PATH=$prefix/bin:$PATH
  darumacc -O1 "$prefix/share/daruma/scenarios/programs/survivors.c" -o survivors || fail "darumacc: $?"
  status=0
  said=$(./survivors 2>&1) || status=$?
  same 2 "$status"
  case $said in *'darumarun -np 4 ./survivors'*) ;; *) fail "said: $said" ;; esac
  same 'after 10 steps the sum of 3 ranks is 3' "$(darumarun -np 3 ./survivors 2>/dev/null)"
}

knows_nothing_of_the_source_tree() {
  found=$(grep -rlF "$source_dir/" "$prefix") && fail "it is named in $found"
  [ ! -e "$prefix/bin/source_tree" ] || fail "the mark of a build was installed"
}

says_how_to_get_a_runner() {
  status=0
  said=$("$daruma" run quickstart --on openmpi 2>&1) || status=$?
  same 4 "$status"
  case $said in *daruma-runner-openmpi*) ;; *) fail "said: $said" ;; esac
}

has_a_man_page_without_faults() {
  need groff
  same '' "$(zcat "$prefix/share/man/man1/daruma.1.gz" | groff -man -ww -z -Tutf8 2>&1)"
  zcat "$prefix/share/man/man1/daruma.1.gz" | groff -man -Tascii -P -cbou | grep -q -e '--replicas N' ||
    fail "the options are not in it"
}

# complete_in_bash LINE: what bash offers at the end of it, a word a line.
complete_in_bash() {
  PATH=$prefix/bin:$PATH bash --norc -c '
    compopt() { :; } # only while readline completes
    source "$1"
    COMP_LINE=$2 COMP_POINT=${#2}
    _daruma
    printf "%s\n" "${COMPREPLY[@]}"' bash "$prefix/share/bash-completion/completions/daruma" "$1"
}

completes_words_in_bash() {
  bash -n "$prefix/share/bash-completion/completions/daruma"
  cd -- "$work"
  touch quicksand.json
  same reproduce "$(complete_in_bash 'daruma repr')"
  same $'quickstart\nquicksand.json' "$(complete_in_bash 'daruma run quick')"
  same --fidelity "$(complete_in_bash 'daruma run x --fid')"
  same fast "$(complete_in_bash 'daruma run x --fidelity f')"
  same fast "$(complete_in_bash 'daruma run x --fidelity=f')"
  same dyprc-table1 "$(complete_in_bash 'daruma reproduce dyprc-table1')"
  same '/jobs/0/ranks=' "$(complete_in_bash 'daruma run quickstart --set /jobs/0/ra')"
  same '' "$(complete_in_bash 'daruma run x --seed 1')"
}

completes_words_in_zsh() {
  need zsh
  zsh -n "$prefix/share/zsh/site-functions/_daruma"
  same 'reproduce' "$(PATH=$prefix/bin:$PATH zsh -f -c '
    words=(daruma repr) CURRENT=2 PREFIX=repr
    compdef() { :; }
    compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }
    _files() { print files; }
    source "$1"
    _daruma' zsh "$prefix/share/zsh/site-functions/_daruma")"
}

completes_words_in_fish() {
  need fish
  fish -n "$prefix/share/fish/vendor_completions.d/daruma.fish"
  complete() {
    HOME=$work PATH=$prefix/bin:$PATH fish --no-config -c "source '$prefix/share/fish/vendor_completions.d/daruma.fish'
      complete -C '$1'" | cut -f 1
  }
  same reproduce "$(complete 'daruma repr')"
  same fast "$(complete 'daruma run x --fidelity f')"
}

cmake --install "$build" --prefix "$prefix" --component daruma >"$work/install.log" || fail "$(cat "$work/install.log")"
"$case_name"
