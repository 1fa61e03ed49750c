// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::maximum, cuda::minimum and cuda::proclaim_return_type.
#include <type_traits>
#include <utility>

namespace cuda {
#define __FW_CHOICE(name, a_is_chosen)                                                                            \
  template <class T = void>                                                                                       \
  struct name {                                                                                                   \
    __host__ __device__ constexpr T operator()(const T& a, const T& b) const { return a_is_chosen ? a : b; }      \
  };                                                                                                              \
  template <>                                                                                                     \
  struct name<void> {                                                                                             \
    template <class T, class U>                                                                                   \
    __host__ __device__ constexpr typename ::std::common_type<T, U>::type operator()(const T& a, const U& b) const { \
      return a_is_chosen ? a : b;                                                                                 \
    }                                                                                                             \
  };
__FW_CHOICE(maximum, !(a < b))
__FW_CHOICE(minimum, !(b < a))
#undef __FW_CHOICE
/// A callable whose result is said to be R: of a device lambda the host cannot tell.
template <class R, class F>
struct __fw_returning {
  F call;
  template <class... Arguments>
  __host__ __device__ R operator()(Arguments&&... arguments) {
    return call(::std::forward<Arguments>(arguments)...);
  }
  template <class... Arguments>
  __host__ __device__ R operator()(Arguments&&... arguments) const {
    return call(::std::forward<Arguments>(arguments)...);
  }
};
template <class R, class F>
__host__ __device__ __fw_returning<R, typename ::std::decay<F>::type> proclaim_return_type(F&& call) {
  return {::std::forward<F>(call)};
}
}  // namespace cuda
