// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The contents of a buffer in pieces, for copying to a device.
#include <functional>
#include <span>

#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

using Piece = std::function<void(std::uint64_t offset, std::span<const std::byte> bytes)>;

/// Calls put for one piece after the other, zeros too: the contents of launch::page_source. Throws InputError naming
/// the argument when the fill is impossible.
void upload(const std::string& argument, const launch::Buffer& buffer, const Piece& put);

/// Throws InputError naming the argument when the device cannot hold it.
void check_buffer(const std::string& argument, const launch::Buffer& buffer, const DeviceInfo& device);

/// Throws InputError naming the argument when its fill is impossible.
void check_fill(const std::string& argument, const launch::Buffer& buffer);

/// The bytes of a scalar or a struct; empty for the others.
[[nodiscard]] std::vector<std::byte> value_bytes(const Argument& argument);

/// Room for a buffer: at least one byte, as no driver allocates nothing.
[[nodiscard]] inline std::uint64_t room_for(const launch::Buffer& buffer) {
  return buffer.bytes() == 0 ? 16 : buffer.bytes();
}

}  // namespace forewarp::run
