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
  std::vector<std::string> others;  ///< what it can be as well, behind a "|"
  bool any_integer = false;         ///< other whole numbers above zero are allowed as well ("...")
  bool is_size = false;    ///< a parameter of the loop program, given when the kernel runs; not written into it
  bool is_option = false;  ///< has its first value where the user gives none; a kernel's name then leaves it out
  std::string instead;     ///< of this argument, which is absent where the user gives a value for this one

  [[nodiscard]] bool allows(const std::string& value) const;
};

/// Of each argument; one that another stands in for is absent.
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
  /// The argument has one of the values (without values: it is there), or, `otherwise`, that is not so.
  struct Condition {
    std::string argument;
    std::set<std::string> values;
    bool otherwise = false;
    [[nodiscard]] bool holds(const Settings& settings) const;
  };
  struct Requirement {
    launch::Expression expression;
    std::vector<Condition> conditions;
  };
  /// Lines that are written once for each number from `low` on, below `high`.
  struct Repeat {
    std::string name;
    launch::Expression low, high;
  };
  struct Line {
    std::string text;
    SourceLocation where;
    std::vector<Condition> conditions;  ///< under which it is written
    std::size_t repeat = 0;             ///< 0: once; else repeats_[repeat - 1]
  };
  friend class GeneratorParser;

  std::string name_, about_;
  std::set<std::string> tags_;
  std::vector<Argument> arguments_;
  std::vector<Requirement> requirements_;
  std::vector<Repeat> repeats_;
  std::vector<Line> lines_;
};

/// All *.pick of the folder, by name. Throws InputError where two have one name.
[[nodiscard]] std::vector<Generator> read_generators(const std::filesystem::path& folder);
/// Those that ship.
[[nodiscard]] std::vector<Generator> shipped_generators();

}  // namespace forewarp::pick
