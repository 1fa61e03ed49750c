// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/json_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "forewarp/support/error.hpp"
#include "forewarp/support/json.hpp"

namespace forewarp {
namespace {

using Json = nlohmann::json;
constexpr int max_depth = 64;

SourceLocation place_of(std::string_view text, std::size_t byte, const std::string& file) {
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {file, static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1),
          static_cast<std::uint32_t>(before.size() - begin + 1)};
}

}  // namespace

Json parse_json_document(std::string_view text, const std::string& file) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > max_depth) throw ParseError({file, 0, 0}, fmt::format("values nested more than {} deep", max_depth));
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw ParseError({file, 0, 0}, fmt::format("the key '{}' appears twice in an object", parsed.get<std::string>()));
    return true;
  };
  try {
    return Json::parse(text, check);
  } catch (const Json::parse_error& error) {
    throw ParseError(place_of(text, error.byte, file), json_reason(error.what()));
  } catch (const Json::exception& error) {  // a number beyond any double
    throw ParseError({file, 0, 0}, json_reason(error.what()));
  }
}

JsonPlace::JsonPlace(const JsonPlace& above, const std::string& step, const Json& value)
    : file_(above.file_), pointer_(above.pointer_ + "/" + step), value_(&value) {}

std::string JsonPlace::name() const { return pointer_.empty() ? file_ : file_ + ": " + pointer_; }

void JsonPlace::fail(std::string_view message) const { throw ParseError({name(), 0, 0}, message); }

bool JsonPlace::has(const std::string& name) const { return value_->is_object() && value_->contains(name); }

std::optional<JsonPlace> JsonPlace::find(const std::string& name) const {
  if (!has(name)) return std::nullopt;
  return JsonPlace(*this, name, value_->at(name));
}

JsonPlace JsonPlace::member(const std::string& name) const {
  if (!value_->is_object()) fail(fmt::format("expected an object, here is {}", value_->type_name()));
  const auto found = value_->find(name);
  if (found == value_->end()) fail(fmt::format("has no member '{}'", name));
  return {*this, name, *found};
}

std::vector<std::pair<std::string, JsonPlace>> JsonPlace::members() const {
  if (!value_->is_object()) fail(fmt::format("expected an object, here is {}", value_->type_name()));
  std::vector<std::pair<std::string, JsonPlace>> all;
  for (const auto& [name, value] : value_->items()) all.emplace_back(name, JsonPlace(*this, name, value));
  return all;
}

std::vector<JsonPlace> JsonPlace::elements() const {
  if (!value_->is_array()) fail(fmt::format("expected a list, here is {}", value_->type_name()));
  std::vector<JsonPlace> all;
  for (const Json& value : *value_) all.push_back(JsonPlace(*this, std::to_string(all.size()), value));
  return all;
}

const std::string& JsonPlace::text() const {
  if (!value_->is_string()) fail(fmt::format("expected a text, here is {}", value_->type_name()));
  return value_->get_ref<const std::string&>();
}

}  // namespace forewarp
