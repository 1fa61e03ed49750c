// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The layout of the rows of a function's frame: registers first, predicates after them, then rows of constants and of
/// special registers, which instructions read like any register.
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu {

/// Bytes per lane in a row of this type: 8 for 64-bit types, 16 for b128, 4 for every narrower one.
[[nodiscard]] unsigned slot_bytes(ptx::Type type);

class FrameLayout {
 public:
  /// Throws InputError when the registers would take more than 256 MiB a warp.
  FrameLayout(const ptx::Function& function, unsigned width);

  [[nodiscard]] std::uint32_t row(std::int32_t reg) const { return registers_[static_cast<std::size_t>(reg)]; }
  [[nodiscard]] ptx::Type type(std::int32_t reg) const;
  [[nodiscard]] std::uint32_t row_bytes(std::int32_t reg) const;
  /// What lane 0 of a row of constants with 8 bytes a lane has.
  [[nodiscard]] std::uint64_t constant_at(std::uint32_t row) const;
  /// The warp's carry flags, one predicate row.
  [[nodiscard]] std::uint32_t carry() const { return carry_; }
  /// A row that has the value in every lane; bytes is 4, 8 or 16 per lane.
  [[nodiscard]] std::uint32_t constant(std::uint64_t bits, unsigned bytes);
  [[nodiscard]] std::uint32_t predicate(bool value);
  /// A row that entering the frame (or refreshing) fills.
  [[nodiscard]] std::uint32_t entered(EnteredRow row);

  /// Moves sizes, constants and entered rows to the code.
  void finish(FunctionCode& code);

 private:
  std::uint32_t add_row(std::uint64_t bytes);

  const ptx::Function& function_;
  unsigned width_;
  std::vector<std::uint32_t> registers_;
  std::uint32_t carry_ = 0;
  std::uint32_t base_ = 0;  ///< where constants begin
  std::vector<std::byte> constants_;
  std::vector<EnteredRow> entered_;
  std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> known_constants_;
  std::map<std::tuple<int, int, int, int, int, std::uint64_t>, std::uint32_t> known_entered_;
};

}  // namespace forewarp::emu
