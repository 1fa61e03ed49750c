// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/parallel.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace forewarp {

unsigned default_thread_count() { return static_cast<unsigned>(tbb::this_task_arena::max_concurrency()); }

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body, unsigned threads) {
  // More threads than cores finish no sooner, and TBB prints a warning on standard error when it is asked for them.
  const unsigned cores = default_thread_count();
  const unsigned width = threads == 0 ? cores : std::min(threads, cores);
  if (width <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  tbb::task_arena arena(static_cast<int>(width));
  arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, body, tbb::simple_partitioner{}); });
}

}  // namespace forewarp
