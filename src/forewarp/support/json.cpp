// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/json.hpp"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/support/error.hpp"

namespace forewarp {

using Json = nlohmann::json;

Json parse_flat_object(std::string_view text, const SourceLocation& where) {
  std::set<std::string> keys;
  // Called at each event with the depth of the value: 0 for the object itself, 1 for its values.
  const auto check = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if ((event == Json::parse_event_t::object_start && depth > 0) ||
        (event == Json::parse_event_t::array_start && depth > 1))
      throw ParseError(where, "a value must be a text, a number, true, false, null or a list of these");
    if (event == Json::parse_event_t::key && !keys.insert(parsed.get<std::string>()).second)
      throw ParseError(where, fmt::format("the key '{}' appears twice", parsed.get<std::string>()));
    return true;
  };
  try {
    Json object = Json::parse(text, check);
    if (!object.is_object()) throw ParseError(where, "expected an object: {\"key\": value, ...}");
    return object;
  } catch (const Json::parse_error& error) {
    SourceLocation here = where;
    here.column = static_cast<std::uint32_t>(error.byte);
    throw ParseError(here, json_reason(error.what()));
  } catch (const Json::exception& error) {  // a number beyond any double
    throw ParseError(where, json_reason(error.what()));
  }
}

std::string json_string(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view json_reason(std::string_view message) {
  if (message.starts_with('[')) {
    const std::size_t close = message.find("] ");
    if (close != std::string_view::npos) message.remove_prefix(close + 2);
  }
  if (message.starts_with("parse error")) {
    const std::size_t colon = message.find(": ");
    if (colon != std::string_view::npos) message.remove_prefix(colon + 2);
  }
  return message;
}

}  // namespace forewarp
