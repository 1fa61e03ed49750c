// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/frame_layout.hpp"

#include <fmt/format.h>

#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp::emu {

namespace {
constexpr std::uint64_t row_alignment = 64;
constexpr std::uint64_t max_frame_bytes = std::uint64_t{1} << 28;

std::uint64_t align_up(std::uint64_t x) { return (x + row_alignment - 1) / row_alignment * row_alignment; }
}  // namespace

unsigned slot_bytes(ptx::Type type) {
  const unsigned size = ptx::size_of(type);
  return size == 16 ? 16 : size == 8 ? 8 : 4;
}

/// A frame is one block of bytes, and every operand is an offset into it. Example, 32 lanes,
/// registers %r1 (32 bits), %rd1 (64 bits) and %p1:
///
///     0     %r1: 32 x 4 bytes       128   %rd1: 32 x 8 bytes
///     384   %p1: one bit per lane   392   carry flags       448   constants and special registers
///
/// Rows with a value per lane come first, so that they stay aligned whatever the number of
/// predicates; the constants are copied into a frame when it is entered.
FrameLayout::FrameLayout(const ptx::Function& function, unsigned width) : function_(function), width_(width) {
  registers_.resize(function.registers.size());
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (function.registers[i].type == ptx::Type::pred) continue;
    registers_[i] = static_cast<std::uint32_t>(at);
    at += std::uint64_t{slot_bytes(function.registers[i].type)} * width;
    if (at > max_frame_bytes)
      throw InputError(fmt::format("function '{}' has too many registers to emulate", function.name));
  }
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (function.registers[i].type != ptx::Type::pred) continue;
    registers_[i] = static_cast<std::uint32_t>(at);
    at += sizeof(LaneMask);
  }
  carry_ = static_cast<std::uint32_t>(at);
  at = align_up(at + sizeof(LaneMask));
  if (at > max_frame_bytes)
    throw InputError(fmt::format("function '{}' has too many registers to emulate", function.name));
  base_ = static_cast<std::uint32_t>(at);
}

ptx::Type FrameLayout::type(std::int32_t reg) const { return function_.registers[static_cast<std::size_t>(reg)].type; }

std::uint32_t FrameLayout::row_bytes(std::int32_t reg) const {
  return type(reg) == ptx::Type::pred ? sizeof(LaneMask) : slot_bytes(type(reg)) * width_;
}

std::uint64_t FrameLayout::constant_at(std::uint32_t row) const {
  std::uint64_t value = 0;
  std::memcpy(&value, &constants_[row - base_], sizeof value);
  return value;
}

std::uint32_t FrameLayout::add_row(std::uint64_t bytes) {
  const std::uint64_t at = base_ + constants_.size();
  if (at + bytes > max_frame_bytes)
    throw InputError(fmt::format("function '{}' has too many constants to emulate", function_.name));
  constants_.resize(constants_.size() + align_up(bytes));
  return static_cast<std::uint32_t>(at);
}

/// An immediate is a row with the same value in every lane, made once per value and width. Kernels
/// then read registers and constants alike, without a test in their loops.
std::uint32_t FrameLayout::constant(std::uint64_t bits, unsigned bytes) {
  const auto [known, fresh] = known_constants_.try_emplace({bits, bytes}, 0);
  if (!fresh) return known->second;
  known->second = add_row(std::uint64_t{bytes} * width_);
  for (unsigned lane = 0; lane < width_; ++lane)
    std::memcpy(&constants_[known->second - base_ + std::size_t{lane} * bytes], &bits, bytes < 8 ? bytes : 8);
  return known->second;
}

std::uint32_t FrameLayout::predicate(bool value) {
  const auto [known, fresh] = known_constants_.try_emplace({value, 0}, 0);
  if (!fresh) return known->second;
  known->second = add_row(sizeof(LaneMask));
  if (value) std::memset(&constants_[known->second - base_], 0xff, sizeof(LaneMask));
  return known->second;
}

std::uint32_t FrameLayout::entered(EnteredRow row) {
  const auto [known, fresh] = known_entered_.try_emplace({static_cast<int>(row.kind), static_cast<int>(row.special),
                                                          row.component, row.bytes, row.value_bytes, row.addend},
                                                         0);
  if (!fresh) return known->second;
  row.offset = known->second = add_row(std::uint64_t{row.bytes} * width_);
  entered_.push_back(row);
  return known->second;
}

void FrameLayout::finish(FunctionCode& code) {
  code.register_bytes = base_;
  code.frame_bytes = static_cast<std::uint32_t>(base_ + constants_.size());
  code.constants = std::move(constants_);
  code.entered = std::move(entered_);
}

}  // namespace forewarp::emu
