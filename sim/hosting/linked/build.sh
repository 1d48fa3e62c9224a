#!/bin/sh
# build.sh CC FOLDER SIMULATOR HEADERS: makes what programs for simulation are linked with. All that they may call is
# among the dynamic symbols of the simulator and of the SimGrid that it is linked with. HEADERS is the folder of mpi.h.
set -eu
here=$(dirname -- "$0")
cc=$1
folder=$2
simulator=$3
headers=$4
simgrid=$(ldd "$simulator" | awk '/libsimgrid/ { print $3 }')
{
  nm -D -S --defined-only "$simulator"
  nm -D -S --defined-only "$simgrid"
} | awk -f "$here/call_stubs.awk" >"$folder/call_stubs.s"
"$cc" -shared -fPIC -Os -DDARUMA=1 "-I$headers" "-I$here/../../.." -Wl,-soname,libdaruma_mpi.so.0 "$folder/call_stubs.s" "$here/outside.c" -o "$folder/libdaruma_mpi.so.0"
"$cc" -c "$here/interpreter.s" -o "$folder/interpreter.o"
for part in ends entries options process_state time_zone; do "$cc" -c -O2 -fPIC "$here/$part.c" -o "$folder/$part.o"; done
for part in replace smpi; do
  "$cc" -c -O2 -fPIC -DDARUMA=1 "-I$headers" "$here/$part.c" -o "$folder/$part.o"
  rm -f "$folder/$part.a"
  ar rc "$folder/$part.a" "$folder/$part.o"
  rm -f "$folder/$part.o"
done
rm -f "$folder/call_stubs.s"
