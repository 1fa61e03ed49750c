// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The subcommands, one file each. A command NAME is a function `void add_NAME_command(CLI::App& app)` that adds it
/// with its options and its callback, and a line in commands.cpp; the callback throws what the library throws, and main
/// turns that into one line and an exit status.
#include <CLI/CLI.hpp>

#include <string>

namespace forewarp::tool {

/// All commands, in the order of the help text.
void add_all_commands(CLI::App& app);

/// All commands and their pages as a manual page (roff).
[[nodiscard]] std::string manual_page(const CLI::App& app);

/// A subcommand whose --help is docs/cli/NAME.md, embedded at build time.
CLI::App& add_documented_command(CLI::App& app, const char* name, const char* summary);

}  // namespace forewarp::tool
