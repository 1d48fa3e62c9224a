// Collectives against brute force, by every algorithm: 1 to 9 processes, every root, odd counts, MPI_IN_PLACE, layouts
// with gaps, operations whose order matters. Every process knows what it must get, and says what it got instead.
#include "tests/sim/mpi/collective_ways.hpp"
#include "tests/sim/mpi/simulation.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <numeric>
#include <string>
#include <vector>

namespace daruma::mpi::test {
namespace {

using Ints = std::vector<int>;

constexpr int untouched = -1;

struct Ranks {
  int rank;
  int size;
};

std::size_t index(int i) { return static_cast<std::size_t>(i); }
Ints blank(int n) { return Ints(index(n), untouched); }

/// Element `i` of what `from` has for `to`: all different.
int value(int from, int to, int i) { return (from * 100 + to) * 1000 + i; }

/// `count` elements of what `from` has for `to`.
Ints block(int from, int to, int count) {
  Ints made;
  for (int i = 0; i < count; ++i) made.push_back(value(from, to, i));
  return made;
}

void append(Ints& all, const Ints& more) { all.insert(all.end(), more.begin(), more.end()); }

std::string text(const Ints& values) { return testing::PrintToString(values); }

void expect(const Ints& got, const Ints& wanted, const std::string& call) {
  if (got != wanted) say(call + " gave " + text(got) + " instead of " + text(wanted));
}

/// `program` for 1 to 9 processes; nobody may have anything to say.
void for_all_sizes(const std::function<void(const Ranks&)>& program, int most, const Simulation& base) {
  for (int size = 1; size <= most; size += takes_fewer_cases ? 3 : 1) {
    SCOPED_TRACE(std::to_string(size) + " processes");
    Simulation simulation = base;
    simulation.processes = size;
    simulation.program = [&program, size](int rank) {
      MPI_Init(nullptr, nullptr);
      program({rank, size});
      MPI_Finalize();
    };
    const Outcome outcome = simulate(simulation);
    EXPECT_FALSE(outcome.crashed);
    EXPECT_FALSE(outcome.stood_still) << testing::PrintToString(outcome.waits);
    for (const Line& line : outcome.lines) ADD_FAILURE() << "rank " << line.process << ": " << line.text;
    for (const std::string& told : outcome.told) EXPECT_THAT(told, testing::StartsWith("returned"));
  }
}

constexpr int counts[] = {0, 1, 3, 17};

class ByEveryAlgorithm : public testing::TestWithParam<Way> {
protected:
  static void for_all_sizes(const std::function<void(const Ranks&)>& program, int most = 9) {
    Simulation simulation;
    simulation.profile.collectives = everywhere(GetParam().choice);
    simulation.processes_on_a_host = GetParam().processes_on_a_host;
    test::for_all_sizes(program, most, simulation);
  }
};

class Collectives : public ByEveryAlgorithm {};
class Reductions : public ByEveryAlgorithm {};
class Layouts : public ByEveryAlgorithm {};

INSTANTIATE_TEST_SUITE_P(By, Collectives, testing::ValuesIn(ways()), name_of);
INSTANTIATE_TEST_SUITE_P(By, Reductions, testing::ValuesIn(ways()), name_of);
INSTANTIATE_TEST_SUITE_P(By, Layouts, testing::ValuesIn(ways()), name_of);

TEST_P(Collectives, BcastGatherAndScatterFromEveryRoot) {
  for_all_sizes([](const Ranks& r) {
    for (int root = 0; root < r.size; ++root)
      for (const int count : counts) {
        const std::string where = " with root " + std::to_string(root) + ", count " + std::to_string(count);
        Ints data = r.rank == root ? block(root, 0, count) : blank(count);
        MPI_Bcast(data.data(), count, MPI_INT, root, MPI_COMM_WORLD);
        expect(data, block(root, 0, count), "Bcast" + where);

        Ints every;
        Ints for_every;
        for (int i = 0; i < r.size; ++i) append(every, block(i, root, count)), append(for_every, block(root, i, count));
        const Ints mine = block(r.rank, root, count);
        Ints got = blank(r.size * count);
        MPI_Gather(mine.data(), count, MPI_INT, got.data(), count, MPI_INT, root, MPI_COMM_WORLD);
        expect(got, r.rank == root ? every : blank(r.size * count), "Gather" + where);
        if (r.rank == root) {
          got = blank(r.size * count);
          std::copy(mine.begin(), mine.end(), got.begin() + root * count);
        }
        MPI_Gather(r.rank == root ? MPI_IN_PLACE : mine.data(), count, MPI_INT, got.data(), count, MPI_INT, root,
                   MPI_COMM_WORLD);
        expect(got, r.rank == root ? every : blank(r.size * count), "Gather in place" + where);

        got = blank(count);
        MPI_Scatter(for_every.data(), count, MPI_INT, got.data(), count, MPI_INT, root, MPI_COMM_WORLD);
        expect(got, block(root, r.rank, count), "Scatter" + where);
        got = blank(count);
        MPI_Scatter(for_every.data(), count, MPI_INT, r.rank == root ? MPI_IN_PLACE : got.data(), count, MPI_INT, root,
                    MPI_COMM_WORLD);
        expect(got, r.rank == root ? blank(count) : block(root, r.rank, count), "Scatter in place" + where);
      }
  });
}

TEST_P(Collectives, VariantsWithUnequalAndEmptyBlocksAndGapsBetweenThem) {
  for_all_sizes([](const Ranks& r) {
    Ints sizes;
    Ints offsets;
    int end = 1;
    for (int i = 0; i < r.size; ++i) {
      sizes.push_back((i * 2) % 5); // 0 for every fifth
      offsets.push_back(end);
      end += sizes.back() + 1;
    }
    const int mine_size = sizes[index(r.rank)];
    const auto spread = [&](const std::function<Ints(int)>& what) {
      Ints all = blank(end);
      for (int i = 0; i < r.size; ++i) {
        const Ints part = what(i);
        std::copy(part.begin(), part.end(), all.begin() + offsets[index(i)]);
      }
      return all;
    };
    for (int root = 0; root < r.size; ++root) {
      const Ints every = spread([&](int i) { return block(i, root, sizes[index(i)]); });
      const Ints for_every = spread([&](int i) { return block(root, i, sizes[index(i)]); });
      const Ints mine = block(r.rank, root, mine_size);
      Ints got = blank(end);
      MPI_Gatherv(mine.data(), mine_size, MPI_INT, got.data(), sizes.data(), offsets.data(), MPI_INT, root,
                  MPI_COMM_WORLD);
      expect(got, r.rank == root ? every : blank(end), "Gatherv");
      got = blank(mine_size);
      MPI_Scatterv(for_every.data(), sizes.data(), offsets.data(), MPI_INT, got.data(), mine_size, MPI_INT, root,
                   MPI_COMM_WORLD);
      expect(got, block(root, r.rank, mine_size), "Scatterv");
    }
    const Ints every = spread([&](int i) { return block(i, 0, sizes[index(i)]); });
    const Ints mine = block(r.rank, 0, mine_size);
    Ints got = blank(end);
    MPI_Allgatherv(mine.data(), mine_size, MPI_INT, got.data(), sizes.data(), offsets.data(), MPI_INT, MPI_COMM_WORLD);
    expect(got, every, "Allgatherv");
    got = blank(end);
    std::copy(mine.begin(), mine.end(), got.begin() + offsets[index(r.rank)]);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, got.data(), sizes.data(), offsets.data(), MPI_INT, MPI_COMM_WORLD);
    expect(got, every, "Allgatherv in place");

    // From i to j go (i + j) % 3 elements.
    Ints out_sizes, in_sizes, out_offsets, in_offsets, out;
    Ints wanted;
    for (int i = 0; i < r.size; ++i) {
      out_sizes.push_back((r.rank + i) % 3);
      out_offsets.push_back(static_cast<int>(out.size()));
      append(out, block(r.rank, i, out_sizes.back()));
      in_sizes.push_back((r.rank + i) % 3);
      in_offsets.push_back(static_cast<int>(wanted.size()));
      append(wanted, block(i, r.rank, in_sizes.back()));
    }
    got = blank(static_cast<int>(wanted.size()));
    MPI_Alltoallv(out.data(), out_sizes.data(), out_offsets.data(), MPI_INT, got.data(), in_sizes.data(),
                  in_offsets.data(), MPI_INT, MPI_COMM_WORLD);
    expect(got, wanted, "Alltoallv");
    MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_INT, out.data(), in_sizes.data(), in_offsets.data(), MPI_INT,
                  MPI_COMM_WORLD);
    expect(out, wanted, "Alltoallv in place");
  });
}

