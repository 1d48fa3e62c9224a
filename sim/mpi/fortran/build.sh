#!/bin/sh
# build.sh CC FC HEADERS FOLDER: makes there what programs in Fortran need of MPI: mpif.h, the modules mpi and mpi_f08,
# what Open MPI has for the names that begin with MPIX (mpif-ext.h, the modules mpi_ext and mpi_f08_ext), and fortran.o,
# which is linked into them. HEADERS is the folder of mpi.h.
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

# of_calls WHAT: by the declarations of mpi.h
of_calls() { awk -v "names=$here/parameter_names.txt" -f "$here/declarations.awk" -f "$here/$1" "$work/declarations"; }
# for_kind PART KIND OBJECT [HANDLE PREFIX]
for_kind() { sed "s/Kind/$2/g; s/OBJECT/$3/g; s/HANDLE/${4-}/g; s/PREFIX/${5-}/g" "$here/$1"; }

{
  "$cc" -E -P -dM "-I$headers" "$headers/mpi-ext.h" |
    awk '/define MPIX?_[A-Z0-9_]+ +\(?-?(0x)?[0-9]+ *\)?$/ && $2 !~ /STATUS|REQUEST_NULL/ { print $2 }'
  grep -oE '\bMPIX?_(T_)?(ERR|SUCCESS|COMBINER)_?[A-Z0-9_]*\b' "$work/declarations" | grep -v '^MPI_ERROR$'
  for name in MPI_ERR_LASTCODE MPI_ERR_PROC_FAILED MPI_ERR_PROC_FAILED_PENDING MPI_ERR_REVOKED MPI_FT \
    MPI_CART MPI_GRAPH MPI_DIST_GRAPH; do
    echo "$name"
  done
} | sort -u | sed 's/.*/NAME(&)/' >"$work/names.h"
"$cc" "-I$headers" "-I$root" "-DNAMES=\"$work/names.h\"" "$here/write_mpif.c" -o "$work/write_mpif"
"$work/write_mpif" >"$folder/mpif.h"
{
  printf 'module mpi\ninclude "mpif.h"\n'
  cat "$here/externals.f90"
  printf 'interface\n'
  of_calls interfaces.awk
  cat "$here/sizeof.f90"
  printf 'end interface\nend module\n'
} >"$work/mpi.f90"
# What was read, and each interface in it once more by the names for profiling.
with_other_names() {
  cat >"$work/interfaces"
  cat "$work/interfaces"
  sed -n '/^interface operator/,/^end interface/d; /^interface/,/^end interface/p' "$work/interfaces" |
    sed -E 's/^((.* )?(interface|subroutine|function) )(MPIX?_)/\1P\4/; s/name="MPI/name="PMPI/; s/name="mpi/name="pmpi/'
}
{
  printf 'module mpi_f08\nuse, intrinsic :: iso_c_binding, only: c_ptr\n'
  "$work/write_mpif" uses
  printf 'implicit none\nprivate :: c_ptr\n'
  for kind in Comm Datatype Errhandler File Group Info Message Op Request Session Win; do
    for_kind handle.f90 $kind -
  done
  "$work/write_mpif" handles
  {
    for_kind attributes.f90 Comm comm Comm comm
    for_kind attributes.f90 Type datatype Datatype type
    for_kind attributes.f90 Win win Win win
    for kind in Comm File Session Win; do for_kind errhandler.f90 $kind "$(echo $kind | tr CFSW cfsw)"; done
    cat "$here/calls_by_hand.f90"
    printf 'interface\n'
    cat "$here/sizeof.f90"
    printf 'end interface\n'
    of_calls interfaces_f08.awk
  } | with_other_names
  printf 'end module\n'
} >"$work/mpi_f08.f90"
# The names beyond MPI are in mpif.h and the other modules, too; who takes but some names of those gets them from here.
echo '! What Open MPI has here is in mpif.h.' >"$folder/mpif-ext.h"
for module in mpi mpi_f08; do
  printf 'module %s_ext\n' "$module"
  {
    grep -oE 'MPIX_[A-Z0-9_]+' "$work/names.h"
    grep -oE '\bMPIX_[A-Z][a-z]\w*' "$work/declarations"
  } | sort -u | sed "s/.*/use $module, only: &/"
  printf 'end module\n'
done >"$work/extensions.f90"
# That an integer of Fortran's is one of C's is what it warns of.
for module in mpi mpi_f08 extensions; do "$fc" -w -fsyntax-only "-I$folder" "-J$folder" "$work/$module.f90"; done
of_calls calls.awk >"$work/calls.c"
described_buffers=$("$fc" -print-file-name=include)
for part in "$work/calls.c" "$here/calls_by_hand.c" "$here/sections.c"; do
  object=$work/$(basename "$part" .c).o
  "$cc" -c -O2 -fPIC -Wall -Wextra -Werror "-I$headers" "-I$root" -idirafter "$described_buffers" "$part" -o "$object"
done
# Each call has a name for profiling as well, and a program may have its own in the place of the other.
ld -r "$work/calls.o" "$work/calls_by_hand.o" "$work/sections.o" -o "$work/whole.o"
nm --defined-only --extern-only "$work/whole.o" | awk '$3 ~ /^mpix?_.*_$|^MPIX?_.*_f08ts$/ { print $3 }' >"$work/calls"
sed -E 's/^(mpi.*)/--defsym=p\1=\1/; s/^(MPI.*)/--defsym=P\1=\1/' "$work/calls" >"$work/other_names"
ld -r "$work/whole.o" "@$work/other_names" -o "$work/named.o"
objcopy --weaken-symbols="$work/calls" "$work/named.o" "$folder/fortran.o"
