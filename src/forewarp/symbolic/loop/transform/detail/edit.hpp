// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What several transformations do to a program: loops exchanged for others, names that are free, statements chosen.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop::detail {

/// Throws InputError("WHO: no loop 'x' (did you mean ...)").
void require_loop(const Program& program, std::string_view who, const std::string& loop);
/// Throws InputError where `name` is not an identifier or means something in the program already.
void require_free(const Program& program, std::string_view who, const std::string& name);
/// `base`, or base_0, base_1 ...: the first that is free.
[[nodiscard]] std::string free_name(const Program& program, const std::string& base);
[[nodiscard]] std::string free_statement_id(const Program& program, const std::string& base);

/// The place in `domains` of the one that has the loop, and the loops of a domain.
[[nodiscard]] std::size_t domain_with(const Program& program, const std::string& loop);
[[nodiscard]] std::vector<std::string> loops_of(const symbolic::Set& domain);
/// The set with its dimensions called `names`.
[[nodiscard]] symbolic::Set named(const symbolic::Set& set, const std::vector<std::string>& names);

/// In all statements, reductions and priorities `loop` becomes `loops`, and its value `value`. Domains and tags are
/// left to the caller.
void exchange_loop(Program& program, const std::string& loop, const std::vector<std::string>& loops,
                   const ExpressionPtr& value);
/// The same in one statement.
void exchange_loop(Statement& statement, const std::string& loop, const std::vector<std::string>& loops,
                   const ExpressionPtr& value);

/// The places of the statements that `pattern` chooses: an id with * for anything ("id:" may stand before it),
/// "writes:VARIABLE" or "reads:VARIABLE". Throws InputError where it chooses none.
[[nodiscard]] std::vector<std::size_t> selected(const Program& program, std::string_view who,
                                                const std::string& pattern);

/// Smallest and largest value of a loop where neither depends on parameters.
struct Range {
  std::int64_t low = 0, high = 0;
  [[nodiscard]] std::int64_t extent() const { return high - low + 1; }
};
[[nodiscard]] std::optional<Range> constant_range(const Program& program, const std::string& loop);

/// `after` with the transformations of `before` and then `line`.
[[nodiscard]] Program recorded(Program after, const Program& before, std::string line);

/// Throws ParseError at `where`, or InputError where the place is unknown.
[[noreturn]] void refuse_at(const SourceLocation& where, const std::string& message);

/// The tag as text: "g.0", "l.1", "unroll", "for".
[[nodiscard]] std::string tag_text(const LoopTag& tag);

}  // namespace forewarp::loop::detail
