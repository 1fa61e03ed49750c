// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "commands.hpp"

namespace forewarp::tool {
namespace {

TEST(Manual, HasASectionForEveryCommandAndNoStrayRequests) {
  CLI::App app;
  add_all_commands(app);
  const std::string page = manual_page(app);
  for (const CLI::App* command : app.get_subcommands({}))
    EXPECT_NE(page.find("\n.SH " + command->get_name() + "\n"), std::string::npos) << command->get_name();
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(".")) continue;
    const std::string request = line.substr(1, line.find(' ') - 1);
    EXPECT_TRUE(request == "TH" || request == "SH" || request == "B" || request == "I" || request == "TP" ||
                request == "nf" || request == "fi" || request == "sp")
        << line;
  }
}

}  // namespace
}  // namespace forewarp::tool
