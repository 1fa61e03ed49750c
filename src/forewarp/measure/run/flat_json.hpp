// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One JSON object (RFC 8259) whose values are plain, or lists of plain values: what a line of a job file is. Our own
/// reader, because the runner is compiled where no library is.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/source_location.hpp"

namespace forewarp::run {

struct FlatValue {
  enum class Kind { null, boolean, number, string, list } kind = Kind::null;
  std::string text;                ///< of a string; of the others as it was written
  std::vector<std::string> items;  ///< of a list: strings, and the others as they were written
};
using FlatObject = std::map<std::string, FlatValue>;

/// Throws ParseError with the column: broken syntax, an object or list within a list, a key that comes twice.
[[nodiscard]] FlatObject parse_flat_json(std::string_view line, const SourceLocation& where = {});

/// The text as a JSON string, with its quotes; no line break in it.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace forewarp::run
