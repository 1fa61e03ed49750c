// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// JSON lines in and out: one object a line, {"kernel": "add", "time [us]": 12.5}. Keys are headings; cells are
/// numbers, texts, true and false (1 and 0) or null, which is missing like a key that is not there.
#include <string>
#include <string_view>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

/// Throws ParseError with file and line where a line is no object of plain values, a key comes twice in it, or more
/// cells would be made than there are bytes: lines with ever new keys.
[[nodiscard]] Table parse_json_lines(std::string_view text, std::string_view file_name = "<json lines>");

/// NaN, infinities and empty texts as null. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_lines_text(const Table& table);

}  // namespace forewarp::table