TEST_P(Collectives, AllgatherAndAlltoall) {
  for_all_sizes([](const Ranks& r) {
    for (const int count : counts) {
      Ints every, out, in;
      for (int i = 0; i < r.size; ++i) {
        append(every, block(i, 0, count));
        append(out, block(r.rank, i, count));
        append(in, block(i, r.rank, count));
      }
      const Ints mine = block(r.rank, 0, count);
      Ints got = blank(r.size * count);
      MPI_Allgather(mine.data(), count, MPI_INT, got.data(), count, MPI_INT, MPI_COMM_WORLD);
      expect(got, every, "Allgather");
      got = blank(r.size * count);
      std::copy(mine.begin(), mine.end(), got.begin() + r.rank * count);
      MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, got.data(), count, MPI_INT, MPI_COMM_WORLD);
      expect(got, every, "Allgather in place");
      got = blank(r.size * count);
      MPI_Alltoall(out.data(), count, MPI_INT, got.data(), count, MPI_INT, MPI_COMM_WORLD);
      expect(got, in, "Alltoall");
      MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, out.data(), count, MPI_INT, MPI_COMM_WORLD);
      expect(out, in, "Alltoall in place");
    }
  });
}

// --- Reductions

/// 2x2 matrices modulo a prime: multiplication is associative and its order matters.
struct Matrix {
  int a, b, c, d;
};

