// The datatypes that MPI names.
#include "sim/mpi/datatypes/datatype.hpp"
#include "sim/mpi/datatypes/quadruple.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <memory>
#include <unordered_map>

char daruma_mpi_datatypes[16]; // their addresses are the handles

namespace daruma::mpi {

namespace {

using Owned = boost::intrusive_ptr<Datatype>;

class NamedDatatypes {
public:
  NamedDatatypes();

  const Datatype* find(MPI_Datatype handle) const {
    const auto found = by_handle_.find(handle);
    return found == by_handle_.end() ? nullptr : found->second.get();
  }
  MPI_Datatype first(Sort sort, std::size_t size) const {
    const auto found = std::find_if(in_order_.begin(), in_order_.end(), [&](const Datatype* one) {
      return one->sort() == sort && one->size() == static_cast<MPI_Count>(size);
    });
    return found == in_order_.end() ? nullptr : (*found)->handle();
  }

private:
  void add_those_of_c();
  void add_those_of_a_size();
  void add_those_of_mpi_and_cxx(); ///< and C's complex numbers
  void add_those_of_fortran();
  void add_pairs();

  void add(const Owned& type) {
    if (by_handle_.emplace(type->handle(), type).second) in_order_.push_back(type.get());
  }
  template <class T> void add(MPI_Datatype handle, const char* name, Sort sort) {
    if (handle != MPI_DATATYPE_NULL) add(new Datatype(handle, name, sizeof(T), alignof(T), sort));
  }
  template <class First, class Second>
  void add_pair(MPI_Datatype handle, const char* name, MPI_Datatype first, MPI_Datatype second) {
    struct Both {
      First first;
      Second second;
    };
    add(new Datatype(handle, name, {{find(first), 1, 0}, {find(second), 1, offsetof(Both, second)}}));
  }

