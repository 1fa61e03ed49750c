// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a paper asks for, each by the command that does it: a folder in which the tool runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp::test {

class ToolFolder {
 public:
  /// What the tool prints; the test fails where its status is another.
  std::string run(const std::string& arguments, int status = 0) {
    const std::string command =
        fmt::format("cd '{}' && '{}' {} >out.txt 2>err.txt", path().string(), FOREWARP_TOOL, arguments);
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), status) << arguments << "\n" << read_file(path() / "err.txt");
    return read_file(path() / "out.txt");
  }
  [[nodiscard]] std::string errors() const { return read_file(path() / "err.txt"); }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_{"rows"};
};

/// A kernel that ships, for a command line.
inline std::string kernel(const std::string& name) {
  return "'" + (std::filesystem::path(source_dir()) / "kernels" / name).string() + "'";
}

/// The measurements of others; nothing where they are not here.
inline std::optional<std::filesystem::path> measurements(const std::string& folder) {
  const char* named = std::getenv("FOREWARP_DATA");
  const std::filesystem::path data =
      named ? std::filesystem::path(named) : std::filesystem::path(source_dir()) / "../shared/data";
  return std::filesystem::exists(data / folder) ? std::optional(data / folder) : std::nullopt;
}

/// "says" for EXPECT_TRUE.
inline ::testing::AssertionResult says(const std::string& text, const std::string& what) {
  if (text.find(what) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << what << "' is not in:\n" << text;
}

}  // namespace forewarp::test
