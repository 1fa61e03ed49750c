// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A 64-bit checksum at the speed of memory: eight lanes of xor, multiply and rotate over words of eight bytes, since a
/// forest is megabytes and is looked at once before it answers. It finds every change within one word (each step is a
/// bijection of the lane), and any other with all but 2^-64. It is no defence against deliberate changes.
#include <cstddef>
#include <cstdint>
#include <span>

namespace forewarp::learn {

[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0);

}  // namespace forewarp::learn
