// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/sizes.hpp"

#include <fmt/format.h>

#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp::count {
namespace {

std::int64_t along(const launch::Dim3& d, std::uint32_t axis) { return axis == 0 ? d.x : axis == 1 ? d.y : d.z; }

/// The value of a size in a launch: an integer argument, or the integer at an offset in a struct.
/// 32-bit values are sign-extended, as kernels do with int; negative sizes are refused, since every
/// formula was made for sizes from 0.
std::int64_t argument_value(const SizeSource& size, const launch::Launch& launch) {
  if (size.index >= launch.arguments.size()) {
    throw InputError(fmt::format("the launch has no argument {} for the size {}", size.index + 1, size.name));
  }
  const launch::Argument& argument = launch.arguments[size.index];
  std::int64_t value = 0;
  if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value)) {
    if (ptx::is_float(scalar->type)) {
      throw InputError(fmt::format("argument {} is a {}, not an integer", argument.name, ptx::name_of(scalar->type)));
    }
    value = static_cast<std::int64_t>(scalar->bits);
    if (ptx::size_of(scalar->type) == 4) value = static_cast<std::int32_t>(value);
  } else if (const auto* raw = std::get_if<std::string>(&argument.value)) {
    if (size.offset + size.bytes > raw->size() || size.bytes > sizeof value) {
      throw InputError(fmt::format("argument {} is too short", argument.name));
    }
    std::memcpy(&value, raw->data() + size.offset, size.bytes);
    if (size.bytes == 4) value = static_cast<std::int32_t>(value);
  } else {
    throw InputError(fmt::format("argument {} is a buffer: a formula depends on its address", argument.name));
  }
  if (value < 0) throw InputError(fmt::format("{} = {}: the formulas hold for sizes from 0 on", size.name, value));
  return value;
}

}  // namespace

Sizes sizes_of(const PtxCounts& counts, const launch::Launch& launch) {
  Sizes out;
  for (const SizeSource& size : counts.sizes) {
    switch (size.kind) {
      case SizeSource::Kind::argument:
        out[size.name] = argument_value(size, launch);
        break;
      case SizeSource::Kind::block:
        out[size.name] = along(launch.block, size.index);
        break;
      case SizeSource::Kind::grid:
        out[size.name] = along(launch.grid, size.index);
        break;
      case SizeSource::Kind::threads:
        out[size.name] = along(launch.block, size.index) * along(launch.grid, size.index);
        break;
      case SizeSource::Kind::unknown:
        break;
    }
  }
  for (const auto& [name, value] : counts.fixed) {
    const auto axis = static_cast<std::uint32_t>(name.back() - 'x');
    const std::int64_t now = along(name.starts_with("block") ? launch.block : launch.grid, axis);
    if (now != value) {
      throw InputError(fmt::format("the formulas hold for {} = {} alone, not for {}", name, value, now));
    }
  }
  return out;
}

/// threads_x is block_x * grid_x: a symbol of its own in formulas, because a product of two sizes
/// is not affine.
void add_derived(const PtxCounts& counts, Sizes& sizes) {
  for (const SizeSource& size : counts.sizes) {
    if (size.kind != SizeSource::Kind::threads) continue;
    const char axis = static_cast<char>('x' + size.index);
    const auto block = sizes.find(fmt::format("block_{}", axis)), grid = sizes.find(fmt::format("grid_{}", axis));
    if (block == sizes.end() || grid == sizes.end()) continue;
    std::int64_t product = 0;
    if (__builtin_mul_overflow(block->second, grid->second, &product)) {
      throw InputError(fmt::format("{} is too large", size.name));
    }
    sizes[size.name] = product;
  }
}

}  // namespace forewarp::count