constexpr int prime = 10007;

Matrix times(const Matrix& x, const Matrix& y) {
  return {(x.a * y.a + x.b * y.c) % prime, (x.a * y.b + x.b * y.d) % prime, (x.c * y.a + x.d * y.c) % prime,
          (x.c * y.b + x.d * y.d) % prime};
}

void multiply(void* in, void* inout, int* length, MPI_Datatype*) {
  auto* left = static_cast<Matrix*>(in);
  auto* right = static_cast<Matrix*>(inout);
  for (int i = 0; i < *length; ++i) right[i] = times(left[i], right[i]);
}

Matrix matrix_of(int rank, int i) { return {rank + 1, i + 2, 3, rank * rank + i}; }

std::vector<Matrix> matrices_of(int rank, int count) {
  std::vector<Matrix> made;
  for (int i = 0; i < count; ++i) made.push_back(matrix_of(rank, i));
  return made;
}

/// The product over ranks [0, end), in their order.
std::vector<Matrix> product(int end, int count) {
  std::vector<Matrix> result = matrices_of(0, count);
  for (int rank = 1; rank < end; ++rank)
    for (int i = 0; i < count; ++i) result[index(i)] = times(result[index(i)], matrix_of(rank, i));
  return result;
}

Ints flat(const std::vector<Matrix>& matrices) {
  Ints all;
  for (const Matrix& m : matrices) append(all, {m.a, m.b, m.c, m.d});
  return all;
}

