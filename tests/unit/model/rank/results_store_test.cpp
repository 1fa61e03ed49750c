// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/results_store.hpp"

#include <gtest/gtest.h>

namespace forewarp::rank {
namespace {

std::shared_ptr<const Results> stored(std::uint64_t bits, std::uint64_t digest) {
  BufferResult buffer{.name = "out", .type = ptx::Type::u32, .stored = 1, .values = digest};
  buffer.elements = {{.hash = 7, .bits = bits}};
  return std::make_shared<const Results>(
      Results{.extent = Extent::whole, .problem = "", .threads = 1, .buffers = {buffer}});
}

TEST(ResultsStore, EqualResultsAreKeptOnce) {
  ResultsStore store;
  const auto first = store.shared(stored(1, 5)), second = store.shared(stored(1, 5));

  EXPECT_EQ(first, second);
  EXPECT_EQ(first.use_count(), 3);  // both here and the store's own
}

TEST(ResultsStore, ResultsOfOneDigestThatDifferStayApart) {
  ResultsStore store;
  const auto first = store.shared(stored(1, 5)), second = store.shared(stored(2, 5));

  EXPECT_NE(first, second);
  EXPECT_EQ(second->buffers[0].elements[0].bits, 2U);
  EXPECT_EQ(store.shared(stored(2, 5)), second);
}

TEST(ResultsStore, NoResultsStayNone) {
  ResultsStore store;

  EXPECT_EQ(store.shared(nullptr), nullptr);
}

}  // namespace
}  // namespace forewarp::rank
