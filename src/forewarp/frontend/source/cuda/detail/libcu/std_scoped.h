// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The types of the standard's names that threads synchronise by: those of cuda:: with the scope of the system.
#include "barrier.h"
#include "latch.h"
#include "semaphore.h"
#include "std.h"

namespace cuda {
namespace std {
using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;
template <class T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using atomic_flag = ::cuda::atomic_flag<thread_scope_system>;
template <class Completion = fw::NoCompletion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
using latch = ::cuda::latch<thread_scope_system>;
template <::std::ptrdiff_t LeastMax = 0x7fffffff>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, LeastMax>;
using binary_semaphore = ::cuda::binary_semaphore<thread_scope_system>;
}  // namespace std
}  // namespace cuda
