// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "commands.hpp"

namespace forewarp::tool {
namespace {

TEST(Manual, HasASectionForEveryCommandAndNoStrayRequests) {
  const std::string page = manual_page();
  ASSERT_FALSE(command_outlines().empty());
  for (const CommandOutline& command : command_outlines())
    EXPECT_NE(page.find("\n.SH " + command.name + "\n"), std::string::npos) << command.name;
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
