# Reads the declarations of mpi.h, preprocessed, and hands on those of calls that Fortran has, too: `describe(call)` is
# called for each, with its parameters, from 1 to `count`, in
#   name    as the standard has it (parameter_names.txt, the file `names`)
#   type    C's
#   kind    integer, truth (C has integers for truth values, Fortran has not), wide (of addresses and counts), handle,
#           status, text, buffer, address (of memory that MPI gives), or other
#   stars   how often * and []
#   is_const, is_list
BEGIN {
  while ((getline line < names) > 0)
    if (line !~ /^#/) renamings[++renaming_count] = line
  RS = ";"
  handles = "^MPI_(Comm|Datatype|Errhandler|File|Group|Info|Message|Op|Request|Session|Win)$"
  lists = "^(array_of_.*|coords|dims|periods|remain_dims|ranks[12]?|edges|neighbors|sources|destinations|degrees|" \
          "sourceweights|destweights|weights|ranges|sendtypes|recvtypes)$"
}

{ gsub(/[ \t\n]+/, " "); sub(/__attribute__\(\(weak\)\)/, ""); gsub(/__attribute__\(\([^)]*\)*/, "") }

/typedef/ { next }

match($0, /(^| )int MPIX?_[A-Z][A-Za-z0-9_]* ?\([^()]*\) ?$/) {
  declaration = substr($0, RSTART, RLENGTH)
  sub(/^ ?int /, "", declaration)
  open = index(declaration, "(")
  call = substr(declaration, 1, open - 1)
  sub(/ $/, "", call)
  parameters = substr(declaration, open + 1)
  sub(/\) ?$/, "", parameters)
  if (call in seen || call ~ /_(c2f|f2c|c2f08|f082c|f2f08|f082f)$/ || call ~ /^MPI_T_/) next # none of Fortran's
  seen[call] = 1
  count = parameters ~ /^ ?(void)? ?$/ ? 0 : split(parameters, texts, ",")
  for (i = 1; i <= count; ++i) read_parameter(call, i, texts[i])
  described[call] = count
  describe(call)
}

function read_parameter(call, i, text,    words, is_array) {
  is_const[i] = text ~ /const / || call == "MPI_Add_error_string"
  is_array = text ~ /\[/
  stars[i] = gsub(/\[[^]]*\]/, "", text) + gsub(/\*/, " ", text)
  gsub(/const /, "", text)
  gsub(/^ +| +$/, "", text)
  name[i] = standard_name(call, i, words[split(text, words, / +/)])
  type[i] = words[1]
  is_list[i] = stars[i] > 0 && (is_array || name[i] ~ lists || (name[i] == "index" && call == "MPI_Graph_get") ||
                                (is_const[i] && type[i] ~ /^(int|MPI_Aint|MPI_Count)$/))
  kind[i] = kind_of(call, i)
}

# A form with large counts has the names of the other.
function standard_name(call, i, own,    form, j, words, found) {
  form = call
  if (sub(/_c$/, "", form) && described[form] == count) return named[form, i]
  sub(/^MPIX?_/, "", form)
  found = own
  for (j = 1; j <= renaming_count; ++j) {
    split(renamings[j], words, " ")
    if (words[2] == own && (words[1] == "." || form ~ "^(" words[1] ")$")) { found = words[3]; break }
  }
  return named[call, i] = found
}

function kind_of(call, i) {
  if (type[i] ~ handles && stars[i] <= 1) return "handle"
  if (type[i] == "int" && stars[i] <= 1 && name[i] ~ /^(reorder|high|commute|flag|periods|remain_dims|weighted)$/ &&
      call !~ /agree/) return "truth"
  if (type[i] == "int") return "integer"
  if (type[i] ~ /^MPI_(Aint|Offset|Count)$/ && stars[i] <= 1) return "wide"
  if (type[i] == "MPI_Status" && stars[i] <= 1) return "status"
  if (type[i] == "char" && stars[i] == 1) return "text"
  if (type[i] != "void" || stars[i] != 1 || name[i] ~ /^(attribute_val|attr_value|extra_state)$/) return "other"
  if (is_const[i] || call ~ /Win_detach/) return "buffer"
  return call ~ /^MPI_(Alloc_mem|Win_allocate|Win_shared_query|.*etach)/ ? "address" : "buffer"
}

# Whether one of the parameters is of that kind.
function has_kind(wanted,    i) {
  for (i = 1; i <= count; ++i)
    if (kind[i] == wanted) return 1
  return 0
}

# Whether MPI had it before mpi_f08.
function is_old(call) {
  return call ~ /^MPI_(Address|Attr_.*|Keyval_.*|Errhandler_(create|get|set))$/ ||
         call ~ /^MPI_Type_(hindexed|hvector|struct|extent|lb|ub|create_indexed)$/
}
