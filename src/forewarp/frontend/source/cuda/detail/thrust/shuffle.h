// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Random permutations, those of NVIDIA's Thrust. The host draws them.
#include <cstdint>
#include <vector>

#include "algorithms.h"

namespace thrust {

/// A permutation of the numbers below a power of two by a Feistel cipher of 24 rounds, each with a key of the
/// generator.
class __fw_feistel {
 public:
  template <class Generator>
  __fw_feistel(std::uint64_t n, Generator& generator) {
    unsigned bits = 0;
    for (std::uint64_t left = n - 1; left != 0; left >>= 1) ++bits;
    if (n <= 16) bits = 4;
    left_bits_ = bits / 2;
    right_bits_ = bits - left_bits_;
    for (std::uint32_t& key : keys_) key = static_cast<std::uint32_t>(generator());
  }
  std::uint64_t numbers() const { return std::uint64_t{1} << (left_bits_ + right_bits_); }
  std::uint64_t operator()(std::uint64_t x) const {
    const std::uint32_t left_mask = (1u << left_bits_) - 1, right_mask = (1u << right_bits_) - 1;
    std::uint32_t left = static_cast<std::uint32_t>(x >> right_bits_),
                  right = static_cast<std::uint32_t>(x) & right_mask;
    for (const std::uint32_t key : keys_) {
      const std::uint64_t product = 0xD2B74407B1CE6E93u * left;
      const std::uint32_t low = static_cast<std::uint32_t>(product) << (right_bits_ - left_bits_) | right >> left_bits_;
      left = (static_cast<std::uint32_t>(product >> 32) ^ key ^ right) & left_mask;
      right = low & right_mask;
    }
    return std::uint64_t{left} << right_bits_ | right;
  }

 private:
  unsigned left_bits_ = 0, right_bits_ = 0;
  std::uint32_t keys_[24];
};

template <class Policy, class In, class Out, class Generator, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out shuffle_copy(const Policy& place, In first, In last, Out out, Generator&& generator) {
  const auto n = static_cast<std::size_t>(last - first);
  const __fw_feistel permuted(n, generator);
  std::vector<__fw_index> order;
  order.reserve(n);
  for (std::uint64_t i = 0; i < permuted.numbers() && order.size() < n; ++i)
    if (const std::uint64_t from = permuted(i); from < n) order.push_back(static_cast<__fw_index>(from));
  const typename Policy::template scratch<__fw_index> map(n);
  if (n > 0) __fw_check(cudaMemcpy(map.get(), order.data(), n * sizeof(__fw_index), cudaMemcpyDefault));
  place.each(n, __fw_gather_one<__fw_unwrapped<In>, const __fw_index*, __fw_unwrapped<Out>>{
                    __fw_unwrap(first), map.get(), __fw_unwrap(out)});
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
