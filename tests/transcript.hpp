// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A transcript is one text file: the files to lay out, a command line, and what must come of it.
///
///     # why this case is here (comment lines before the command)
///     $ forewarp profile broken.ptx
///     status 2
///     lines any                                 (with status 2: more than one line of message is right here)
///     stderr forewarp: broken.ptx:3:1: ...      exact line; "stderr~ REGEX" searches, "stdout"/"stdout~" likewise
///     --- broken.ptx
///     .version 8.0
///     ...
///     --- app is sample app                     (a file with device code, unit/frontend/fatbin/samples.hpp)
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace forewarp::test {

struct Expectation {
  bool on_stderr = true;
  bool is_regex = false;
  std::string text;
};

struct Transcript {
  std::vector<std::string> command;  ///< argv, command[0] is "forewarp"
  std::map<std::string, std::string> environment;
  int status = 0;
  bool many_lines = false;  ///< an error message of more than one line is right
  std::vector<Expectation> expectations;
  std::map<std::string, std::string> files;
};

struct Outcome {
  int status = -1;
  std::string out, err;
};

[[nodiscard]] Transcript read_transcript(const std::filesystem::path& file);
/// Lays the files out in a fresh folder, runs the tool there and takes the folder away.
[[nodiscard]] Outcome run(const Transcript& transcript, const std::filesystem::path& tool);
/// Every transcript (*.txt) below folder, sorted.
[[nodiscard]] std::vector<std::filesystem::path> transcripts_in(const std::filesystem::path& folder);
/// Runs one and reports every difference through gtest.
void check(const std::filesystem::path& transcript_file, const std::filesystem::path& tool);

}  // namespace forewarp::test
