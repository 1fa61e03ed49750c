// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "exit_status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "colour.hpp"
#include "commands.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/distribute/team.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/progress.hpp"
#include "program_arguments.hpp"

namespace forewarp::tool {
namespace {

int failed(int status, const char* message) {
  fmt::print(stderr, "{} {}\n", coloured(stderr, Colour::red, "forewarp:"), message);
  return status;
}

constexpr std::size_t max_listed = 12;  ///< options that an error message lists

/// The options that a mistyped one may have been meant for; where none is near, all of a command that has few.
std::string suggested_options(const std::string& word, std::vector<std::string> known) {
  const std::string nearest = did_you_mean(word, known);
  if (!nearest.empty() || known.size() > max_listed) return nearest;
  std::erase(known, "--help");
  return fmt::format(" (it has {})", fmt::join(known, ", "));
}

/// What follows -- belongs to the program that exec runs, and all that follows nvcc to that; --help is ours.
char** end_of_own(int argc, char** argv) {
  char** const end = argv + argc;
  const std::string_view command = argc > 1 ? argv[1] : "";
  const auto is = [](std::string_view word) { return [word](const char* w) { return w == word; }; };
  if (command == "exec") return std::find_if(argv, end, is("--"));
  if (command == "nvcc" && argc > 2 && argv[2] != std::string_view("--help")) return argv + 2;
  return end;
}

/// The first word that looks like an option of the command and is none, with those it may have been meant for.
std::string unknown_option(const CLI::App& app) {
  if (app.get_subcommands().empty()) return "";
  const CLI::App& command = *app.get_subcommands().front();
  for (std::string word : command.remaining()) {
    word.resize(std::min(word.find('='), word.size()));
    if (!word.starts_with("--")) continue;
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    return fmt::format("{} has no option '{}'{}; see 'forewarp {} --help'", command.get_name(), word,
                       suggested_options(word, known), command.get_name());
  }
  return "";
}

/// nvcc's and clang's own flags, which exec takes in one option.
std::string compiler_flag_advice(const CLI::App& app) {
  if (app.get_subcommands().empty()) return "";
  const CLI::App& command = *app.get_subcommands().front();
  if (command.get_option_no_throw("--compiler-flag") == nullptr) return "";
  for (const std::string& word : command.remaining())
    if (word.size() > 2 && word[0] == '-' && word[1] != '-')
      return fmt::format(
          "{} does not know {}; flags for the compiler are given as --compiler-flag={}; see 'forewarp {} --help'",
          command.get_name(), word, word, command.get_name());
  return "";
}

/// What is wrong with the first word when it is neither an option nor a command; empty when nothing is.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  const std::string typed = argc > 1 ? argv[1] : "";
  if (typed.empty() || typed[0] == '-') return "";
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  if (std::find(commands.begin(), commands.end(), typed) != commands.end()) return "";
  return fmt::format("there is no command '{}'{}; see 'forewarp --help'", typed, did_you_mean(typed, commands));
}

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  if (const std::string option = unknown_option(app); !option.empty()) return option;
  if (const std::string advice = compiler_flag_advice(app); !advice.empty()) return advice;
  const std::string command = app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ";
  return fmt::format("{}; see 'forewarp {}--help'", error.what(), command);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{"forewarp: what a GPU kernel will cost, before anyone runs it", "forewarp"};
  app.set_version_flag("--version", "forewarp " FOREWARP_VERSION);
  app.footer(
      "Example:\n  forewarp predict my.cu --device V100,K20 --grid 4096 --block 256 --arg n=1048576 --report "
      "page.html\n\n"
      "'forewarp COMMAND --help' describes each command.");
  add_all_commands(app);
  app.require_subcommand(1);
  // Before CLI11 parses: it answers "unknown --help" with the general help, and a mistyped command with "a subcommand
  // is required".
  if (const std::string unknown = unknown_command(app, argc, argv); !unknown.empty()) return failed(2, unknown.c_str());
  char** const end = argv + argc;
  char** const own_end = end_of_own(argc, argv);
  if (own_end != end) program_arguments().assign(*own_end == std::string_view("--") ? own_end + 1 : own_end, end);
  try {
    app.parse(static_cast<int>(own_end - argv), argv);
    return exit_status();
  } catch (const distribute::Dismissed&) {
    return 0;  // the first process of the job says what there is to say
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return failed(2, explain(app, error).c_str());
  } catch (const InputError& error) {
    return failed(2, error.what());
  } catch (const Unavailable& error) {
    return failed(3, error.what());
  } catch (const DeviceError& error) {
    return failed(3, error.what());
  } catch (const Interrupted& error) {
    return failed(130, error.what());
  } catch (const std::exception& error) {
    return failed(1, error.what());
  }
}

}  // namespace forewarp::tool
