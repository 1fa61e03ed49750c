// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A tuning strategy: one TOML file under data/strategies/, read when advice is requested. The seven of zigon2020,
/// table 2, keep the paper's ids; ours begin with F.
///
///     id = "S10"
///     title = "Improve read and write memory coalescing"
///     source = "zigon2020, table 2"
///     when = "load_excess > 1.25 or store_excess > 1.25"      on the quantities of quantities.hpp
///     where = ["uncoalesced"]                                 causes of cause.hpp, the first that is found
///     remedies = ["coalesced"]                                of remedy.hpp, one after the other
///     what = "Let neighbouring threads ..."                   for a programmer
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/support/table/expression.hpp"

namespace forewarp::advise {

struct Strategy {
  std::string id, title, what, source;
  table::RowExpression when;
  std::vector<std::string> where, remedies;
};

/// Throws ParseError with file, line and column for what is unknown, missing or of another type.
[[nodiscard]] Strategy parse_strategy(std::string_view text, const std::string& file);
/// All of a folder, by file name. Throws ParseError, and InputError where two have one id or there is none.
[[nodiscard]] std::vector<Strategy> read_strategies(const std::filesystem::path& folder);
/// Those that ship.
[[nodiscard]] std::vector<Strategy> shipped_strategies();

}  // namespace forewarp::advise
