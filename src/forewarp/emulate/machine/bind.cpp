// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/bind.hpp"

#include <cstring>
#include <span>

#include <fmt/format.h>

#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {
namespace {

std::vector<std::byte> low_bytes(std::uint64_t bits, std::size_t size) {
  std::vector<std::byte> bytes(size);
  std::memcpy(bytes.data(), &bits, size);
  return bytes;
}

/// Bounds of a guessed buffer are not checked: its size is a guess itself, and an access beyond it
/// would be no fault of the kernel.
std::uint64_t allocate(const launch::Argument& argument, const launch::Buffer& buffer, Memory& memory, Bounds bounds) {
  try {
    return memory.allocate(buffer.bytes(), argument.name, launch::page_source(buffer),
                           argument.guessed ? Bounds::none : bounds);
  } catch (const InputError& error) {
    throw InputError(fmt::format("argument '{}': {}", argument.name, error.what()));
  }
}

}  // namespace

/// From a launch description to the bytes that the kernel reads as parameters. A buffer becomes its
/// address, a scalar its low bytes, a struct its bytes; links then write addresses of buffers into
/// structs, once all buffers exist. Arguments beyond what the kernel takes (buffers that only
/// structs point to) are allocated and not passed.
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
  for (const launch::Link& link : launch.links) {
    const std::uint64_t address = bound.addresses.at(link.buffer) + link.offset;
    std::vector<std::byte>& bytes = bound.bytes.at(link.argument);
    FOREWARP_ASSERT(link.at + sizeof address <= bytes.size(), "a link is inside its own argument");
    std::memcpy(bytes.data() + link.at, &address, sizeof address);
  }
  bound.bytes.resize(launch.arguments.size() - launch.unpassed);
  return bound;
}

void write_constants(const launch::Launch& launch, Machine& machine) {
  for (const launch::Argument& constant : launch.constants) {
    const auto address = machine.address_of(constant.name);
    if (!address) continue;  // what runs does not mention it
    if (const auto* buffer = std::get_if<launch::Buffer>(&constant.value)) {
      machine.memory().write(*address, launch::contents(*buffer, std::uint64_t{1} << 32));
    } else if (const auto* scalar = std::get_if<launch::Scalar>(&constant.value)) {
      machine.memory().write(*address, low_bytes(scalar->bits, ptx::size_of(scalar->type)));
    } else {
      const auto& raw = std::get<std::string>(constant.value);
      machine.memory().write(*address, std::as_bytes(std::span(raw)));
    }
  }
}

BoundArguments bind(const launch::Launch& launch, Machine& machine, Bounds bounds) {
  write_constants(launch, machine);
  return bind(launch, machine.memory(), bounds);
}

}  // namespace forewarp::emu
