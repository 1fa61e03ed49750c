// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::atomic and cuda::atomic_ref of 4 and 8 bytes, for device code: operations are relaxed at their scope, and
/// stronger orders are fences before and after them, which is what the orders mean and at least as strong as NVIDIA's.
#include <type_traits>

namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};

__FW_D void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed || scope == thread_scope_thread) return;
  if (scope == thread_scope_block)
    __threadfence_block();
  else if (scope == thread_scope_device)
    __threadfence();
  else
    __threadfence_system();
}

namespace fw {
__FW_D void before(memory_order order, thread_scope scope) {
  if (order >= memory_order_release) atomic_thread_fence(order, scope);
}
__FW_D void after(memory_order order, thread_scope scope) {
  if (order != memory_order_release) atomic_thread_fence(order, scope);
}
template <thread_scope S>
constexpr int scope_of = S == thread_scope_system   ? __MEMORY_SCOPE_SYSTEM
                         : S == thread_scope_device ? __MEMORY_SCOPE_DEVICE
                                                    : __MEMORY_SCOPE_WRKGRP;

/// The operations, on the place that Self::place() names.
template <class T, thread_scope S, class Self>
class Operations {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "forewarp's cuda::atomic has types of 4 and 8 bytes");
  __device__ T* place() const { return static_cast<const Self*>(this)->place(); }
  template <class Operation>
  __device__ static T ordered(memory_order order, Operation operation) {
    before(order, S);
    const T result = operation();
    after(order, S);
    return result;
  }
  template <class Operation>
  __device__ T replaced(memory_order order, Operation operation) const {
    T seen = load(memory_order_relaxed);
    while (!compare_exchange_weak(seen, operation(seen), order, memory_order_relaxed)) {
    }
    return seen;
  }

 public:
  using value_type = T;
  __device__ T load(memory_order order = memory_order_seq_cst) const {
    if (order == memory_order_seq_cst) atomic_thread_fence(order, S);
    T value;
    __scoped_atomic_load(place(), &value, __ATOMIC_RELAXED, scope_of<S>);
    after(order, S);
    return value;
  }
  __device__ void store(T value, memory_order order = memory_order_seq_cst) const {
    before(order, S);
    __scoped_atomic_store(place(), &value, __ATOMIC_RELAXED, scope_of<S>);
    if (order == memory_order_seq_cst) atomic_thread_fence(order, S);
  }
  __device__ T exchange(T value, memory_order order = memory_order_seq_cst) const {
    return ordered(order, [&] {
      T old;
      __scoped_atomic_exchange(place(), &value, &old, __ATOMIC_RELAXED, scope_of<S>);
      return old;
    });
  }
  __device__ bool compare_exchange_strong(T& expected, T desired, memory_order success, memory_order failure) const {
    before(success, S);
    const bool same = __scoped_atomic_compare_exchange(place(), &expected, &desired, false, __ATOMIC_RELAXED,
                                                       __ATOMIC_RELAXED, scope_of<S>);
    after(same ? success : failure, S);
    return same;
  }
  __device__ bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, desired, order,
                                   order == memory_order_release ? memory_order_relaxed : order);
  }
  __device__ bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order failure) const {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  __device__ bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, desired, order);
  }
  __device__ T fetch_add(T value, memory_order order = memory_order_seq_cst) const {
    if constexpr (::std::is_same_v<T, double>)
      return replaced(order, [&](T old) { return old + value; });
    else
      return ordered(order, [&] { return __scoped_atomic_fetch_add(place(), value, __ATOMIC_RELAXED, scope_of<S>); });
  }
  __device__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) const {
    return fetch_add(T(0) - value, order);
  }
#define __FW_FETCH(name)                                                                                          \
  __device__ T name(T value, memory_order order = memory_order_seq_cst) const {                                   \
    static_assert(::std::is_integral_v<T>, "an integer");                                                         \
    return ordered(order, [&] { return __scoped_atomic_##name(place(), value, __ATOMIC_RELAXED, scope_of<S>); }); \
  }
  __FW_FETCH(fetch_min)
  __FW_FETCH(fetch_max)
  __FW_FETCH(fetch_and)
  __FW_FETCH(fetch_or)
  __FW_FETCH(fetch_xor)
#undef __FW_FETCH
  /// Returns when the value is no longer `old`.
  __device__ void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) __nanosleep(20);
  }
  __device__ void notify_one() const {}
  __device__ void notify_all() const {}
  __device__ operator T() const { return load(); }
  __device__ T operator=(T value) const { return store(value), value; }
  __device__ T operator++() const { return fetch_add(T(1)) + T(1); }
  __device__ T operator++(int) const { return fetch_add(T(1)); }
  __device__ T operator--() const { return fetch_sub(T(1)) - T(1); }
  __device__ T operator--(int) const { return fetch_sub(T(1)); }
  __device__ T operator+=(T value) const { return fetch_add(value) + value; }
  __device__ T operator-=(T value) const { return fetch_sub(value) - value; }
};
}  // namespace fw

template <class T, thread_scope S = thread_scope_system>
class atomic : public fw::Operations<T, S, atomic<T, S>> {
  mutable T value_;

 public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  using fw::Operations<T, S, atomic>::operator=;
  __device__ T* place() const { return &value_; }
};

template <class T, thread_scope S = thread_scope_system>
class atomic_ref : public fw::Operations<T, S, atomic_ref<T, S>> {
  T* place_;

 public:
  __host__ __device__ explicit atomic_ref(T& value) : place_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  using fw::Operations<T, S, atomic_ref>::operator=;
  __device__ T* place() const { return place_; }
};
}  // namespace cuda
