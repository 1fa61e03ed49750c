// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/device_limits.hpp"

#include <fmt/format.h>

#include "forewarp/runtime/failure.hpp"

namespace forewarp::runtime {

std::uint64_t DeviceLimits::get(int limit) const {
  if (limit < 0 || static_cast<std::size_t>(limit) >= values_.size())
    throw CallFailed(Status::unsupported_limit, fmt::format("limit {} is not known to forewarp", limit));
  return values_[static_cast<std::size_t>(limit)];
}

void DeviceLimits::set(int limit, std::uint64_t value) {
  (void)get(limit);
  if (limit == heap && heap_is_fixed_)
    throw CallFailed(Status::invalid_value, "the heap of malloc has its size since the first kernel that uses it");
  values_[static_cast<std::size_t>(limit)] = value;
}

}  // namespace forewarp::runtime
