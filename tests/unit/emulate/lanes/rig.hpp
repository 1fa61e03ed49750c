// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One instruction on the bench: "add.f32 f32 f32 f32" names an instruction and the types of its operands' registers
/// (a number is an immediate, '_' a sink, '!' before pred a negated predicate, ( a b ) a vector, u32.b1 a part); rows
/// are filled from 64-bit values, a lane each.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu::testing {

class Rig {
 public:
  explicit Rig(const std::string& line, Isa isa = Isa::baseline, unsigned width = 32);

  [[nodiscard]] bool selected() const { return choice_.has_value(); }
  [[nodiscard]] const LaneChoice& choice() const { return *choice_; }
  /// Flattened operands, the carry row included.
  [[nodiscard]] unsigned operands() const { return static_cast<unsigned>(rows_.size()); }
  void set(unsigned operand, unsigned lane, std::uint64_t value, std::uint64_t high = 0);
  void fill(unsigned operand, std::uint64_t value);
  [[nodiscard]] std::uint64_t get(unsigned operand, unsigned lane) const;
  [[nodiscard]] std::uint64_t get_high(unsigned operand, unsigned lane) const;
  void run(LaneMask active);
  [[nodiscard]] const std::vector<std::byte>& registers() const { return regs_; }
  void copy_registers(const Rig& other) { regs_ = other.regs_; }

 private:
  void add_operand(const std::string& word);
  void finish_rows();

  ptx::Function function_;
  ptx::Instruction instruction_;
  std::string mnemonic_;
  std::optional<LaneChoice> choice_;
  std::string letters_;
  std::vector<std::uint32_t> rows_;
  std::uint32_t negated_ = 0;
  unsigned width_;
  std::vector<std::byte> regs_;
};

/// Runs an instruction on one lane's values: sources in, the first destination out. Both instruction sets must agree.
std::uint64_t one(const std::string& line, const std::vector<std::uint64_t>& sources);

/// Bit patterns in which corner cases are frequent.
std::uint64_t interesting(std::mt19937_64& random, char letter);
/// The same for a 16-bit float in each half.
std::uint64_t interesting_halves(std::mt19937_64& random);

}  // namespace forewarp::emu::testing
