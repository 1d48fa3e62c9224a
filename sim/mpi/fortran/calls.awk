# Writes, in C, what Fortran programs call: a function for each call whose parameters alone say how Fortran's become
# C's. The others are in calls_by_hand.c. Read after declarations.awk.
#   integers, addresses     by reference; arrays of them as they are
#   handles                 by MPI_*_f2c and MPI_*_c2f; what a call gives back goes where the integer was
#   statuses                lie in memory as C's do
#   texts                   without the blanks around them, of names those behind; what comes back is filled up with blanks
#   buffers                 by address; MPI_BOTTOM, MPI_IN_PLACE are the addresses of commons
# mpif.h, the module mpi and mpi_f08 share these, as a handle of mpi_f08's is an integer in memory. Where mpi_f08
# describes buffers (TS 29113) it has functions of its own, named as in the standard.
BEGIN {
  split("Init Init_thread Info_get_string Session_get_nth_pset Waitall Waitany Waitsome Testall Testany Testsome " \
        "Startall Type_struct Type_hindexed Type_hvector Type_extent Type_lb Type_ub Type_get_contents " \
        "Type_get_contents_c Address Buffer_detach Comm_detach_buffer Request_get_status_any Request_get_status_all " \
        "Request_get_status_some Status_c2f Status_f2c", words, " ")
  for (i in words) by_hand["MPI_" words[i]] = 1
  print "#include \"sim/mpi/fortran/fortran.h\"\n#include \"sim/mpi/fortran/sections.h\""
}

function describe(call,    describes) {
  if (has_kind("other")) return
  describes = has_kind("buffer") && !is_old(call) || call ~ /^MPI_(Buffer|Comm)_detach/
  if (describes) write_call(call, 1)
  if (!(call in by_hand) && !(describes && call ~ /_c$/)) write_call(call, 0)
}

# What becomes of a buffer whose elements lie apart (sections.h): a copy is lent to the call, or to what it starts;
# where neither the end of the call nor that of a request is that of the use, it goes by a datatype; partitions, each
# ready by itself, have to lie together; and some calls are about the memory itself.
function way_of_lending(call) {
  if (call ~ /^MPI_(Buffer_|(Comm|Session|Win)_(at|de)tach|Win_create|Free_mem|Get_address)/) return "itself"
  if (call ~ /^MPI_(Fetch_and_op|Compare_and_swap)$|_end(_c)?$/) return "itself"
  if (call ~ /^MPI_(Put|Get|Accumulate|Get_accumulate)(_c)?$|_begin(_c)?$/) return "elements"
  return call ~ /^MPI_P(send|recv)_init$/ ? "together" : "copy"
}

function write_call(call, describes,    i) {
  heads = befores = arguments = afters = ends = lengths = request = ""
  way = describes ? way_of_lending(call) : "itself"
  for (i = 1; i <= count; ++i)
    if (kind[i] == "handle" && type[i] == "MPI_Request" && stars[i] == 1 && !is_list[i]) request = "c" i
  for (i = 1; i <= count; ++i) {
    if (i > 1) arguments = arguments ", "
    if (kind[i] == "handle") write_handle(call, i, describes)
    else if (kind[i] == "status") pass("MPI_Fint*", i, "status_at(a" i ")")
    else if (kind[i] == "text") write_text(call, i, describes)
    else if (kind[i] == "address") pass("void*", i, describes ? "a" i : "buffer_at(a" i ")")
    else if (kind[i] == "buffer" && way == "elements") { write_elements(i); i += 2 }
    else if (kind[i] == "buffer") write_buffer(i, describes, way)
    else pass(type[i] "*", i, number_at(i))
  }
  if (way == "copy") {
    befores = "  struct Loan* loans = NULL;\n" befores
    ends = ends "  " (request ? "end_loans_with(loans, " request ")" : "end_loans(loans)") ";\n"
  }
  print "void " (describes ? call "_f08ts" : tolower(call) "_") "(" heads "MPI_Fint* ierror" lengths ") {\n" befores \
        "  const int error = " call "(" arguments ");\n" ends afters "  report(ierror, error);\n}"
}

