# Reads the declarations of mpi.h, preprocessed; writes, in C, what Fortran programs call: a function for each call whose
# parameters alone say how Fortran's become C's. The others are in calls_by_hand.c.
#   integers, addresses     by reference; arrays of them as they are
#   handles                 by MPI_*_f2c and MPI_*_c2f; what a call gives back goes where the integer was
#   statuses                lie in memory as C's do
#   texts                   without trailing blanks; what comes back is filled up with blanks
#   buffers                 by address; MPI_BOTTOM, MPI_IN_PLACE are the addresses of commons
# With interfaces=1 it writes, in Fortran, their interfaces instead. What may be of any type or rank is not checked.
BEGIN {
  RS = ";"
  split("Init Init_thread Waitall Waitany Waitsome Testall Testany Testsome Startall Type_create_struct Type_struct " \
        "Type_get_contents Alltoallw Alltoallw_init Ialltoallw Neighbor_alltoallw Ineighbor_alltoallw " \
        "Neighbor_alltoallw_init Op_create Comm_create_keyval Type_create_keyval Win_create_keyval Keyval_create " \
        "Comm_create_errhandler Errhandler_create Win_create_errhandler File_create_errhandler Register_datarep " \
        "Comm_get_attr Comm_set_attr Attr_get Attr_put " \
        "Type_get_attr Type_set_attr Win_get_attr Win_set_attr Comm_spawn Comm_spawn_multiple Pcontrol Address " \
        "Buffer_detach Get_address Grequest_start Comm_detach_buffer Request_get_status_any " \
        "Request_get_status_all Request_get_status_some Session_create_errhandler Status_c2f Status_f2c", names, " ")
  for (i in names) by_hand["MPI_" names[i]] = 1
  handles = "^MPI_(Comm|Datatype|Errhandler|File|Group|Info|Message|Op|Request|Session|Win)$"
  if (!interfaces) print "#include \"sim/mpi/fortran/fortran.h\""
}

{ gsub(/[ \t\n]+/, " "); sub(/__attribute__\(\(weak\)\)/, ""); gsub(/__attribute__\(\([^)]*\)*/, "") }

/typedef/ { next }

match($0, /(^| )int MPIX?_[A-Z][A-Za-z0-9_]* ?\([^()]*\) ?$/) {
  declaration = substr($0, RSTART, RLENGTH)
  sub(/^ ?int /, "", declaration)
  open = index(declaration, "(")
  name = substr(declaration, 1, open - 1)
  sub(/ $/, "", name)
  parameters = substr(declaration, open + 1)
  sub(/\) ?$/, "", parameters)
  if (name in by_hand || name in seen || name ~ /_(c2f|f2c)$/ || name ~ /_c$|^MPI_T_/) next # none of Fortran's
  seen[name] = 1
  write_call(name, parameters)
}

# Sets `type`, `stars` (how often * and []) and `is_truth` (C has integers for truth values, Fortran has not) of a
# parameter.
function read_parameter(text,    words, count) {
  stars = gsub(/\[[^]]*\]/, "", text) + gsub(/\*/, " ", text)
  gsub(/const /, "", text)
  gsub(/^ +| +$/, "", text)
  count = split(text, words, / +/)
  type = words[1]
  is_truth = words[count] ~ /^(reorder|high|commute|flag)$/
  if (type == "unsigned" || type == "long") type = ""
}

function handle_of(type) { return type == "MPI_Datatype" ? "MPI_Type" : type }

function write_call(name, parameters,    all, count, i, heads, befores, arguments, afters, lengths, is_const, list,
                    declarations) {
  count = parameters ~ /^ ?(void)? ?$/ ? 0 : split(parameters, all, ",")
  heads = befores = arguments = afters = lengths = list = declarations = ""
  for (i = 1; i <= count; ++i) {
    is_const = all[i] ~ /const /
    read_parameter(all[i])
    if (i > 1) arguments = arguments ", "
    list = list "a" i ", "
    declarations = declarations declared("a" i)
    if (type ~ handles && stars <= 1) {
      heads = heads "MPI_Fint* a" i ", "
      if (stars == 0) arguments = arguments handle_of(type) "_f2c(*a" i ")"
      else {
        befores = befores "  " type " c" i " = " handle_of(type) "_f2c(*a" i ");\n"
        arguments = arguments "&c" i
        afters = afters "  *a" i " = " handle_of(type) "_c2f(c" i ");\n"
      }
    } else if (type ~ /^(int|MPI_Aint|MPI_Offset|MPI_Count)$/) {
      heads = heads type "* a" i ", "
      arguments = arguments (stars == 0 ? "*a" i : type == "int" ? "weights_or_numbers(a" i ")" : "a" i)
      if (stars > 1) { sub(/weights_or_numbers\(a[0-9]+\)$/, "(void*)a" i, arguments) }
    } else if (type == "MPI_Status" && stars <= 1) {
      heads = heads "MPI_Fint* a" i ", "
      arguments = arguments "status_at(a" i ")"
    } else if (type == "char" && stars == 1) {
      heads = heads "char* a" i ", "
      lengths = lengths ", size_t l" i
      if (is_const) befores = befores "  char* c" i " = text_of(a" i ", l" i ");\n"
      else befores = befores "  char c" i "[longest_text] = \"\";\n"
      arguments = arguments "c" i
      afters = afters (is_const ? "  free(c" i ");\n" : "  if (*ierror == MPI_SUCCESS) give_text(c" i ", a" i ", l" i ");\n")
    } else if (type == "void" && stars == 1) {
      heads = heads "void* a" i ", "
      arguments = arguments "buffer_at(a" i ")"
    } else return
  }
  if (interfaces) {
    print "subroutine " name "(&\n" list "ierror)\nimport\n" declarations "integer :: ierror\nend subroutine"
    return
  }
  print "void " tolower(name) "_(" heads "MPI_Fint* ierror" lengths ") {\n" befores \
        "  *ierror = " name "(" arguments ");\n" afters "}"
}

# A line for each declaration, none of them long.
function declared(argument) {
  if (stars == 0 && is_truth) return "logical :: " argument "\n"
  if (stars == 0 && (type == "int" || type ~ handles)) return "integer :: " argument "\n"
  if (stars == 0 && type ~ /^MPI_(Aint|Offset|Count)$/) return "integer(8) :: " argument "\n"
  if (stars == 1 && type ~ handles) return "integer :: " argument "\n"
  if (type == "char") return "character(len=*) :: " argument "\n"
  return "integer :: " argument "(*)\n!GCC$ ATTRIBUTES NO_ARG_CHECK :: " argument "\n"
}
