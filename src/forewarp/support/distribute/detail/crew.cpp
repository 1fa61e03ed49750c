// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/detail/crew.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "forewarp/support/parallel.hpp"

namespace forewarp::distribute::detail {

unsigned thread_count(unsigned threads) {
  const unsigned cores = default_thread_count();
  return threads == 0 ? cores : std::min(threads, cores);
}

void in_threads(unsigned threads, const std::function<void()>& body) {
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < thread_count(threads); ++i) others.emplace_back(body);
  body();
}

}  // namespace forewarp::distribute::detail
