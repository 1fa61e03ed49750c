// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The symbols that values of a kernel are written in, and conditions between values. Both are numbered and stored
/// once, so that equal ones are equal numbers.
///
/// ctaid * ntid is written as global - tid: the index of a thread along an axis of the grid is a symbol of its own
/// (0 <= global < threads), so that "ctaid * ntid + tid < n" stays affine with any size of the block.
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "forewarp/symbolic/count/ptx/detail/form.hpp"

namespace forewarp::count::detail {

enum class SymbolKind : std::uint8_t {
  argument,      ///< a scalar parameter of the kernel, taken to be 0 or more, or a pointer
  block_size,    ///< of axis
  grid_size,     ///< of axis
  threads,       ///< grid_size * block_size of axis
  thread_index,  ///< of axis
  block_index,   ///< of axis
  global_index,  ///< of axis
  counter,       ///< iterations of loop `axis` that are over
  floor,         ///< floor(numerator / denominator)
  choice,        ///< 1 where `condition` holds, else 0
  base,          ///< address of a variable
  carried        ///< what a register has when an iteration begins, not yet understood
};

using Cond = std::uint32_t;

struct SymbolInfo {
  SymbolKind kind = SymbolKind::argument;
  std::string name;
  std::int64_t lowest = 0, highest = 0;
  std::uint32_t axis = 0;  ///< of the grid, or the number of a loop; of an argument its byte offset
  Form numerator = {};
  std::int64_t denominator = 1;
  Cond condition = 0;
  std::uint32_t argument = 0;  ///< the kernel parameter's number
};

enum class ConditionKind : std::uint8_t {
  never,
  always,
  on_data,     ///< depends on what memory holds
  not_affine,  ///< depends on numbers in a way that is not followed
  at_least,    ///< form >= 0
  zero,        ///< form = 0
  not_zero,    ///< form != 0
  both,
  either
};

struct ConditionInfo {
  ConditionKind kind = ConditionKind::never;
  Form form = {};
  Cond a = 0, b = 0;
  std::uint32_t size = 1;
  bool operator<(const ConditionInfo& o) const {
    return std::tie(kind, form, a, b) < std::tie(o.kind, o.form, o.a, o.b);
  }
};

/// Numbers in place of symbols: where a formula cannot be had for every size of the launch.
struct FixedLaunch {
  std::array<std::optional<std::int64_t>, 3> block, grid;
};

class Algebra {
 public:
  static constexpr Cond never = 0, always = 1, on_data = 2, not_affine = 3;
  static constexpr std::int64_t infinite = INT64_MAX;

  explicit Algebra(FixedLaunch fixed = {});

  [[nodiscard]] const SymbolInfo& info(SymbolId s) const { return symbols_[s]; }
  [[nodiscard]] std::size_t symbol_count() const { return symbols_.size(); }
  [[nodiscard]] const ConditionInfo& condition(Cond c) const { return conditions_[c]; }

  /// By kind and axis (argument: `argument` and `axis`; base: name), made when first met. A launch size that is fixed
  /// is a number.
  Form launch_symbol(SymbolKind kind, std::uint32_t axis);
  Form argument(std::uint32_t number, std::uint32_t offset, unsigned bytes, const std::string& name);
  Form base(const std::string& name);
  SymbolId counter(std::uint32_t loop);
  SymbolId carried(std::uint32_t loop, std::uint32_t reg);

  /// The product, ctaid * ntid rewritten.
  Form multiply(const Form& x, const Form& y);
  /// floor(x / d), d > 0.
  Form floor(const Form& x, std::int64_t d);
  /// a where c holds, b elsewhere; c is on_data or not_affine never.
  Form choose(Cond c, const Form& a, const Form& b);

  Cond at_least(const Form& x);  ///< x >= 0
  Cond zero(const Form& x);
  Cond both(Cond a, Cond b);
  Cond either(Cond a, Cond b);
  Cond negate(Cond c);
  [[nodiscard]] bool is_opaque(Cond c) const { return c == on_data || c == not_affine; }

  /// Every s replaced, in floors and choices, too.
  Form substitute(const Form& x, SymbolId s, const Form& by);
  Cond substitute(Cond c, SymbolId s, const Form& by);
  /// Whether s occurs anywhere in it.
  bool depends(const Form& x, SymbolId s);
  bool depends(Cond c, SymbolId s);
  /// Whether any symbol of this kind (and axis, where given) occurs anywhere in it.
  bool mentions(const Form& x, SymbolKind kind, std::optional<std::uint32_t> axis = {});

  /// Bounds that hold by the ranges of symbols alone; -infinite, infinite where there is none.
  [[nodiscard]] std::int64_t lower(const Form& x) const;
  [[nodiscard]] std::int64_t upper(const Form& x) const;
  /// A copy that lives as long as the algebra.
  const Form* keep(Form x) { return &kept_.emplace_back(std::move(x)); }
  /// The symbols of x, those inside floors and choices included.
  void collect(const Form& x, std::vector<SymbolId>& out) const;
  void collect(Cond c, std::vector<SymbolId>& out) const;

 private:
  SymbolId add(SymbolInfo info);
  SymbolId once(SymbolInfo info, std::uint32_t second = 0);
  Cond intern(ConditionInfo info);
  Form rewritten(const Form& x);
  void rewrite(Term term, Form& out);

  FixedLaunch fixed_;
  std::vector<SymbolInfo> symbols_;
  std::vector<ConditionInfo> conditions_;
  std::map<std::tuple<SymbolKind, std::uint32_t, std::uint32_t, std::string>, SymbolId> named_;
  std::map<std::pair<Form, std::int64_t>, SymbolId> floors_;
  std::map<Cond, SymbolId> choices_;
  std::map<ConditionInfo, Cond> known_;
  std::deque<Form> kept_;
};

}  // namespace forewarp::count::detail
