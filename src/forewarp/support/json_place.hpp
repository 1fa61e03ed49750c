// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Reading a JSON document that others wrote: every refusal says in which file and at which member.
///
///     const nlohmann::json json = parse_json_document(text, "t1.json");
///     const JsonPlace file("t1.json", json);
///     for (const JsonPlace& one : file.member("ConfigurationSpace").member("TuningParameters").elements())
///       one.member("Name").text();     // t1.json: /ConfigurationSpace/TuningParameters/0/Name: expected a text, ...
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace forewarp {

/// Throws ParseError with file:line:column for a text that is not JSON, a key that comes twice in an object, and values
/// nested more than 64 deep.
[[nodiscard]] nlohmann::json parse_json_document(std::string_view text, const std::string& file);

class JsonPlace {
 public:
  /// Refers to the document, which must outlive it.
  JsonPlace(std::string file, const nlohmann::json& value) : file_(std::move(file)), value_(&value) {}

  [[nodiscard]] const nlohmann::json& value() const { return *value_; }
  [[nodiscard]] bool has(const std::string& name) const;
  /// Throws where this is no object or has no such member.
  [[nodiscard]] JsonPlace member(const std::string& name) const;
  [[nodiscard]] std::optional<JsonPlace> find(const std::string& name) const;
  /// Of an object, by name; of a list, by number. Throw where this is not one.
  [[nodiscard]] std::vector<std::pair<std::string, JsonPlace>> members() const;
  [[nodiscard]] std::vector<JsonPlace> elements() const;
  [[nodiscard]] const std::string& text() const;
  /// "t1.json: /ConfigurationSpace": names the place in messages.
  [[nodiscard]] std::string name() const;
  [[noreturn]] void fail(std::string_view message) const;

 private:
  JsonPlace(const JsonPlace& above, const std::string& step, const nlohmann::json& value);
  std::string file_, pointer_;
  const nlohmann::json* value_;
};

}  // namespace forewarp
