// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Generators of measurement kernels (stevens2020, section 7.1): a loop program with arguments left open, and the
/// values they may take. Each is a file (docs/formats/pick.md), so that a user adds one without compiling anything.
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/expression.hpp"

namespace forewarp::pick {

/// One argument of a generator and what it may be.
struct Argument {
  std::string name;
  std::vector<std::string> values;  ///< the default values
  bool any_integer = false;         ///< other whole numbers above zero are allowed as well ("...")
  bool is_size = false;  ///< a parameter of the loop program, given when the kernel runs; not written into it

  [[nodiscard]] bool allows(const std::string& value) const;
};

using Settings = std::map<std::string, std::string>;

class Generator {
 public:
  /// Throws ParseError at the place of what cannot be read.
  [[nodiscard]] static Generator parse(std::string_view text, const std::string& file_name);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& about() const { return about_; }
  [[nodiscard]] const std::set<std::string>& tags() const { return tags_; }
  [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }
  [[nodiscard]] const Argument* argument(const std::string& argument_name) const;

  /// Whether the settings fulfil all that the generator requires of them together.
  [[nodiscard]] bool possible(const Settings& settings) const;
  /// The loop program (docs/formats/loop.md) for these settings, all arguments given. Throws ParseError at the line of
  /// the generator's file whose expression cannot be computed.
  [[nodiscard]] std::string loop_program(const Settings& settings) const;

 private:
  struct Line {
    std::string text;
    SourceLocation where;
    /// Written only where each of these arguments has one of the values, or (otherwise) none of them.
    struct Condition {
      std::string argument;
      std::set<std::string> values;
      bool otherwise = false;
    };
    std::vector<Condition> conditions;
  };
  friend class GeneratorParser;

  std::string name_, about_;
  std::set<std::string> tags_;
  std::vector<Argument> arguments_;
  std::vector<launch::Expression> requirements_;
  std::vector<Line> lines_;
};

/// All *.pick of the folder, by name. Throws InputError where two have one name.
[[nodiscard]] std::vector<Generator> read_generators(const std::filesystem::path& folder);
/// Those that ship.
[[nodiscard]] std::vector<Generator> shipped_generators();

}  // namespace forewarp::pick
