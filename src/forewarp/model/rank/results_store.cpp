// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/results_store.hpp"

#include <utility>

namespace forewarp::rank {
namespace {

/// Equal results have equal digests; of equal digests the results are compared.
std::uint64_t digest(const Results& results) {
  std::uint64_t sum = results.buffers.size();
  for (const BufferResult& buffer : results.buffers) sum = sum * 0x9e3779b97f4a7c15 + (buffer.values ^ buffer.stored);
  return sum;
}

}  // namespace

std::shared_ptr<const Results> ResultsStore::shared(std::shared_ptr<const Results> results) {
  if (!results) return results;
  const std::uint64_t key = digest(*results);
  const std::lock_guard lock(mutex_);
  const auto [first, last] = kept_.equal_range(key);
  for (auto at = first; at != last; ++at)
    if (*at->second == *results) return at->second;
  kept_.emplace(key, results);
  return results;
}

}  // namespace forewarp::rank
