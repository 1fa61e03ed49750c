// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A transcript is one text file: the files to lay out, command lines, and what must come of each.
///
///     # why this case is here (comment lines before the command)
///     $ forewarp profile broken.ptx
///     status 2
///     lines any                                 (with status 2: more than one line of message is right here)
///     stderr forewarp: broken.ptx:3:1: ...      exact line; "stderr~ REGEX" searches, "stdout"/"stdout~" likewise
///     file NAME REGEX                           (searches what the command wrote into this file)
///     $ forewarp ...                            (the next command in the same folder; a last one must be checked)
///     data amaris/deviceInfo.csv                (needs this measurement of others; {data} in commands is their folder)
///     long                                      (runs only where FOREWARP_LONG_TESTS is set)
///     --- broken.ptx
///     .version 8.0
///     ...
///     --- app is sample app                     (a file with device code, unit/frontend/fatbin/samples.hpp)
///     --- lines.txt is file lines.txt           (a file that lies beside the transcript, for several of them)
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace forewarp::test {

struct Expectation {
  std::string where;  ///< "stdout", "stderr", or a file of the folder
  bool is_regex = false;
  std::string text;
};

struct Command {
  std::vector<std::string> words;  ///< argv, words[0] is "forewarp"
  std::map<std::string, std::string> environment;
  int status = 0;
  bool many_lines = false;  ///< an error message of more than one line is right
  std::vector<Expectation> expectations;
};

struct Transcript {
  std::vector<Command> commands;
  std::map<std::string, std::string> files;
  std::string data;  ///< a file or folder of the measurements of others without which nothing runs
  bool only_long = false;
};

struct Outcome {
  int status = -1;
  std::string out, err;
  std::map<std::string, std::string> files;  ///< those that are expected to have something
};

/// What {NAME} in a command stands for, by name; {data} is known.
using Places = std::map<std::string, std::string>;

[[nodiscard]] Transcript read_transcript(const std::filesystem::path& file, Places places = {});
/// Lays the files out in a fresh folder, runs the tool there, once a command, and takes the folder away.
[[nodiscard]] std::vector<Outcome> run(const Transcript& transcript, const std::filesystem::path& tool);
/// Every transcript (*.txt) below folder, sorted.
[[nodiscard]] std::vector<std::filesystem::path> transcripts_in(const std::filesystem::path& folder);
/// Runs one and reports every difference through gtest. Skips one that needs what is not here.
void check(const std::filesystem::path& transcript_file, const std::filesystem::path& tool, const Places& places = {});

}  // namespace forewarp::test
