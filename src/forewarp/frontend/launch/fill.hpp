// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The contents of a buffer, any page of it at any time: element i is a function of i and the fill's seed alone.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::launch {

/// Writes the bytes [offset, offset + out.size()) of the buffer's initial contents; pure, callable from any thread.
using PageSource = std::function<void(std::uint64_t offset, std::span<std::byte> out)>;

/// The source of a buffer's pages; empty for a buffer of zeros. Throws InputError when the fill cannot fill such a
/// buffer: an impossible range, values that the element type cannot hold, a file that is too short or not there, a CSR
/// matrix of other dimensions than the buffer's.
///
/// Reals: uniform and normal are rounded to the element type. Integers: uniform is over the integers of [low, high);
/// normal is not defined for them; iota and constant must fit.
[[nodiscard]] PageSource page_source(const Buffer& buffer);

/// All bytes of the buffer, for tests and references. Throws InputError above max_bytes.
[[nodiscard]] std::vector<std::byte> contents(const Buffer& buffer, std::uint64_t max_bytes = std::uint64_t{1} << 32);

}  // namespace forewarp::launch