function number_at(i) {
  if (stars[i] != 1) return (stars[i] == 0 ? "*a" : "(void*)a") i
  return type[i] == "int" ? "weights_or_numbers(a" i ")" : "a" i
}

function pass(head, i, argument) {
  heads = heads head " a" i ", "
  arguments = arguments argument
}

function converter(type) { return type == "MPI_Datatype" ? "MPI_Type" : type }

# A communicator or group that a request is to give is there when that is complete.
function write_handle(call, i, describes,    condition, start) {
  if (is_list[i]) {
    pass("MPI_Fint*", i, "c" i)
    befores = befores "  MPI_Datatype* const c" i " = types_of(a" i ", " length_of_types(call, i, describes) ");\n"
    afters = afters "  free(c" i ");\n"
  } else if (stars[i] == 0) {
    condition = way == "together" && type[i] == "MPI_Datatype" ? "!CFI_is_contiguous(a1) ? MPI_DATATYPE_NULL : " : ""
    pass("MPI_Fint*", i, condition converter(type[i]) "_f2c(*a" i ")")
  } else if (request && type[i] ~ /^MPI_(Comm|Group)$/) {
    pass("MPI_Fint*", i, "(" type[i] "*)&c" i "->handle")
    befores = befores "  struct Promise* const c" i " = promise_at(a" i ");\n"
    ends = ends "  keep_with(c" i ", " request ");\n"
  } else {
    pass("MPI_Fint*", i, "&c" i)
    start = type[i] == "MPI_Request" && i > 1 ? "MPI_REQUEST_NULL" : converter(type[i]) "_f2c(*a" i ")"
    befores = befores "  " type[i] " c" i " = " start ";\n"
    afters = afters "  *a" i " = " converter(type[i]) "_c2f(c" i ");\n"
  }
}

function length_of_types(call, i, describes) {
  if (call !~ /lltoallw/) return "*a1"
  if (call ~ /eighbor/) return name[i] == "sendtypes" ? "neighbors_behind(*a9)" : "neighbors_before(*a9)"
  if (name[i] == "recvtypes") return "peers_of(*a9)"
  return "is_in_place(a1" (describes ? "->base_addr" : "") ") ? 0 : peers_of(*a9)"
}

function write_text(call, i, describes,    place, condition) {
  if (!describes) lengths = lengths ", size_t l" i
  pass(describes ? "CFI_cdesc_t*" : "char*", i, "c" i)
  if (is_const[i]) {
    place = describes ? "a" i "->base_addr, a" i "->elem_len" : "a" i ", l" i
    befores = befores "  char* c" i " = " (call ~ /_set_name$/ ? "word_of" : "text_of") "(" place ");\n"
    afters = afters "  free(c" i ");\n"
  } else {
    befores = befores "  char c" i "[longest_text] = \"\";\n"
    condition = call == "MPI_Info_get" ? " && *a5" : ""
    afters = afters "  if (error == MPI_SUCCESS" condition ") give_text(c" i ", a" i ", l" i ");\n"
  }
}

function write_buffer(i, describes, way,    use) {
  use = is_const[i] ? "for_reading" : "for_writing"
  if (way == "copy") pass("CFI_cdesc_t*", i, "lend(&loans, a" i ", " use ")")
  else if (describes) pass("CFI_cdesc_t*", i, "buffer_at(a" i "->base_addr)")
  else pass("void*", i, "buffer_at(a" i ")")
}

function write_elements(i) {
  pass("CFI_cdesc_t*", i, "c" i ".address, ")
  pass(type[i + 1] "*", i + 1, "c" i ".count, ")
  pass("MPI_Fint*", i + 2, "c" i ".type")
  befores = befores "  struct Elements c" i " = elements_of(a" i ", *a" i + 1 ", MPI_Type_f2c(*a" i + 2 "));\n"
  afters = afters "  forget(&c" i ");\n"
}
