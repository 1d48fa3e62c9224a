# Writes, in Fortran, the interfaces of the module mpi: what may be of any type or rank is not checked. Buffers are
# targets, or gfortran would hold that no later call touches them. Read after declarations.awk.
function describe(call,    i, list, declarations) {
  if (has_kind("other") || call ~ /_c$/) return
  for (i = 1; i <= count; ++i) {
    list = list "a" i ", "
    declarations = declarations declared(i)
  }
  print "subroutine " call "(&\n" list "ierror)\nimport\n" declarations "integer :: ierror\nend subroutine"
}

# A line for each declaration, none of them long.
function declared(i) {
  if (stars[i] == 0 && kind[i] == "truth") return "logical :: a" i "\n"
  if (stars[i] == 0 && kind[i] == "wide" && !is_old(call)) return "integer(8) :: a" i "\n"
  if (stars[i] == 0 || (kind[i] == "handle" && !is_list[i])) return "integer :: a" i "\n"
  if (kind[i] == "text") return "character(len=*) :: a" i "\n"
  return "integer" (kind[i] == "buffer" ? ", target" : "") " :: a" i "(*)\n!GCC$ ATTRIBUTES NO_ARG_CHECK :: a" i "\n"
}
