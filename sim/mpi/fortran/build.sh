#!/bin/sh
# build.sh CC FC HEADERS FOLDER: makes there what programs in Fortran need of MPI: mpif.h, the module mpi, and
# fortran.o, which is linked into them. HEADERS is the folder of mpi.h.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
root=${here%/sim/mpi/fortran}
cc=$1
fc=$2
headers=$3
folder=$4
work=$(mktemp -d)
mkdir -p "$folder"
trap 'rm -rf "$work"' EXIT
"$cc" -E -P "-I$headers" "$headers/mpi-ext.h" >"$work/declarations"
{
  "$cc" -E -P -dM "-I$headers" "$headers/mpi-ext.h" |
    awk '/define MPIX?_[A-Z0-9_]+ +\(?-?(0x)?[0-9]+ *\)?$/ && $2 !~ /STATUS|REQUEST_NULL/ { print $2 }'
  grep -oE '\bMPIX?_(T_)?(ERR|SUCCESS|COMBINER)_?[A-Z0-9_]*\b' "$work/declarations" | grep -v '^MPI_ERROR$'
  for name in MPI_ERR_LASTCODE MPI_ERR_PROC_FAILED MPI_ERR_PROC_FAILED_PENDING MPI_ERR_REVOKED MPI_FT; do
    echo "$name"
  done
} | sort -u | sed 's/.*/NAME(&)/' >"$work/names.h"
"$cc" "-I$headers" "-I$root" "-DNAMES=\"$work/names.h\"" "$here/write_mpif.c" -o "$work/write_mpif"
"$work/write_mpif" >"$folder/mpif.h"
{
  printf 'module mpi\ninclude "mpif.h"\ninterface\n'
  awk -v interfaces=1 -f "$here/calls.awk" "$work/declarations"
  printf 'end interface\nend module\n'
} >"$work/mpi.f90"
"$fc" -fsyntax-only "-I$folder" "-J$folder" "$work/mpi.f90"
awk -f "$here/calls.awk" "$work/declarations" >"$work/calls.c"
for part in "$work/calls.c" "$here/calls_by_hand.c"; do
  "$cc" -c -O2 -fPIC -Wall -Wextra -Werror "-I$headers" "-I$root" "$part" -o "$work/$(basename "$part" .c).o"
done
ld -r "$work/calls.o" "$work/calls_by_hand.o" -o "$folder/fortran.o"
