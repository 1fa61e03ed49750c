// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How a command declares its options: CLI11 behind two handles. Its header alone costs a compiler five seconds a file,
/// and there is a file for each command; command.cpp reads it once for all.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace forewarp::tool {

/// An option that has been declared; what it further asks for is said by a chain: `.required().excludes(other)`.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option required(bool yes = true) const;
  Option excludes(Option other) const;
  Option needs(Option other) const;
  /// One text holds several values, with `separator` between them.
  Option delimiter(char separator) const;
  /// Each value is said with the option's name again; what follows it is not taken for another value.
  Option one_at_a_time() const;
  /// One of these words, which may be left out and then is the last one. The option takes the next argument for its
  /// word, so the message for any other says where a file belongs.
  Option word_or_last(const std::vector<std::string>& words) const;
  Option positive() const;
  Option not_negative() const;
  /// Numbers: int, unsigned, std::uint64_t, double.
  template <typename Number>
  Option in_range(Number least, Number most) const;
  /// A file that can be written: what takes long is not begun in vain.
  Option writable() const;
  Option one_of(const std::vector<std::string>& words) const;

  [[nodiscard]] bool given() const;

 private:
  CLI::Option* option_;
};

/// A subcommand.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  /// `names`: "file" for an argument by place, "--name" or "-n,--name" else. `variable` lives as long as the command;
  /// it is a number, a text, an optional or a vector of these (command.cpp lists the types).
  template <typename Value>
  Option add_option(const std::string& names, Value& variable) const;
  Option add_flag(const std::string& names, bool& variable) const;
  [[nodiscard]] Option get_option(const std::string& name) const;
  /// Names of the options that were given on the command line.
  [[nodiscard]] std::vector<std::string> given() const;
  void callback(std::function<void()> run) const;

 private:
  CLI::App* app_;
};

/// A subcommand whose --help is docs/cli/NAME.md, embedded at build time.
Command add_documented_command(CLI::App& app, const char* name, const char* summary);

/// Puts the command that was added last under this title of "forewarp --help".
void group_last_command(CLI::App& app, const std::string& title);

}  // namespace forewarp::tool