TEST_P(Collectives, MayBeOfTheSameDataByOtherDatatypes) {
  for_all_sizes([](const Ranks& r) {
    constexpr int count = 12;
    MPI_Datatype whole = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(count, MPI_INT, &whole);
    MPI_Type_commit(&whole);
    for (int root = 0; root < r.size; ++root) {
      const bool is_root = r.rank == root;
      Ints data = is_root ? block(root, 0, count) : blank(count);
      MPI_Bcast(data.data(), is_root ? 1 : count, is_root ? whole : MPI_INT, root, MPI_COMM_WORLD);
      expect(data, block(root, 0, count), "Bcast");
      Ints every, got = blank(is_root ? r.size * count : 0);
      for (int i = 0; i < r.size; ++i) append(every, block(i, root, count));
      const Ints mine = block(r.rank, root, count);
      MPI_Gather(mine.data(), count, MPI_INT, got.data(), 1, whole, root, MPI_COMM_WORLD);
      if (is_root) expect(got, every, "Gather");
      data = blank(count);
      MPI_Scatter(every.data(), 1, whole, data.data(), count, MPI_INT, root, MPI_COMM_WORLD);
      expect(data, block(r.rank, root, count), "Scatter");
    }
    Ints every, got = blank(r.size * count);
    for (int i = 0; i < r.size; ++i) append(every, block(i, 0, count));
    const Ints mine = block(r.rank, 0, count);
    const bool is_even = r.rank % 2 == 0;
    MPI_Allgather(mine.data(), is_even ? 1 : count, is_even ? whole : MPI_INT, got.data(), 1, whole, MPI_COMM_WORLD);
    expect(got, every, "Allgather");
    MPI_Type_free(&whole);
  });
}

TEST_P(Collectives, DoNotWriteBeyondWhatIsReceived) {
  Simulation simulation;
  simulation.profile.collectives = everywhere(GetParam().choice);
  simulation.program = [](int) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const Ints mine(8, 7);
    Ints got = blank(8);
    MPI_Alltoall(mine.data(), 2, MPI_INT, got.data(), 1, MPI_INT, MPI_COMM_WORLD);
    expect({got[4], got[5], got[6], got[7]}, blank(4), "Alltoall");
    MPI_Finalize();
  };
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.stood_still);
  EXPECT_THAT(outcome.lines, testing::IsEmpty());
}

TEST(Bcast, OfMoreThanThereIsRoomForIsPassedOnAsFarAsItFits) {
  Simulation simulation;
  simulation.program = [](int rank) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    Ints data = rank == 0 ? Ints{1, 2, 3, 4} : Ints{0, 0, 0, 0};
    int error = MPI_SUCCESS;
    MPI_Error_class(MPI_Bcast(data.data(), rank == 0 ? 4 : 2, MPI_INT, 0, MPI_COMM_WORLD), &error);
    const bool is_cut = rank == 1 || rank == 2; // rank 3 has its data from rank 2
    if (error != (is_cut ? MPI_ERR_TRUNCATE : MPI_SUCCESS)) say("error class " + std::to_string(error));
    if (rank > 0) expect(data, {1, 2, 0, 0}, "Bcast");
    MPI_Finalize();
  };
  const Outcome outcome = simulate(simulation);
  EXPECT_FALSE(outcome.stood_still);
  EXPECT_THAT(outcome.lines, testing::IsEmpty());
}

