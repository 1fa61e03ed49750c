// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

namespace forewarp::distribute::detail {

/// 0: default_thread_count(), never more than that.
[[nodiscard]] unsigned thread_count(unsigned threads);

/// Calls body() in thread_count(threads) threads, this one among them, and waits for all. Threads of their
/// own, not tasks of parallel_for(): they wait for other processes, and a task that waits may be interrupted by one on
/// which it waits. body() does not throw.
void in_threads(unsigned threads, const std::function<void()>& body);

}  // namespace forewarp::distribute::detail
