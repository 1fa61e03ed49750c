// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The subcommands, one file each. A command NAME is a function `void add_NAME_command(CLI::App& app)` that adds it
/// with its options and its callback, and a line in commands.cpp; the callback throws what the library throws, and main
/// turns that into one line and an exit status.
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace forewarp::tool {

/// All commands, in the order of the help text.
void add_all_commands(CLI::App& app);

/// What completion, the manual and the tests want to know of a command.
struct CommandOutline {
  std::string name, summary;
  std::vector<std::string> options;  ///< "--name", with "--help" among them
};
[[nodiscard]] std::vector<CommandOutline> command_outlines();

/// All commands and their pages as a manual page (roff).
[[nodiscard]] std::string manual_page();

}  // namespace forewarp::tool
