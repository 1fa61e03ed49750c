// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "commands.hpp"
#include "help_texts.hpp"

namespace forewarp::tool {
namespace {

std::set<std::string> options_of(const CommandOutline& command) {
  std::set<std::string> names(command.options.begin(), command.options.end());
  names.erase("--help");
  return names;
}

std::set<std::string> options_in(const std::string& text) {
  std::set<std::string> names;
  const std::regex option(R"((^|[\s`(|\[])(--[a-z][a-z0-9-]*))");
  for (auto it = std::sregex_iterator(text.begin(), text.end(), option); it != std::sregex_iterator(); ++it)
    names.insert((*it)[2].str());
  return names;
}

/// An example may show another command, with that one's options.
std::string without_others(const std::string& text, const std::string& command) {
  std::istringstream in(text);
  std::string kept;
  const std::regex other("^\\s+forewarp (?!" + command + "\\b).*");
  for (std::string line; std::getline(in, line);)
    if (!std::regex_match(line, other)) kept += line + "\n";
  return kept;
}

TEST(CommandLine, EveryCommandIsDocumentedWithAllItsOptionsAndNoOthers) {
  ASSERT_FALSE(command_outlines().empty());
  for (const CommandOutline& command : command_outlines()) {
    const std::string text(help_text(command.name));
    ASSERT_FALSE(text.empty()) << "docs/cli/" << command.name << ".md is missing";
    EXPECT_EQ(options_in(without_others(text, command.name)), options_of(command))
        << "docs/cli/" << command.name << ".md has drifted";
  }
}

}  // namespace
}  // namespace forewarp::tool
