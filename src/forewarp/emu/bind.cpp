// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emu/bind.hpp"

#include <cstring>

#include <fmt/format.h>

#include "forewarp/launch/fill.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {
namespace {

std::vector<std::byte> low_bytes(std::uint64_t bits, std::size_t size) {
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), &bits, size);
  return bytes;
}

std::uint64_t allocate(const launch::Argument& argument, const launch::Buffer& buffer, Memory& memory, Bounds bounds) {
  try {
    return memory.allocate(buffer.bytes(), argument.name, launch::page_source(buffer),
                           argument.guessed ? Bounds::none : bounds);
  } catch (const InputError& error) {
    throw InputError(fmt::format("argument '{}': {}", argument.name, error.what()));
  }
}

}  // namespace

BoundArguments bind(const launch::Launch& launch, Memory& memory, Bounds bounds) {
  BoundArguments bound;
  for (const launch::Argument& argument : launch.arguments) {
    std::uint64_t address = 0;
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) {
      address = allocate(argument, *buffer, memory, bounds);
      bound.bytes.push_back(low_bytes(address, sizeof address));
    } else if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value)) {
      bound.bytes.push_back(low_bytes(scalar->bits, ptx::size_of(scalar->type)));
    } else {
      const auto& raw = std::get<std::string>(argument.value);
      const auto* first = reinterpret_cast<const std::byte*>(raw.data());
      bound.bytes.emplace_back(first, first + raw.size());
    }
    bound.addresses.push_back(address);
  }
  return bound;
}

}  // namespace forewarp::emu
