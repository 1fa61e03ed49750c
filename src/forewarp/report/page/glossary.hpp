// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the words of a page mean, from docs/glossary.md: its tables have a row "| term | definition | computed in |".
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/report/page/page.hpp"

namespace forewarp::report {

/// docs/glossary.md as it stood at build time where the name is "glossary.md".
[[nodiscard]] std::string_view glossary_text(std::string_view name);

/// Definitions by term. A row of several terms ("l1, l2, dram") gives each its definition; "latency (term)" is
/// "latency".
[[nodiscard]] const std::map<std::string, std::string>& glossary();
/// The term of the glossary that a column's name stands for: "waves" for wave, "low" for range; empty where there is
/// none.
[[nodiscard]] std::string term_of(const std::string& column);

/// {"names": {column: term}, "terms": {term: definition}} of the columns of the page's tables; null where it has none.
[[nodiscard]] nlohmann::ordered_json glossary_json(const Page& page);

}  // namespace forewarp::report
