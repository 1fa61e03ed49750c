// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What programs said of managed memory (cudaMemAdvise, cudaMemPrefetchAsync), for those who ask. It changes no result
/// and no time.
#include <cstdint>
#include <map>
#include <set>

namespace forewarp::runtime {

class ManagedAdvice {
 public:
  static constexpr int invalid = -2, host = -1;  ///< as CUDA numbers places that are no device

  /// Of a range whose pages agree.
  struct Pages {
    bool read_mostly = false;
    int preferred = invalid, prefetched = invalid;
    std::set<int> accessed_by;
    bool operator==(const Pages&) const = default;
  };

  /// change: takes Pages&. Ranges are in whole pages.
  template <typename Change>
  void change(std::uint64_t address, std::uint64_t bytes, Change change) {
    for (auto at = begin_at(address), end = begin_at(last(address, bytes)); at != end; ++at) change(at->second);
  }
  /// What all pages of the range have in common.
  [[nodiscard]] Pages common(std::uint64_t address, std::uint64_t bytes) const;
  void forget(std::uint64_t address, std::uint64_t bytes);

 private:
  static constexpr std::uint64_t page_bytes = 4096;
  [[nodiscard]] static std::uint64_t last(std::uint64_t address, std::uint64_t bytes) {
    return (address + bytes + page_bytes - 1) / page_bytes * page_bytes;
  }
  /// Splits what contains the page of this address.
  std::map<std::uint64_t, Pages>::iterator begin_at(std::uint64_t address);

  std::map<std::uint64_t, Pages> from_ = {{0, {}}};  ///< by first address: each as far as the next one
};

}  // namespace forewarp::runtime
