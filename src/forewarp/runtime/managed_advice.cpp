// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/managed_advice.hpp"

#include <algorithm>
#include <iterator>

namespace forewarp::runtime {

std::map<std::uint64_t, ManagedAdvice::Pages>::iterator ManagedAdvice::begin_at(std::uint64_t address) {
  const std::uint64_t page = address / page_bytes * page_bytes;
  const auto before = std::prev(from_.upper_bound(page));
  return before->first == page ? before : from_.emplace(page, before->second).first;
}

ManagedAdvice::Pages ManagedAdvice::common(std::uint64_t address, std::uint64_t bytes) const {
  auto at = std::prev(from_.upper_bound(address));
  Pages out = at->second;
  for (++at; at != from_.end() && at->first < address + bytes; ++at) {
    const Pages& p = at->second;
    out.read_mostly = out.read_mostly && p.read_mostly;
    if (p.preferred != out.preferred) out.preferred = invalid;
    if (p.prefetched != out.prefetched) out.prefetched = invalid;
    std::erase_if(out.accessed_by, [&](int device) { return !p.accessed_by.contains(device); });
  }
  return out;
}

void ManagedAdvice::forget(std::uint64_t address, std::uint64_t bytes) {
  const auto begin = begin_at(address), end = begin_at(last(address, bytes));
  from_.erase(begin, end);
  from_.emplace(address / page_bytes * page_bytes, Pages{});
}

}  // namespace forewarp::runtime
