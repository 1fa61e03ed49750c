// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Parallel loops. Results must not depend on the number of threads: each index writes to its own place, and whoever
/// needs a sum adds the places in index order afterwards.
#include <cstddef>
#include <functional>

namespace forewarp {

/// Number of threads to use when the caller says 0: the cores this process may run on.
[[nodiscard]] unsigned default_thread_count();

/// Calls body(i) for i in [0, count) on at most threads threads (0: default), never more than default_thread_count().
/// The first exception is rethrown.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body, unsigned threads = 0);

}  // namespace forewarp
