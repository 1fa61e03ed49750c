// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Results that are equal, kept once. Most configurations of a kernel leave the same in their buffers, and a sample of
/// a buffer takes 16 KB: of 10,000 configurations that is one sample instead of 160 MB.
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "forewarp/model/rank/results.hpp"

namespace forewarp::rank {

class ResultsStore {
 public:
  /// The results that came first among those equal to these. Null for null. Safe for threads.
  [[nodiscard]] std::shared_ptr<const Results> shared(std::shared_ptr<const Results> results);

 private:
  std::mutex mutex_;
  std::unordered_multimap<std::uint64_t, std::shared_ptr<const Results>> kept_;  ///< by digest
};

}  // namespace forewarp::rank
