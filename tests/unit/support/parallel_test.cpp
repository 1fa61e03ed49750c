// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/parallel.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace forewarp {
namespace {

TEST(ParallelFor, CallsEachIndexOnceOnAnyNumberOfThreads) {
  for (const unsigned threads : {0u, 1u, 2u, 1000u}) {
    std::vector<int> calls(1000);

    parallel_for(
        calls.size(), [&](std::size_t i) { ++calls[i]; }, threads);

    EXPECT_EQ(calls, std::vector<int>(1000, 1)) << threads;
  }
}

TEST(ParallelFor, DoesNothingForAnEmptyRange) {
  parallel_for(0, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, RethrowsAnException) {
  for (const unsigned threads : {1u, 0u})
    EXPECT_THROW(parallel_for(
                     100,
                     [](std::size_t i) {
                       if (i == 50) throw std::runtime_error("50");
                     },
                     threads),
                 std::runtime_error);
}

TEST(ParallelFor, UsesAtLeastOneThread) { EXPECT_GE(default_thread_count(), 1u); }

}  // namespace
}  // namespace forewarp
