# Reads what `nm -D -S` says of the simulator and of SimGrid; writes, in assembler, all that programs may find there as
# they meet it outside of a simulation: functions that say where to run, libc's own behind the names that ld gives their
# calls (--wrap), and data that is zero. Of SMPI's own these are the predefined handles that mpi.h takes from its header;
# who wants its MPI_COMM_WORLD, a variable, was compiled with that header alone, and is not to be linked.
function is_for_programs(name) {
  return name ~ /^(MPI_|MPIX_|PMPI_|PMPIX_|smpi_MPI_|falanx_|data_store_|daruma_|__wrap_)/ && !is_answered(name) &&
    name != "MPI_COMM_WORLD"
}

# By outside.c.
function is_answered(name) {
  return name ~ /^P?MPI_(Get_version|Get_library_version|Initialized|Finalized)$/ || name == "daruma_compute"
}

NF >= 3 {
  name = $NF
  sub(/@.*/, "", name)
  kind = $(NF - 1)
  if (!is_for_programs(name) || name in seen) next
  seen[name] = 1
  print "\t.globl " name
  if (name ~ /^__wrap_/) {
    real = substr(name, 8)
    print "\t.text\n\t.weak " real "\n\t.type " name ", @function\n" name ":\tjmp *" real "@GOTPCREL(%rip)"
  } else if (kind ~ /[TWi]/) {
    print "\t.text\n\t.type " name ", @function\n" name ":\tleaq 1f(%rip), %rdi\n\tjmp daruma_called_outside@PLT"
    print "\t.section .rodata\n1:\t.asciz \"" name "\""
  } else {
    print "\t.bss\n\t.balign 32\n\t.type " name ", @object\n\t.size " name ", 0x" $2 "\n" name ":\t.zero 0x" $2
  }
}

END { print "\t.section .note.GNU-stack, \"\", @progbits" }
