// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/upload.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

// 8 MiB: large enough for the full bandwidth of a copy, and a buffer of 40 GB needs no 40 GB on the
// host.
constexpr std::uint64_t piece_bytes = std::uint64_t{8} << 20;

launch::PageSource source_of(const std::string& argument, const launch::Buffer& buffer) {
  try {
    return launch::page_source(buffer);
  } catch (const InputError& error) {
    throw InputError(fmt::format("argument '{}': {}", argument, error.what()));
  }
}

}  // namespace

void upload(const std::string& argument, const launch::Buffer& buffer, const Piece& put) {
  const launch::PageSource source = source_of(argument, buffer);
  std::vector<std::byte> piece(std::min(piece_bytes, buffer.bytes()));
  for (std::uint64_t offset = 0; offset < buffer.bytes(); offset += piece.size()) {
    const std::span<std::byte> part(piece.data(), std::min<std::uint64_t>(piece.size(), buffer.bytes() - offset));
    // No source means zeros, and the piece is still zero then: nothing ever wrote to it.
    if (source) source(offset, part);
    put(offset, part);
  }
}

void check_buffer(const std::string& argument, const launch::Buffer& buffer, const DeviceInfo& device) {
  const std::uint64_t most = device.largest_buffer_bytes != 0 ? device.largest_buffer_bytes : device.memory_bytes;
  if (most != 0 && buffer.bytes() > most)
    throw InputError(fmt::format("argument '{}': a buffer of {} bytes; {} allows at most {}", argument, buffer.bytes(),
                                 device.spec, most));
}

void check_fill(const std::string& argument, const launch::Buffer& buffer) { (void)source_of(argument, buffer); }

std::vector<std::byte> value_bytes(const Argument& argument) {
  std::vector<std::byte> bytes;
  if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value)) {
    bytes.resize(ptx::size_of(scalar->type));
    std::memcpy(bytes.data(), &scalar->bits, bytes.size());
  } else if (const auto* raw = std::get_if<std::string>(&argument.value)) {
    bytes.resize(raw->size());
    std::memcpy(bytes.data(), raw->data(), raw->size());
  }
  return bytes;
}

}  // namespace forewarp::run
