#include "sim/mpi/datatypes/operators.hpp"

#include "sim/mpi/datatypes/quadruple.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <unordered_map>

namespace daruma::mpi {

namespace {

using Named = Operator::Named;

/// Each element of `inout` becomes `f(in, inout)`. Messages lie where they come: the processor takes numbers from
/// anywhere, but not those of 16 bytes, which are copied.
template <class T, class F> void each(const void* in, void* inout, MPI_Count count) {
  const auto* const left = static_cast<const T*>(in);
  auto* const right = static_cast<T*>(inout);
  for (MPI_Count i = 0; i < count; ++i)
    if constexpr (alignof(T) <= alignof(double)) {
      right[i] = F()(left[i], right[i]);
    } else {
      T a;
      T b;
      std::memcpy(&a, left + i, sizeof a);
      std::memcpy(&b, right + i, sizeof b);
      b = F()(a, b);
      std::memcpy(right + i, &b, sizeof b);
    }
}

template <class T> struct Max {
  T operator()(T a, T b) const { return std::max(a, b); }
};
template <class T> struct Min {
  T operator()(T a, T b) const { return std::min(a, b); }
};
template <class T> struct Sum {
  T operator()(T a, T b) const { return static_cast<T>(a + b); }
};
template <class T> struct Product {
  T operator()(T a, T b) const { return static_cast<T>(a * b); }
};
template <class T> struct LogicalAnd {
  T operator()(T a, T b) const { return static_cast<T>(a && b); }
};
template <class T> struct LogicalOr {
  T operator()(T a, T b) const { return static_cast<T>(a || b); }
};
template <class T> struct LogicalXor {
  T operator()(T a, T b) const { return static_cast<T>(!a != !b); }
};
template <class T> struct BitwiseAnd {
  T operator()(T a, T b) const { return static_cast<T>(a & b); }
};
template <class T> struct BitwiseOr {
  T operator()(T a, T b) const { return static_cast<T>(a | b); }
};
template <class T> struct BitwiseXor {
  T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};

/// A value and where it is; of equal ones the smaller place.
template <class Value, class Place> struct Located {
  Value value;
  Place place;
};
template <class T> struct MaxLocation {
  T operator()(const T& a, const T& b) const {
    return {std::max(a.value, b.value),
            a.value == b.value ? std::min(a.place, b.place) : (a.value > b.value ? a : b).place};
  }
};
template <class T> struct MinLocation {
  T operator()(const T& a, const T& b) const {
    return {std::min(a.value, b.value),
            a.value == b.value ? std::min(a.place, b.place) : (a.value < b.value ? a : b).place};
  }
};

template <class T> Combine* bitwise(Named op) {
  switch (op) {
  case Named::band:
    return each<T, BitwiseAnd<T>>;
  case Named::bor:
    return each<T, BitwiseOr<T>>;
  case Named::bxor:
    return each<T, BitwiseXor<T>>;
  default:
    return nullptr;
  }
}

template <class T> Combine* logical(Named op) {
  switch (op) {
  case Named::land:
    return each<T, LogicalAnd<T>>;
  case Named::lor:
    return each<T, LogicalOr<T>>;
  case Named::lxor:
    return each<T, LogicalXor<T>>;
  default:
    return nullptr;
  }
}

template <class T> Combine* algebraic(Named op) {
  switch (op) {
  case Named::sum:
    return each<T, Sum<T>>;
  case Named::prod:
    return each<T, Product<T>>;
  default:
    return nullptr;
  }
}

template <class T> Combine* ordered(Named op) {
  switch (op) {
  case Named::max:
    return each<T, Max<T>>;
  case Named::min:
    return each<T, Min<T>>;
  default:
    return algebraic<T>(op);
  }
}

template <class T> Combine* integral(Named op) {
  if (Combine* const combine = ordered<T>(op)) return combine;
  Combine* const combine = logical<T>(op);
  return combine ? combine : bitwise<T>(op);
}

/// MPI has no logical operators for these; the libraries that programs know have them.
template <class T> Combine* real(Named op) {
  Combine* const combine = ordered<T>(op);
  return combine ? combine : logical<T>(op);
}

template <class Value, class Place> Combine* located(Named op) {
  using T = Located<Value, Place>;
  switch (op) {
  case Named::maxloc:
    return each<T, MaxLocation<T>>;
  case Named::minloc:
    return each<T, MinLocation<T>>;
  default:
    return nullptr;
  }
}

Combine* of_integers(Named op, MPI_Count size, bool is_signed) {
  switch (size) {
  case 1:
    return is_signed ? integral<std::int8_t>(op) : integral<std::uint8_t>(op);
  case 2:
    return is_signed ? integral<std::int16_t>(op) : integral<std::uint16_t>(op);
  case 4:
    return is_signed ? integral<std::int32_t>(op) : integral<std::uint32_t>(op);
  case 8:
    return is_signed ? integral<std::int64_t>(op) : integral<std::uint64_t>(op);
  default:
    return integral<LongestInteger>(op);
  }
}

Combine* of_logicals(Named op, MPI_Count size) {
  switch (size) {
  case 1:
    return logical<bool>(op);
  case 2:
    return logical<std::uint16_t>(op);
  case 4:
    return logical<std::uint32_t>(op);
  default:
    return logical<std::uint64_t>(op);
  }
}

Combine* of_reals(Named op, MPI_Count size) {
  if (size == sizeof(float)) return real<float>(op);
  return size == sizeof(double) ? real<double>(op) : real<long double>(op);
}

Combine* of_complexes(Named op, MPI_Count size) {
  if (size == sizeof(std::complex<float>)) return algebraic<std::complex<float>>(op);
  return size == sizeof(std::complex<double>) ? algebraic<std::complex<double>>(op)
                                              : algebraic<std::complex<long double>>(op);
}

Combine* of_pairs(Named op, MPI_Datatype type) {
  if (type == MPI_FLOAT_INT) return located<float, int>(op);
  if (type == MPI_DOUBLE_INT) return located<double, int>(op);
  if (type == MPI_LONG_INT) return located<long, int>(op);
  if (type == MPI_SHORT_INT) return located<short, int>(op);
  if (type == MPI_LONG_DOUBLE_INT) return located<long double, int>(op);
  if (type == MPI_2INT || type == MPI_2INTEGER) return located<int, int>(op);
  if (type == MPI_2FLOAT || type == MPI_2REAL) return located<float, float>(op);
  if (type == MPI_2DOUBLE || type == MPI_2DOUBLE_PRECISION) return located<double, double>(op);
  return type == MPI_2LONG ? located<long, long>(op) : nullptr;
}

} // namespace

Combine* Operator::combination(const Datatype& type) const {
  switch (type.sort()) {
  case Sort::signed_integer:
    return of_integers(named_, type.size(), true);
  case Sort::unsigned_integer:
    return of_integers(named_, type.size(), false);
  case Sort::real:
    return of_reals(named_, type.size());
  case Sort::complex:
    return of_complexes(named_, type.size());
  case Sort::quadruple:
    return real<Quadruple>(named_);
  case Sort::quadruple_complex:
    return algebraic<std::complex<Quadruple>>(named_);
  case Sort::logical:
    return of_logicals(named_, type.size());
  case Sort::bytes:
    return bitwise<std::uint8_t>(named_);
  case Sort::pair:
    return of_pairs(named_, type.handle());
  case Sort::none:
    break;
  }
  return nullptr;
}

bool Operator::suits(const Datatype& type) const {
  if (named_ == Named::none || named_ == Named::replace || named_ == Named::no_op) return true;
  return combination(type) != nullptr;
}

/// A function that counts in ints gets a part at a time where there is more than an int can count.
void Operator::call_program(const void* in, void* inout, MPI_Count count, const Datatype& type) const {
  MPI_Datatype handle = type.handle();
  if (wide_function_) return wide_function_(const_cast<void*>(in), inout, &count, &handle);
  const auto* left = static_cast<const std::byte*>(in);
  auto* right = static_cast<std::byte*>(inout);
  while (count > 0) {
    int part = static_cast<int>(std::min<MPI_Count>(count, std::numeric_limits<int>::max()));
    const MPI_Aint bytes = part * type.extent();
    count -= part;
    function_(const_cast<std::byte*>(left), right, &part, &handle);
    left += bytes;
    right += bytes;
  }
}

void Operator::combine(const void* in, void* inout, MPI_Count count, const Datatype& type) const {
  if (named_ == Named::no_op || count == 0) return;
  if (named_ == Named::replace) {
    std::copy_n(static_cast<const std::byte*>(in), count * type.extent(), static_cast<std::byte*>(inout));
  } else if (named_ == Named::none) {
    call_program(in, inout, count, type);
  } else {
    combination(type)(in, inout, count);
  }
}

const Operator& resolve(MPI_Op handle) {
  static const auto* const named = new std::unordered_map<MPI_Op, OperatorPtr>{
      {MPI_MAX, new Operator(Named::max)},         {MPI_MIN, new Operator(Named::min)},
      {MPI_MAXLOC, new Operator(Named::maxloc)},   {MPI_MINLOC, new Operator(Named::minloc)},
      {MPI_SUM, new Operator(Named::sum)},         {MPI_PROD, new Operator(Named::prod)},
      {MPI_LAND, new Operator(Named::land)},       {MPI_LOR, new Operator(Named::lor)},
      {MPI_LXOR, new Operator(Named::lxor)},       {MPI_BAND, new Operator(Named::band)},
      {MPI_BOR, new Operator(Named::bor)},         {MPI_BXOR, new Operator(Named::bxor)},
      {MPI_REPLACE, new Operator(Named::replace)}, {MPI_NO_OP, new Operator(Named::no_op)}};
  const auto found = named->find(handle);
  return found == named->end() ? *reinterpret_cast<const Operator*>(handle) : *found->second;
}

} // namespace daruma::mpi
