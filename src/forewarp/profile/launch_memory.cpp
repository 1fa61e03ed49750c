// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/launch_memory.hpp"

#include <cstring>

#include "forewarp/launch/fill.hpp"

namespace forewarp::profile {
namespace {

std::vector<std::byte> little_endian(std::uint64_t bits, std::size_t size) {
  std::vector<std::byte> out(size);
  std::memcpy(out.data(), &bits, std::min(size, sizeof bits));
  return out;
}

}  // namespace

PlacedArguments place_arguments(const launch::Launch& launch, emu::Memory& memory, unsigned pointer_bytes) {
  PlacedArguments out;
  for (const auto& argument : launch.arguments) {
    std::uint64_t number = 0;
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) {
      const auto address = memory.allocate(buffer->bytes(), argument.name, launch::page_source(*buffer));
      number = address >> emu::Memory::buffer_shift;
      out.bytes.push_back(little_endian(address, pointer_bytes));
    } else if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value)) {
      out.bytes.push_back(little_endian(scalar->bits, ptx::size_of(scalar->type)));
    } else {
      const auto& raw = std::get<std::string>(argument.value);
      std::vector<std::byte> bytes(raw.size());
      std::memcpy(bytes.data(), raw.data(), raw.size());
      out.bytes.push_back(std::move(bytes));
    }
    out.buffers.numbers.push_back(number);
  }
  return out;
}

}  // namespace forewarp::profile
