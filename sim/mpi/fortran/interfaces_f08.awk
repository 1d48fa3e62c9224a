# Writes, in Fortran, the interfaces of the module mpi_f08, but for those of calls_by_hand.f90. Read after
# declarations.awk. A call that has a form with large counts, too, is generic, where Fortran can tell the two apart.
# Buffers are targets, or gfortran would hold that no later call touches them; so that what does not block is protected,
# with or without the attribute asynchronous, of which gfortran makes nothing.
function describe(call) {
  if (is_old(call) || has_kind("other") || call ~ /^MPI_Status_(c2f|f2c)$/) return
  if (call ~ /_c$/ && !has_counts_of_both_widths()) return
  calls[++call_count] = call
  interfaces[call] = interface_of(call)
}

END {
  for (i = 1; i <= call_count; ++i) {
    call = calls[i]
    if (call ~ /_c$/) continue
    wide = call "_c" in interfaces ? interfaces[call "_c"] : ""
    print "interface " (wide ? call : "") "\n" interfaces[call] wide "end interface"
  }
}

# Addresses and counts are of one width.
function has_counts_of_both_widths(    i, form) {
  form = call
  sub(/_c$/, "", form)
  if (described[form] != count) return 1
  for (i = 1; i <= count; ++i)
    if (kind[i] == "wide" && kinds[form, i] != "wide") return 1
  return 0
}

function interface_of(call,    i, list, declarations, symbol) {
  for (i = 1; i <= count; ++i) {
    list = list name[i] ", &\n"
    declarations = declarations declared(call, i)
  }
  symbol = has_kind("buffer") || call ~ /^MPI_(Buffer|Comm)_detach/ ? " bind(C, name=\"" call "_f08ts\")" : ""
  return "subroutine " call "(&\n" list "ierror)" symbol "\nimport\n" declarations \
         "integer, optional, intent(out) :: ierror\nend subroutine\n"
}

function declared(call, i,    end) {
  kinds[call, i] = kind[i]
  end = name[i] (is_list[i] ? stars[i] > 1 ? "(3, *)" : "(*)" : "") "\n"
  if (kind[i] == "buffer") return "type(*), dimension(..), target" (is_const[i] ? ", intent(in)" : "") " :: " end
  if (kind[i] == "status") return "type(MPI_Status)" (is_const[i] ? ", intent(in)" : "") " :: " end
  return type_of(i) ", intent(" intent_of(call, i) ") :: " end
}

function type_of(i) {
  if (kind[i] == "handle") return "type(" type[i] ")"
  if (kind[i] == "truth") return "logical"
  if (kind[i] == "text") return "character(len=*)"
  if (kind[i] == "address") return "type(c_ptr)"
  if (kind[i] == "integer") return "integer"
  if (type[i] == "MPI_Aint") return "integer(MPI_ADDRESS_KIND)"
  return type[i] == "MPI_Offset" ? "integer(MPI_OFFSET_KIND)" : "integer(MPI_COUNT_KIND)"
}

function intent_of(call, i) {
  if (stars[i] == 0 || is_const[i] || name[i] == "ranges" || call == "MPI_Cancel") return "in"
  if (call ~ /_(free|free_keyval|commit|disconnect|close|finalize)$/) return "inout"
  if (name[i] ~ /^(position|buflen|pset_len|message|array_of_requests)$/) return "inout"
  if (call ~ /^MPI_(Wait|Test|Start|Dims_create)|agree$/) return "inout"
  return "out"
}
