// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one instruction does to what is known of the registers. Integers are taken not to wrap round, 32-bit ones as
/// signed: sizes and indices below 2^31.
#include <span>
#include <string>
#include <utility>

#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/symbolic/count/ptx/detail/facts.hpp"
#include "forewarp/symbolic/count/ptx/detail/reciprocal.hpp"
#include "forewarp/symbolic/count/ptx/detail/state.hpp"

namespace forewarp::count::detail {

/// The name of the part of a parameter that is loaded from this offset.
[[nodiscard]] std::string argument_name(const std::string& name, const ptx::Variable& parameter, std::uint32_t offset);

class Interpreter {
 public:
  /// names: what the arguments are called, one a parameter of the kernel.
  Interpreter(Algebra& algebra, const ptx::Function& function, std::span<const std::string> names)
      : algebra_(algebra), products_(algebra), function_(function), names_(names) {}

  /// Facts hold where the instruction is.
  void execute(const ptx::Instruction& i, State& state, Facts& facts);
  /// The guard, `always` without one.
  [[nodiscard]] Cond guard(const ptx::Instruction& i, const State& state);
  /// The address that a memory instruction forms.
  [[nodiscard]] Value address(const ptx::Operand& operand, const State& state);
  [[nodiscard]] Value read(const ptx::Operand& operand, ptx::Type type, const State& state);

 private:
  Value as_value(Form f) { return Value::of(algebra_, std::move(f)); }
  Value evaluate(const ptx::Instruction& i, const State& state, Facts& facts);
  Value compute(const ptx::Instruction& i, std::span<const Value> v, Facts& facts);
  Value arithmetic(const ptx::Instruction& i, std::span<const Form> x, Facts& facts);
  Value bits(const ptx::Instruction& i, std::span<const Form> x, Facts& facts);
  Value masked(const Form& x, std::uint64_t mask, bool wide);
  Value special(const ptx::Operand& operand);
  Value parameter(const ptx::Instruction& i);
  Cond compare(const ptx::Instruction& i, const State& state, Facts& facts);
  Cond logic(const ptx::Instruction& i, std::span<const Value> v);

  Algebra& algebra_;
  ReciprocalProducts products_;
  const ptx::Function& function_;
  std::span<const std::string> names_;
};

}  // namespace forewarp::count::detail