  std::unordered_map<MPI_Datatype, Owned> by_handle_; ///< looked up only
  std::vector<const Datatype*> in_order_;
};

NamedDatatypes::NamedDatatypes() {
  add_those_of_c();
  add_those_of_a_size();
  add_those_of_mpi_and_cxx();
  add_those_of_fortran();
  add_pairs();
}

#define NUMBER(name, type, sort) add<type>(name, #name, Sort::sort);
void NamedDatatypes::add_those_of_c() {
  NUMBER(MPI_INT, int, signed_integer)
  NUMBER(MPI_CHAR, char, signed_integer)
  NUMBER(MPI_SHORT, short, signed_integer)
  NUMBER(MPI_LONG, long, signed_integer)
  add<long long>(MPI_LONG_LONG, "MPI_LONG_LONG_INT", Sort::signed_integer);
  NUMBER(MPI_SIGNED_CHAR, signed char, signed_integer)
  NUMBER(MPI_UNSIGNED_CHAR, unsigned char, unsigned_integer)
  NUMBER(MPI_UNSIGNED_SHORT, unsigned short, unsigned_integer)
  NUMBER(MPI_UNSIGNED, unsigned, unsigned_integer)
  NUMBER(MPI_UNSIGNED_LONG, unsigned long, unsigned_integer)
  NUMBER(MPI_UNSIGNED_LONG_LONG, unsigned long long, unsigned_integer)
  NUMBER(MPI_FLOAT, float, real)
  NUMBER(MPI_DOUBLE, double, real)
  NUMBER(MPI_LONG_DOUBLE, long double, real)
  NUMBER(MPI_WCHAR, wchar_t, none)
  NUMBER(MPI_C_BOOL, bool, logical)
}

void NamedDatatypes::add_those_of_a_size() {
  NUMBER(MPI_INT8_T, std::int8_t, signed_integer)
  NUMBER(MPI_INT16_T, std::int16_t, signed_integer)
  NUMBER(MPI_INT32_T, std::int32_t, signed_integer)
  NUMBER(MPI_INT64_T, std::int64_t, signed_integer)
  NUMBER(MPI_UINT8_T, std::uint8_t, unsigned_integer)
  NUMBER(MPI_UINT16_T, std::uint16_t, unsigned_integer)
  NUMBER(MPI_UINT32_T, std::uint32_t, unsigned_integer)
  NUMBER(MPI_UINT64_T, std::uint64_t, unsigned_integer)
  NUMBER(MPI_BYTE, std::byte, bytes)
  NUMBER(MPI_PACKED, std::byte, none)
}

void NamedDatatypes::add_those_of_mpi_and_cxx() {
  add<std::complex<float>>(MPI_C_COMPLEX, "MPI_C_COMPLEX", Sort::complex);
  NUMBER(MPI_C_DOUBLE_COMPLEX, std::complex<double>, complex)
  NUMBER(MPI_C_LONG_DOUBLE_COMPLEX, std::complex<long double>, complex)
  NUMBER(MPI_CXX_BOOL, bool, logical)
  NUMBER(MPI_CXX_FLOAT_COMPLEX, std::complex<float>, complex)
  NUMBER(MPI_CXX_DOUBLE_COMPLEX, std::complex<double>, complex)
  NUMBER(MPI_CXX_LONG_DOUBLE_COMPLEX, std::complex<long double>, complex)
  NUMBER(MPI_AINT, MPI_Aint, signed_integer)
  NUMBER(MPI_OFFSET, MPI_Offset, signed_integer)
  NUMBER(MPI_COUNT, MPI_Count, signed_integer)
  add(new Datatype(MPI_LB, "MPI_LB", Datatype::Marker::lower));
  add(new Datatype(MPI_UB, "MPI_UB", Datatype::Marker::upper));
}

void NamedDatatypes::add_those_of_fortran() {
  NUMBER(MPI_INTEGER, int, signed_integer)
  NUMBER(MPI_REAL, float, real)
  NUMBER(MPI_REAL4, float, real)
  NUMBER(MPI_REAL8, double, real)
  NUMBER(MPI_REAL16, Quadruple, quadruple)
  NUMBER(MPI_COMPLEX8, std::complex<float>, complex)
  NUMBER(MPI_COMPLEX16, std::complex<double>, complex)
  NUMBER(MPI_COMPLEX32, std::complex<Quadruple>, quadruple_complex)
  NUMBER(MPI_INTEGER1, std::int8_t, signed_integer)
  NUMBER(MPI_INTEGER2, std::int16_t, signed_integer)
  NUMBER(MPI_INTEGER4, std::int32_t, signed_integer)
  NUMBER(MPI_INTEGER8, std::int64_t, signed_integer)
  NUMBER(MPI_INTEGER16, LongestInteger, signed_integer)
  NUMBER(MPI_LOGICAL, std::uint32_t, logical)
  NUMBER(MPI_LOGICAL1, std::uint8_t, logical)
  NUMBER(MPI_LOGICAL2, std::uint16_t, logical)
  NUMBER(MPI_LOGICAL4, std::uint32_t, logical)
  NUMBER(MPI_LOGICAL8, std::uint64_t, logical)
  NUMBER(MPI_CHARACTER, char, signed_integer)
  NUMBER(MPI_DOUBLE_PRECISION, double, real)
  NUMBER(MPI_COMPLEX, std::complex<float>, complex)
  NUMBER(MPI_DOUBLE_COMPLEX, std::complex<double>, complex)
}
#undef NUMBER

void NamedDatatypes::add_pairs() {
#define PAIR(name, first, first_type, second, second_type)                                                             \
  add_pair<first_type, second_type>(name, #name, first, second);
  PAIR(MPI_FLOAT_INT, MPI_FLOAT, float, MPI_INT, int)
  PAIR(MPI_DOUBLE_INT, MPI_DOUBLE, double, MPI_INT, int)
  PAIR(MPI_LONG_INT, MPI_LONG, long, MPI_INT, int)
  PAIR(MPI_SHORT_INT, MPI_SHORT, short, MPI_INT, int)
  PAIR(MPI_LONG_DOUBLE_INT, MPI_LONG_DOUBLE, long double, MPI_INT, int)
  PAIR(MPI_2INT, MPI_INT, int, MPI_INT, int)
  PAIR(MPI_2FLOAT, MPI_FLOAT, float, MPI_FLOAT, float)
  PAIR(MPI_2DOUBLE, MPI_DOUBLE, double, MPI_DOUBLE, double)
  PAIR(MPI_2LONG, MPI_LONG, long, MPI_LONG, long)
  PAIR(MPI_2INTEGER, MPI_INTEGER, int, MPI_INTEGER, int)
  PAIR(MPI_2REAL, MPI_REAL, float, MPI_REAL, float)
  PAIR(MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, double, MPI_DOUBLE_PRECISION, double)
#undef PAIR
}

const NamedDatatypes& named_datatypes() {
  static const auto* const all = new NamedDatatypes; // processes may end after it would be gone
  return *all;
}

} // namespace

const Datatype& resolve(MPI_Datatype handle) {
  const Datatype* const known = named_datatypes().find(handle);
  return known ? *known : *reinterpret_cast<const Datatype*>(handle);
}

MPI_Datatype named(Sort sort, std::size_t size) { return named_datatypes().first(sort, size); }

} // namespace daruma::mpi
