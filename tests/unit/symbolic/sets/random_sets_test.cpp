// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "forewarp/symbolic/sets/count.hpp"
#include "random_sets.hpp"

namespace {

using namespace forewarp::symbolic;
using namespace forewarp::symbolic::test;

// FOREWARP_RANDOM_SETS=2000 for as many as bench_symbolic compares.
TEST(RandomSets, HaveTheNumberOfPointsThatEnumerationFinds) {
  const char* asked = std::getenv("FOREWARP_RANDOM_SETS");
  const int sets = asked == nullptr ? 200 : std::atoi(asked);
  const bool verbose = std::getenv("FOREWARP_VERBOSE") != nullptr;
  RandomSets random;
  int wrong = 0;
  for (int i = 0; i < sets; ++i) {
    const std::string text = random.next();
    if (verbose) fmt::print("{} {}\n", i, text), std::fflush(stdout);
    const Set set = Set::parse(text, Context());
    const Count points = count(set);
    for (const auto& [n, m] : window)
      if (points.value.evaluate({{"n", n}, {"m", m}}) != Rational(enumerated(set, n, m))) {
        ++wrong;
        ADD_FAILURE() << i << ": " << text << " at n = " << n << ", m = " << m << "\n"
                      << points.value.str().substr(0, 400) << "\n"
                      << points.value.evaluate({{"n", n}, {"m", m}}).str() << " instead of " << enumerated(set, n, m);
        break;
      }
    ASSERT_LT(wrong, 5);
  }
}

}  // namespace
