// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "help_texts.hpp"

namespace forewarp::tool {

Option Option::required(bool yes) const { return Option(*option_->required(yes)); }

Option Option::excludes(Option other) const { return Option(*option_->excludes(other.option_)); }

Option Option::needs(Option other) const { return Option(*option_->needs(other.option_)); }

Option Option::delimiter(char separator) const { return Option(*option_->delimiter(separator)); }

Option Option::one_at_a_time() const { return Option(*option_->allow_extra_args(false)); }

Option Option::word_or_last(const std::vector<std::string>& words) const {
  const std::string name = option_->get_name();
  option_->check(
      [words, name](const std::string& word) -> std::string {
        if (std::ranges::find(words, word) != words.end()) return "";
        return fmt::format("'{}' is none of {} (a file comes before {}, or after {}={})", word, fmt::join(words, ", "),
                           name, name, words.back());
      },
      "");
  return Option(*option_->expected(0, 1)->default_str(words.back()));
}

namespace {

/// What is no number at all is left to the conversion, whose message names it.
template <typename Allowed>
auto check_number(Allowed allowed, std::string_view wanted) {
  return [allowed, wanted](const std::string& text) {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value) || allowed(value)) return std::string();
    return fmt::format("{} is not {}", text, wanted);
  };
}

}  // namespace

Option Option::positive() const {
  return Option(*option_->check(check_number([](double value) { return value > 0; }, "above 0")));
}

Option Option::not_negative() const {
  return Option(*option_->check(check_number([](double value) { return value >= 0; }, "0 or above")));
}

template <typename Number>
Option Option::in_range(Number least, Number most) const {
  return Option(*option_->check(CLI::Range(least, most)));
}

Option Option::one_of(const std::vector<std::string>& words) const {
  return Option(*option_->check(CLI::IsMember(words)));
}

Option Option::writable() const {
  return Option(*option_->check(
      [](const std::string& file) -> std::string {
        const std::filesystem::path path(file);
        const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
        std::error_code ec;
        if (std::filesystem::is_directory(path, ec)) return file + " is a folder, a file was expected";
        const bool there = std::filesystem::exists(path, ec);
        if (::access(there ? path.c_str() : folder.c_str(), W_OK) == 0) return "";
        return fmt::format("{} cannot be written: {}", file, std::strerror(errno));
      },
      ""));
}

bool Option::given() const { return !option_->empty(); }

template <typename Value>
Option Command::add_option(const std::string& names, Value& variable) const {
  return Option(*app_->add_option(names, variable));
}

Option Command::add_flag(const std::string& names, bool& variable) const {
  return Option(*app_->add_flag(names, variable));
}

Option Command::get_option(const std::string& name) const { return Option(*app_->get_option(name)); }

std::vector<std::string> Command::given() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options([](const CLI::Option* o) { return o->count() > 0; }))
    names.push_back(option->get_name());
  return names;
}

void Command::callback(std::function<void()> run) const { app_->callback(std::move(run)); }

Command add_documented_command(CLI::App& app, const char* name, const char* summary) {
  CLI::App& command = *app.add_subcommand(name, summary);
  command.formatter_fn(
      [name](const CLI::App*, std::string, CLI::AppFormatMode) { return std::string(help_text(name)); });
  return Command(command);
}

void group_last_command(CLI::App& app, const std::string& title) {
  CLI::App* last = app.get_subcommands({}).back();
  last->group(title);
}

std::vector<CommandOutline> command_outlines() {
  CLI::App app;
  add_all_commands(app);
  std::vector<CommandOutline> outlines;
  for (const CLI::App* command : app.get_subcommands({})) {
    outlines.push_back({command->get_name(), command->get_description(), {}});
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) outlines.back().options.push_back("--" + name);
  }
  return outlines;
}

template Option Option::in_range(int, int) const;
template Option Option::in_range(unsigned, unsigned) const;
template Option Option::in_range(std::uint64_t, std::uint64_t) const;
template Option Option::in_range(double, double) const;

template Option Command::add_option(const std::string&, std::string&) const;
template Option Command::add_option(const std::string&, std::vector<std::string>&) const;
template Option Command::add_option(const std::string&, unsigned&) const;
template Option Command::add_option(const std::string&, std::int64_t&) const;
template Option Command::add_option(const std::string&, std::uint64_t&) const;
template Option Command::add_option(const std::string&, double&) const;

}  // namespace forewarp::tool
