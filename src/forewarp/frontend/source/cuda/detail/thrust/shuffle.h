// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Random permutations. The host draws them (Fisher and Yates'), so they are not those of NVIDIA's Thrust.
#include <utility>
#include <vector>

#include "algorithms.h"

namespace thrust {

template <class Policy, class In, class Out, class Generator, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out shuffle_copy(const Policy& place, In first, In last, Out out, Generator&& generator) {
  const auto n = static_cast<std::size_t>(last - first);
  std::vector<__fw_index> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n; i > 1; --i) {
    __fw_index drawn = static_cast<__fw_index>(generator());
    drawn = drawn * 6364136223846793005ull + static_cast<__fw_index>(generator());
    std::swap(order[i - 1], order[(drawn >> 16) % i]);
  }
  const typename Policy::template scratch<__fw_index> map(n);
  if (n > 0) __fw_check(cudaMemcpy(map.get(), order.data(), n * sizeof(__fw_index), cudaMemcpyDefault));
  place.each(n, __fw_gather_one<__fw_unwrapped<In>, const __fw_index*, __fw_unwrapped<Out>>{__fw_unwrap(first), map.get(),
                                                                                          __fw_unwrap(out)});
  return out + n;
}
template <class In, class Out, class Generator, class = std::enable_if_t<!__fw_is_policy<In>>>
Out shuffle_copy(In first, In last, Out out, Generator&& generator) {
  return thrust::shuffle_copy(__fw_place<In, Out>(), first, last, out, generator);
}
template <class Policy, class It, class Generator, class = std::enable_if_t<__fw_is_policy<Policy>>>
void shuffle(const Policy& place, It first, It last, Generator&& generator) {
  typedef __fw_stored<It> T;
  const auto n = static_cast<std::size_t>(last - first);
  const typename Policy::template scratch<T> copied(n);
  place.each(n, __fw_copy_one<__fw_unwrapped<It>, T*>{__fw_unwrap(first), copied.get()});
  const T* const from = copied.get();
  thrust::shuffle_copy(place, from, from + n, first, generator);
}
template <class It, class Generator, class = std::enable_if_t<!__fw_is_policy<It>>>
void shuffle(It first, It last, Generator&& generator) {
  thrust::shuffle(__fw_place<It>(), first, last, generator);
}

}  // namespace thrust
