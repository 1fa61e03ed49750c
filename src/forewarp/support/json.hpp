// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What we add to nlohmann's JSON: strict reading of one flat object, with our errors, and strings from texts that may
/// not be UTF-8.
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/support/source_location.hpp"

namespace forewarp {

/// One object (RFC 8259) whose values are texts, numbers, true, false, null or lists of these: a line of a job file.
/// Throws ParseError with the column for text that is not JSON, and without one for a value that is an object or a list
/// of lists and for a key that appears twice.
[[nodiscard]] nlohmann::json parse_flat_object(std::string_view text, const SourceLocation& where = {});

/// The text as a JSON string with its quotes, on one line. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

/// A value for people: of a string its text, of anything else its JSON.
[[nodiscard]] std::string text_of(const nlohmann::json& value);

/// nlohmann's message "[json.exception.parse_error.101] parse error at line 1, column 9: REASON" without what comes
/// before the reason.
[[nodiscard]] std::string_view json_reason(std::string_view message);

}  // namespace forewarp
