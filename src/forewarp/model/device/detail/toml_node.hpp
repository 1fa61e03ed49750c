// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The content of a TOML file of a device, as a tree of values with their places. Two readers: toml++, which knows
/// all of TOML, and a reader of what such files consist of (numbers, strings, lists of these, tables one deep) that
/// takes a tenth of the time, which counts where all hundred and forty are read to print a list.
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace forewarp::device::detail {

struct TomlPlace {
  std::uint32_t line = 0, column = 0;
};

/// Texts are views of the document.
struct TomlNode {
  enum class Kind : std::uint8_t { whole, real, flag, text, list, table, other } kind = Kind::other;
  double number = 0;  ///< of a whole or real number; a flag's 0 or 1
  std::string_view text = {};
  std::vector<std::pair<std::string_view, TomlNode>> members = {};  ///< of a table
  std::vector<TomlNode> items = {};                                 ///< of a list
  TomlPlace where = {};                                             ///< of the value
  TomlPlace key_where = {};                                         ///< of a member's key
};

struct TomlDocument {
  TomlNode root;
  std::shared_ptr<const void> kept = {};  ///< what the views see, where that is not the file's text
};

/// By toml++. Throws ParseError, with `path` in its place, for what is no TOML.
[[nodiscard]] TomlDocument parse_toml(std::string_view text, std::string_view path);
/// The quick way; nothing where the text has anything else, be it right or wrong. Of all members the same values and
/// places as the other way, in the file's order. `text` must outlive the document.
[[nodiscard]] std::optional<TomlDocument> parse_plain_toml(std::string_view text);

}  // namespace forewarp::device::detail
