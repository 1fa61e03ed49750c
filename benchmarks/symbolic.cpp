// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Time to count typical sets and to evaluate the formulas; random sets against enumeration. Usage: bench_symbolic
/// [--json]
#include <fmt/format.h>

#include <chrono>
#include <string>
#include <vector>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/symbolic/sets/count.hpp"
#include "forewarp/symbolic/sets/evaluator.hpp"
#include "random_sets.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using Clock = std::chrono::steady_clock;

struct Case {
  std::string id, what, text;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"triangle", "the triangle of the paper", "[n,p] -> { [i,j] : p <= i < n and p <= j < i + 1 }"},
      {"tiles", "tiled matrix multiplication, any n",
       "[n] -> { [io,jo,ko,i,j] : 0 <= i,j < 16 and 0 <= 16io + i < n and 0 <= 16jo + j < n and 0 <= 16ko < n }"},
      {"tetrahedron", "five nested triangular loops", "[n] -> { [a,b,c,d,e] : 0 <= a <= b <= c <= d <= e < n }"}};
  return all;
}

std::vector<bench::Row> rows_of(const Case& one) {
  std::vector<double> counting, evaluating;
  symbolic::PwQPolynomial points;
  for (int round = 0; round < 9; ++round) {
    const auto start = Clock::now();
    points = symbolic::count(symbolic::Set::parse(one.text, symbolic::Context())).value;
    counting.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  const symbolic::Evaluator evaluator(points);
  double sum = 0;
  for (int round = 0; round < 9; ++round) {
    const auto start = Clock::now();
    for (std::int64_t n = 1000; n < 3000; ++n)
      sum += evaluator(std::vector<std::int64_t>(evaluator.parameters().size(), n)).value();
    evaluating.push_back(std::chrono::duration<double>(Clock::now() - start).count() / 2000);
  }
  if (!(sum >= 0)) throw Error("a count is negative");
  const std::string note = fmt::format("{} pieces", points.pieces().size());
  return {{.id = "symbolic." + one.id + ".count",
           .what = "counting " + one.what,
           .unit = "ms",
           .ours = 1e3 * median(counting),
           .target = 50,
           .better = bench::Better::lower,
           .note = note},
          {.id = "symbolic." + one.id + ".evaluate",
           .what = "a new size of " + one.what,
           .unit = "us",
           .ours = 1e6 * median(evaluating),
           .target = 1,
           .better = bench::Better::lower,
           .note = note}};
}

constexpr int random_sets = 2000;

/// How many of the random sets have, on the whole window, the number of points that enumeration finds.
bench::Row random_row() {
  symbolic::test::RandomSets random;
  int equal = 0;
  for (int i = 0; i < random_sets; ++i) {
    const auto set = symbolic::Set::parse(random.next(), symbolic::Context());
    const symbolic::Count points = symbolic::count(set);
    bool all = points.exact;
    for (const auto& [n, m] : symbolic::test::window)
      all = all &&
            points.value.evaluate({{"n", n}, {"m", m}}) == symbolic::Rational(symbolic::test::enumerated(set, n, m));
    equal += all ? 1 : 0;
  }
  return {.id = "symbolic.random_sets",
          .what = "random sets of up to five dimensions counted as enumeration does",
          .unit = "%",
          .ours = 100.0 * equal / random_sets,
          .target = 100,
          .better = bench::Better::higher,
          .note = fmt::format("{} of {}", equal, random_sets)};
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  try {
    std::vector<bench::Row> rows;
    for (const Case& one : cases())
      for (bench::Row& row : rows_of(one)) rows.push_back(std::move(row));
    rows.push_back(random_row());
    bench::print_rows(rows, json);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_symbolic: {}\n", error.what());
    return 1;
  }
}
