// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::atomic and cuda::atomic_ref of 1 to 8 bytes, for device and host: operations are relaxed at their scope, and
/// stronger orders are fences before and after them, which is what the orders mean and at least as strong as NVIDIA's.
#include <cstddef>
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

__FW_HD void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed || scope == thread_scope_thread) return;
#ifdef __CUDA_ARCH__
  if (scope == thread_scope_block)
    __threadfence_block();
  else if (scope == thread_scope_device)
    __threadfence();
  else
    __threadfence_system();
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

namespace fw {
/// Between two looks at a value that another thread is to change.
__FW_HD void pause() {
#ifdef __CUDA_ARCH__
  __nanosleep(20);
#endif
}
__FW_HD void before(memory_order order, thread_scope scope) {
  if (order >= memory_order_release) atomic_thread_fence(order, scope);
}
__FW_HD void after(memory_order order, thread_scope scope) {
  if (order != memory_order_release) atomic_thread_fence(order, scope);
}
template <thread_scope S>
constexpr int scope_of = S == thread_scope_system   ? __MEMORY_SCOPE_SYSTEM
                         : S == thread_scope_device ? __MEMORY_SCOPE_DEVICE
                                                    : __MEMORY_SCOPE_WRKGRP;

/// The operations, on the place that Self::place() names.
template <class T, thread_scope S, class Self>
class Operations {
  /// What is added to a pointer is a distance.
  using Difference = ::std::conditional_t<::std::is_pointer_v<T>, ::std::ptrdiff_t, T>;
  __host__ __device__ T* place() const volatile { return static_cast<const volatile Self*>(this)->place(); }
  /// The type that clang's builtins take any T as.
  using Bits =
      ::std::conditional_t<sizeof(T) == 1, unsigned char,
                           ::std::conditional_t<sizeof(T) == 2, unsigned short,
                                                ::std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>>>;
  static_assert(sizeof(T) == sizeof(Bits), "forewarp's cuda::atomic has types of 1, 2, 4 and 8 bytes");
  __host__ __device__ Bits* bits() const volatile { return reinterpret_cast<Bits*>(place()); }
  /// clang 19 takes memory that a kernel only reads for constant, and has no atomic load of that.
  __host__ __device__ static Bits* hidden(Bits* at) {
#ifdef __NVPTX__
    asm("" : "+l"(at));
#endif
    return at;
  }
  template <class Operation>
  __host__ __device__ static T ordered(memory_order order, Operation operation) {
    before(order, S);
    const T result = operation();
    after(order, S);
    return result;
  }
  template <class Operation>
  __host__ __device__ T replaced(memory_order order, Operation operation) const volatile {
    T seen = load(memory_order_relaxed);
    while (!compare_exchange_weak(seen, operation(seen), order, memory_order_relaxed)) {
    }
    return seen;
  }

