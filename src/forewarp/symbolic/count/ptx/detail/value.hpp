// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is known of a register at a place of the program.
#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"

namespace forewarp::count::detail {

struct Value {
  enum class Kind : std::uint8_t {
    data,        ///< from memory, of floating point, or never written
    not_affine,  ///< made of known numbers in a way that is not followed
    number,      ///< form
    predicate    ///< condition, which may be opaque itself
  };
  Kind kind = Kind::data;
  Cond condition = Algebra::on_data;
  const Form* form = nullptr;  ///< kept by the algebra, so that states of thousands of registers are cheap to copy

  static Value of(Algebra& algebra, Form f) { return {Kind::number, Algebra::on_data, algebra.keep(std::move(f))}; }
  static Value of(Cond c) { return {Kind::predicate, c}; }
  static Value unknown(bool on_data) { return {on_data ? Kind::data : Kind::not_affine, Algebra::on_data}; }
  [[nodiscard]] bool is_number() const { return kind == Kind::number; }
  /// As a condition of a branch.
  [[nodiscard]] Cond as_condition() const {
    return kind == Kind::predicate ? condition : kind == Kind::not_affine ? Algebra::not_affine : Algebra::on_data;
  }
  bool operator==(const Value& o) const {
    return kind == o.kind && condition == o.condition && (form == o.form || (form && o.form && *form == *o.form));
  }
};

/// a where c holds, b elsewhere.
[[nodiscard]] Value chosen(Algebra& algebra, Cond c, const Value& a, const Value& b);

}  // namespace forewarp::count::detail
