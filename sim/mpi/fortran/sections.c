#include "sim/mpi/fortran/sections.h"
#include "sim/mpi/fortran/fortran.h"

struct Loan {
  struct Loan* next;
  enum Use use;
  char* copy;
  CFI_CDESC_T(CFI_MAX_RANK) section;
};

static const CFI_cdesc_t* section_of(const struct Loan* loan) { return (const CFI_cdesc_t*)&loan->section; }

/* --- Copies */

enum Direction { into_copy, from_copy };

/* Copies what the first dimensions span from an element on; where the copy goes on. */
static char* copy_elements(const CFI_cdesc_t* section, int dimensions, char* at, char* copy, enum Direction direction) {
  if (dimensions == 0) {
    direction == into_copy ? memcpy(copy, at, section->elem_len) : memcpy(at, copy, section->elem_len);
    return copy + section->elem_len;
  }
  const CFI_dim_t* const dimension = &section->dim[dimensions - 1];
  for (CFI_index_t i = 0; i < dimension->extent; ++i)
    copy = copy_elements(section, dimensions - 1, at + i * dimension->sm, copy, direction);
  return copy;
}

static void copy_all(struct Loan* loan, enum Direction direction) {
  const CFI_cdesc_t* const section = section_of(loan);
  copy_elements(section, section->rank, section->base_addr, loan->copy, direction);
}

static size_t elements_in(const CFI_cdesc_t* section) {
  size_t count = 1;
  for (int i = 0; i < section->rank; ++i) count *= (size_t)section->dim[i].extent;
  return count;
}

/* What is received into a part of the copy leaves the rest as it is. */
void* lend(struct Loan** loans, const CFI_cdesc_t* section, enum Use use) {
  if (CFI_is_contiguous(section)) return buffer_at(section->base_addr);
  struct Loan* const loan = room_for(1, sizeof *loan);
  loan->next = *loans;
  loan->use = use;
  loan->copy = room_for(1, elements_in(section) * section->elem_len);
  memcpy(&loan->section, section, sizeof *section + (size_t)section->rank * sizeof *section->dim);
  copy_all(loan, into_copy);
  *loans = loan;
  return loan->copy;
}

static void give_back(struct Loan* loans) {
  for (struct Loan* loan = loans; loan; loan = loan->next)
    if (loan->use == for_writing) copy_all(loan, from_copy);
}

static void drop(struct Loan* loans) {
  for (struct Loan* next; loans; loans = next) {
    next = loans->next;
    free(loans->copy);
    free(loans);
  }
}

void end_loans(struct Loan* loans) {
  give_back(loans);
  drop(loans);
}

/* A persistent request takes what is there whenever it starts. */
static void follow(void* loans, enum DarumaMoment moment) {
  switch (moment) {
  case DARUMA_STARTS:
    for (struct Loan* loan = loans; loan; loan = loan->next) copy_all(loan, into_copy);
    break;
  case DARUMA_IS_COMPLETE:
    give_back(loans);
    break;
  case DARUMA_IS_GONE:
    drop(loans);
  }
}

void end_loans_with(struct Loan* loans, MPI_Request request) {
  if (!loans) return;
  if (request == MPI_REQUEST_NULL)
    end_loans(loans);
  else
    daruma_follow(request, follow, loans);
}

/* --- Datatypes */

/* Lists where the elements are, relative to the first, until there are enough. */
static MPI_Aint* list_elements(const CFI_cdesc_t* section, int dimensions, MPI_Aint at, MPI_Aint* next,
                               const MPI_Aint* end) {
  if (next == end) return next;
  if (dimensions == 0) {
    *next = at;
    return next + 1;
  }
  const CFI_dim_t* const dimension = &section->dim[dimensions - 1];
  for (CFI_index_t i = 0; i < dimension->extent; ++i)
    next = list_elements(section, dimensions - 1, at + i * dimension->sm, next, end);
  return next;
}

/* A datatype of the first elements, each made of `parts` of `type`. */
static MPI_Datatype scattered(const CFI_cdesc_t* section, size_t count, MPI_Count parts, MPI_Datatype type) {
  MPI_Aint* const places = room_for(1, count * sizeof *places);
  const size_t listed = (size_t)(list_elements(section, section->rank, 0, places, places + count) - places);
  MPI_Datatype made = MPI_DATATYPE_NULL;
  if (listed == count) MPI_Type_create_hindexed_block((int)count, (int)parts, places, type, &made);
  if (made != MPI_DATATYPE_NULL) MPI_Type_commit(&made);
  free(places);
  return made;
}

struct Elements elements_of(const CFI_cdesc_t* section, MPI_Count count, MPI_Datatype type) {
  if (CFI_is_contiguous(section)) return (struct Elements){buffer_at(section->base_addr), count, type, 0};
  const MPI_Count whole = (MPI_Count)section->elem_len;
  MPI_Count size = 0;
  MPI_Type_size_x(type, &size);
  const int fits = size > 0 && whole % size == 0 && count * size % whole == 0;
  const MPI_Datatype made =
      fits ? scattered(section, (size_t)(count * size / whole), whole / size, type) : MPI_DATATYPE_NULL;
  return (struct Elements){section->base_addr, 1, made, made != MPI_DATATYPE_NULL};
}

void forget(struct Elements* elements) {
  if (elements->is_made) MPI_Type_free(&elements->type);
}