 public:
  using value_type = T;
  __host__ __device__ T load(memory_order order = memory_order_seq_cst) const volatile {
    if (order == memory_order_seq_cst) atomic_thread_fence(order, S);
    const Bits value = __scoped_atomic_load_n(hidden(bits()), __ATOMIC_RELAXED, scope_of<S>);
    after(order, S);
    return __builtin_bit_cast(T, value);
  }
  __host__ __device__ void store(T value, memory_order order = memory_order_seq_cst) const volatile {
    before(order, S);
    __scoped_atomic_store_n(bits(), __builtin_bit_cast(Bits, value), __ATOMIC_RELAXED, scope_of<S>);
    if (order == memory_order_seq_cst) atomic_thread_fence(order, S);
  }
  __host__ __device__ T exchange(T value, memory_order order = memory_order_seq_cst) const volatile {
    return ordered(order, [&] {
      const Bits given = __builtin_bit_cast(Bits, value);
      return __builtin_bit_cast(T, __scoped_atomic_exchange_n(bits(), given, __ATOMIC_RELAXED, scope_of<S>));
    });
  }
  __host__ __device__ bool compare_exchange_strong(T& expected, T desired, memory_order success,
                                                   memory_order failure) const volatile {
    before(success, S);
    Bits seen = __builtin_bit_cast(Bits, expected);
    const bool same = __scoped_atomic_compare_exchange_n(bits(), &seen, __builtin_bit_cast(Bits, desired), false,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope_of<S>);
    expected = __builtin_bit_cast(T, seen);
    after(same ? success : failure, S);
    return same;
  }
  __host__ __device__ bool compare_exchange_strong(T& expected, T desired,
                                                   memory_order order = memory_order_seq_cst) const volatile {
    return compare_exchange_strong(expected, desired, order,
                                   order == memory_order_release ? memory_order_relaxed : order);
  }
  __host__ __device__ bool compare_exchange_weak(T& expected, T desired, memory_order success,
                                                 memory_order failure) const volatile {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  __host__ __device__ bool compare_exchange_weak(T& expected, T desired,
                                                 memory_order order = memory_order_seq_cst) const volatile {
    return compare_exchange_strong(expected, desired, order);
  }
  __host__ __device__ T fetch_add(Difference value, memory_order order = memory_order_seq_cst) const volatile {
    if constexpr (::std::is_floating_point_v<T> || ::std::is_pointer_v<T>)
      return replaced(order, [&](T old) { return old + value; });
    else
      return ordered(order, [&] { return __scoped_atomic_fetch_add(place(), value, __ATOMIC_RELAXED, scope_of<S>); });
  }
  __host__ __device__ T fetch_sub(Difference value, memory_order order = memory_order_seq_cst) const volatile {
    return fetch_add(Difference(0) - value, order);
  }
#define __FW_FETCH(name)                                                                                          \
  __host__ __device__ T name(T value, memory_order order = memory_order_seq_cst) const volatile {                 \
    static_assert(::std::is_integral_v<T>, "an integer");                                                         \
    return ordered(order, [&] { return __scoped_atomic_##name(place(), value, __ATOMIC_RELAXED, scope_of<S>); }); \
  }
  __FW_FETCH(fetch_and)
  __FW_FETCH(fetch_or)
  __FW_FETCH(fetch_xor)
#undef __FW_FETCH
#define __FW_EXTREME(name, op)                                                                                      \
  __host__ __device__ T name(T value, memory_order order = memory_order_seq_cst) const volatile {                   \
    if constexpr (::std::is_integral_v<T>)                                                                          \
      return ordered(order, [&] { return __scoped_atomic_##name(place(), value, __ATOMIC_RELAXED, scope_of<S>); }); \
    else                                                                                                            \
      return replaced(order, [&](T old) { return value op old ? value : old; });                                    \
  }
  __FW_EXTREME(fetch_min, <)
  __FW_EXTREME(fetch_max, >)
#undef __FW_EXTREME
  /// Returns when the value is no longer `old`.
  __host__ __device__ void wait(T old, memory_order order = memory_order_seq_cst) const volatile {
    while (load(order) == old) pause();
  }
  __host__ __device__ void notify_one() const volatile {}
  __host__ __device__ void notify_all() const volatile {}
  __host__ __device__ operator T() const volatile { return load(); }
  __host__ __device__ T operator=(T value) const volatile { return store(value), value; }
  __host__ __device__ T operator++() const volatile { return fetch_add(Difference(1)) + Difference(1); }
  __host__ __device__ T operator++(int) const volatile { return fetch_add(Difference(1)); }
  __host__ __device__ T operator--() const volatile { return fetch_sub(Difference(1)) - Difference(1); }
  __host__ __device__ T operator--(int) const volatile { return fetch_sub(Difference(1)); }
  __host__ __device__ T operator&=(T value) const volatile { return fetch_and(value) & value; }
  __host__ __device__ T operator|=(T value) const volatile { return fetch_or(value) | value; }
  __host__ __device__ T operator^=(T value) const volatile { return fetch_xor(value) ^ value; }
  __host__ __device__ bool is_lock_free() const volatile { return true; }
  __host__ __device__ T operator+=(Difference value) const volatile { return fetch_add(value) + value; }
  __host__ __device__ T operator-=(Difference value) const volatile { return fetch_sub(value) - value; }
};
}  // namespace fw

template <class T, thread_scope S = thread_scope_system>
class atomic : public fw::Operations<T, S, atomic<T, S>> {
  static constexpr ::std::size_t own = (sizeof(T) & (sizeof(T) - 1)) == 0 ? sizeof(T) : 1;
  alignas(own > alignof(T) ? own : alignof(T)) mutable T value_;

 public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  using fw::Operations<T, S, atomic>::operator=;
  __host__ __device__ T* place() const volatile { return const_cast<T*>(&value_); }
};

template <class T, thread_scope S = thread_scope_system>
class atomic_ref : public fw::Operations<T, S, atomic_ref<T, S>> {
  T* place_;

 public:
  __host__ __device__ explicit atomic_ref(T& value) : place_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  using fw::Operations<T, S, atomic_ref>::operator=;
  __host__ __device__ T* place() const volatile { return place_; }
};

template <thread_scope S = thread_scope_system>
struct atomic_flag {
  atomic<int, S> raised_{0};
  __host__ __device__ bool test(memory_order order = memory_order_seq_cst) const { return raised_.load(order) != 0; }
  __host__ __device__ bool test_and_set(memory_order order = memory_order_seq_cst) {
    return raised_.exchange(1, order) != 0;
  }
  __host__ __device__ void clear(memory_order order = memory_order_seq_cst) { raised_.store(0, order); }
};
}  // namespace cuda