TEST_P(Collectives, DoNotReceiveWhereTheySendFrom) {
  for_all_sizes(
      [](const Ranks&) {
        Ints all(9);
        int* const same = all.data();
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        MPI_Request request = MPI_REQUEST_NULL;
        const Ints errors{MPI_Allreduce(same, same, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
                          MPI_Iallreduce(same, same, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request),
                          MPI_Scan(same, same, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
                          MPI_Exscan(same, same, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
                          MPI_Reduce_scatter_block(same, same, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
                          MPI_Allgather(same, 1, MPI_INT, same, 1, MPI_INT, MPI_COMM_WORLD),
                          MPI_Alltoall(same, 1, MPI_INT, same, 1, MPI_INT, MPI_COMM_WORLD),
                          MPI_Reduce(same, same, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF),
                          MPI_Gather(same, 1, MPI_INT, same, 1, MPI_INT, 0, MPI_COMM_SELF),
                          MPI_Scatter(same, 1, MPI_INT, same, 1, MPI_INT, 0, MPI_COMM_SELF),
                          MPI_Reduce_local(same, same, 1, MPI_INT, MPI_SUM),
                          MPI_Reduce_local(MPI_IN_PLACE, same, 1, MPI_INT, MPI_SUM)};
        expect(errors, Ints(errors.size(), MPI_ERR_BUFFER), "the same buffer twice");
        if (MPI_Allreduce(same, same, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD) != MPI_SUCCESS) say("of nothing it may be");
      },
      3);
}

TEST_P(Reductions, KeepTheOrderOfOperationsThatDoNotCommute) {
  for_all_sizes([](const Ranks& r) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 0, &op);
    const std::vector<Matrix> none(3, Matrix{untouched, untouched, untouched, untouched});
    for (const int count : {1, 3}) {
      const auto mine = matrices_of(r.rank, count);
      const auto whole = flat(product(r.size, count));
      for (int root = 0; root < r.size; ++root) {
        auto got = none;
        got.resize(index(count));
        MPI_Reduce(mine.data(), got.data(), count, type, op, root, MPI_COMM_WORLD);
        if (r.rank == root) expect(flat(got), whole, "Reduce to " + std::to_string(root));
        got = mine;
        MPI_Reduce(r.rank == root ? MPI_IN_PLACE : mine.data(), got.data(), count, type, op, root, MPI_COMM_WORLD);
        expect(flat(got), r.rank == root ? whole : flat(mine), "Reduce in place to " + std::to_string(root));
      }
      std::vector<Matrix> got(index(count));
      MPI_Allreduce(mine.data(), got.data(), count, type, op, MPI_COMM_WORLD);
      expect(flat(got), whole, "Allreduce");
      got = mine;
      MPI_Allreduce(MPI_IN_PLACE, got.data(), count, type, op, MPI_COMM_WORLD);
      expect(flat(got), whole, "Allreduce in place");
      MPI_Scan(mine.data(), got.data(), count, type, op, MPI_COMM_WORLD);
      expect(flat(got), flat(product(r.rank + 1, count)), "Scan");
      got = mine;
      MPI_Scan(MPI_IN_PLACE, got.data(), count, type, op, MPI_COMM_WORLD);
      expect(flat(got), flat(product(r.rank + 1, count)), "Scan in place");
      MPI_Exscan(mine.data(), got.data(), count, type, op, MPI_COMM_WORLD);
      if (r.rank > 0) expect(flat(got), flat(product(r.rank, count)), "Exscan");
      got = mine;
      MPI_Exscan(MPI_IN_PLACE, got.data(), count, type, op, MPI_COMM_WORLD);
      if (r.rank > 0) expect(flat(got), flat(product(r.rank, count)), "Exscan in place");
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
  });
}

TEST_P(Reductions, OfMpisOwnOperations) {
  for_all_sizes([](const Ranks& r) {
    for (int root = 0; root < r.size; ++root)
      for (const int count : counts) {
        Ints mine, sums, largest;
        for (int i = 0; i < count; ++i) {
          mine.push_back((r.rank * 7 + i) % 5);
          int sum = 0;
          int most = 0;
          for (int rank = 0; rank < r.size; ++rank) {
            sum += (rank * 7 + i) % 5;
            most = std::max(most, (rank * 7 + i) % 5);
          }
          sums.push_back(sum);
          largest.push_back(most);
        }
        Ints got = blank(count);
        MPI_Reduce(mine.data(), got.data(), count, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
        expect(got, r.rank == root ? sums : blank(count), "Sum");
        MPI_Allreduce(mine.data(), got.data(), count, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        expect(got, largest, "Max");
      }
    struct {
      double value;
      int rank;
    } place{static_cast<double>((r.rank * 3) % r.size), r.rank}, best{};
    MPI_Allreduce(&place, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    int winner = 0;
    for (int rank = 0; rank < r.size; ++rank)
      if ((rank * 3) % r.size > (winner * 3) % r.size) winner = rank;
    if (best.rank != winner) say("Maxloc found " + std::to_string(best.rank));
  });
}

// --- Layouts

/// A named datatype over ints and which ints of `span` one element touches.
struct Layout {
  std::string name;
  MPI_Datatype type;
  int extent;
  Ints touched;
};

std::vector<Layout> make_layouts() {
  std::vector<Layout> layouts(4);
  layouts[0] = {"vector", MPI_DATATYPE_NULL, 5, {0, 3}};
  MPI_Type_vector(2, 1, 3, MPI_INT, &layouts[0].type);
  layouts[0].extent = 4; // of a vector: up to the end of its last block
  layouts[1] = {"indexed", MPI_DATATYPE_NULL, 6, {1, 2, 5}};
  const int lengths[] = {2, 1};
  const int offsets[] = {1, 5};
  MPI_Type_indexed(2, lengths, offsets, MPI_INT, &layouts[1].type);
  layouts[1].extent = 5; // from its first int, not from the address
  layouts[2] = {"struct", MPI_DATATYPE_NULL, 4, {0, 1, 3}};
  const MPI_Aint places[] = {0, 3 * sizeof(int)};
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  MPI_Type_create_struct(2, lengths, places, types, &layouts[2].type);
  layouts[3] = {"resized", MPI_DATATYPE_NULL, 7, {0, 3}};
  MPI_Type_create_resized(layouts[0].type, 0, 7 * sizeof(int), &layouts[3].type);
  for (Layout& layout : layouts) MPI_Type_commit(&layout.type);
  return layouts;
}

/// Ints enough for `count` elements, those that they touch numbered from `first`, the others untouched.
Ints laid_out(const Layout& layout, int count, int first) {
  Ints all = blank(10 * count + 10);
  for (int i = 0; i < count; ++i)
    for (const int touched : layout.touched) all[index(i * layout.extent + touched)] = first++;
  return all;
}

/// What `by` makes of blocks of so many elements of unequal sizes, some of them empty, or of equal ones.
void scatter_reductions(const Ranks& r, const Ints& sizes, MPI_Datatype type, MPI_Op by, int ints_in_element) {
  const int total = std::accumulate(sizes.begin(), sizes.end(), 0);
  const int before = std::accumulate(sizes.begin(), sizes.begin() + r.rank, 0);
  const int own = sizes[index(r.rank)] * ints_in_element;
  const auto contribution = [&](int rank) {
    std::vector<Matrix> made = matrices_of(rank, total);
    Ints numbers = flat(made);
    numbers.resize(index(total * ints_in_element));
    return numbers;
  };
  Ints wanted = contribution(0);
  for (int rank = 1; rank < r.size; ++rank) {
    Ints with = contribution(rank);
    MPI_Reduce_local(wanted.data(), with.data(), total, type, by);
    wanted = with;
  }
  wanted = Ints(wanted.begin() + before * ints_in_element, wanted.begin() + before * ints_in_element + own);
  const Ints mine = contribution(r.rank);
  Ints got = blank(own);
  MPI_Reduce_scatter(mine.data(), got.data(), sizes.data(), type, by, MPI_COMM_WORLD);
  expect(got, wanted, "Reduce_scatter");
  got = mine;
  MPI_Reduce_scatter(MPI_IN_PLACE, got.data(), sizes.data(), type, by, MPI_COMM_WORLD);
  got.resize(index(own));
  expect(got, wanted, "Reduce_scatter in place");
  if (std::count(sizes.begin(), sizes.end(), sizes.front()) != r.size) return;
  got = blank(own);
  MPI_Reduce_scatter_block(mine.data(), got.data(), sizes.front(), type, by, MPI_COMM_WORLD);
  expect(got, wanted, "Reduce_scatter_block");
}

TEST_P(Reductions, AreScattered) {
  for_all_sizes([](const Ranks& r) {
    MPI_Datatype matrix = MPI_DATATYPE_NULL;
    MPI_Op product_of = MPI_OP_NULL;
    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &product_of);
    Ints unequal;
    for (int rank = 0; rank < r.size; ++rank) unequal.push_back(rank * 5 % 4);
    for (const Ints& sizes : {Ints(index(r.size), 1), Ints(index(r.size), 3), unequal}) {
      scatter_reductions(r, sizes, MPI_INT, MPI_SUM, 1);
      scatter_reductions(r, sizes, matrix, product_of, 4);
    }
    MPI_Op_free(&product_of);
    MPI_Type_free(&matrix);
  });
}

TEST_P(Layouts, WithGapsTravelAndLeaveTheGapsAlone) {
  for_all_sizes(
      [](const Ranks& r) {
        for (const Layout& layout : make_layouts())
          for (const int count : {1, 3}) {
            const int per_element = static_cast<int>(layout.touched.size());
            const int total = count * per_element;
            Ints data = r.rank == 0 ? laid_out(layout, count, 500) : blank(10 * count + 10);
            MPI_Bcast(data.data(), count, layout.type, 0, MPI_COMM_WORLD);
            expect(data, laid_out(layout, count, 500), "Bcast of " + layout.name);

            // To a neighbour, laid out at the sender and packed at the receiver, and the other way round.
            const int right = (r.rank + 1) % r.size;
            const int left = (r.rank + r.size - 1) % r.size;
            const Ints out = laid_out(layout, count, r.rank * 100);
            Ints packed = blank(total);
            MPI_Sendrecv(out.data(), count, layout.type, right, 0, packed.data(), total, MPI_INT, left, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            Ints wanted(index(total));
            std::iota(wanted.begin(), wanted.end(), left * 100);
            expect(packed, wanted, "Sendrecv of " + layout.name);
            Ints in = blank(10 * count + 10);
            MPI_Sendrecv(packed.data(), total, MPI_INT, left, 0, in.data(), count, layout.type, right, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            expect(in, out, "Sendrecv back of " + layout.name);
            MPI_Sendrecv_replace(in.data(), count, layout.type, right, 0, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            expect(in, laid_out(layout, count, left * 100), "Sendrecv_replace of " + layout.name);

            Ints gathered = blank(r.size * total);
            MPI_Allgather(out.data(), count, layout.type, gathered.data(), total, MPI_INT, MPI_COMM_WORLD);
            Ints every;
            for (int i = 0; i < r.size; ++i)
              for (int j = 0; j < total; ++j) every.push_back(i * 100 + j);
            expect(gathered, every, "Allgather of " + layout.name);
          }
      },
      4);
}

TEST_P(Layouts, CanBePackedByHand) {
  for_all_sizes(
      [](const Ranks&) {
        for (const Layout& layout : make_layouts()) {
          const int total = 2 * static_cast<int>(layout.touched.size());
          const Ints out = laid_out(layout, 2, 40);
          Ints packed = blank(total + 1);
          Ints in = blank(30);
          const int room = static_cast<int>(packed.size() * sizeof(int));
          int size = 0;
          int position = sizeof(int);
          MPI_Pack_size(2, layout.type, MPI_COMM_WORLD, &size);
          if (size != total * static_cast<int>(sizeof(int))) say("packs into " + std::to_string(size));
          MPI_Pack(out.data(), 2, layout.type, packed.data(), room, &position, MPI_COMM_WORLD);
          if (position != room) say("stands at " + std::to_string(position));
          Ints wanted(index(total) + 1, untouched);
          std::iota(wanted.begin() + 1, wanted.end(), 40);
          expect(packed, wanted, "Pack of " + layout.name);
          position = sizeof(int);
          MPI_Unpack(packed.data(), room, &position, in.data(), 2, layout.type, MPI_COMM_WORLD);
          expect(in, out, "Unpack of " + layout.name);
        }
      },
      1);
}

/// Sums what a vector of every third int touches.
void add_every_third(void* in, void* inout, int* length, MPI_Datatype*) {
  for (int i = 0; i < *length; ++i)
    for (const int touched : {0, 3})
      static_cast<int*>(inout)[i * 4 + touched] += static_cast<int*>(in)[i * 4 + touched];
}

TEST_P(Layouts, WithGapsCanBeReduced) {
  for_all_sizes([](const Ranks& r) {
    const Layout vector = make_layouts()[0];
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(add_every_third, 1, &op);
    const Ints mine = laid_out(vector, 2, r.rank);
    Ints got = blank(30);
    Ints wanted = blank(30);
    for (int i = 0, number = 0; i < 2; ++i)
      for (const int touched : vector.touched)
        wanted[index(i * vector.extent + touched)] = r.size * number++ + r.size * (r.size - 1) / 2;
    MPI_Allreduce(mine.data(), got.data(), 2, vector.type, op, MPI_COMM_WORLD);
    expect(got, wanted, "Allreduce");
  });
}

} // namespace
} // namespace daruma::mpi::test
