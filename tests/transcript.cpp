// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "forewarp/support/temporary_folder.hpp"
#include "unit/frontend/fatbin/samples.hpp"

namespace forewarp::test {
namespace {
namespace fs = std::filesystem;

std::string slurp(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Words as a shell would split them, with 'single quotes' only. Leading NAME=VALUE words go to the environment.
void split_command(const std::string& line, Transcript& transcript) {
  std::string word;
  bool quoted = false, any = false;
  const auto finish = [&] {
    if (!any) return;
    const auto equals = word.find('=');
    const bool assignment = transcript.command.empty() && equals != std::string::npos;
    if (assignment) transcript.environment[word.substr(0, equals)] = word.substr(equals + 1);
    if (!assignment) transcript.command.push_back(word);
    word.clear();
    any = false;
  };
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
      any = true;
    } else if (c == ' ' && !quoted) {
      finish();
    } else {
      word += c;
      any = true;
    }
  }
  finish();
}

bool take_prefix(const std::string& line, const std::string& prefix, std::string& rest) {
  if (!line.starts_with(prefix)) return false;
  rest = line.substr(prefix.size());
  return true;
}

void read_line(const std::string& line, Transcript& transcript) {
  std::string rest;
  if (take_prefix(line, "$ ", rest)) return split_command(rest, transcript);
  if (take_prefix(line, "status ", rest)) {
    transcript.status = std::stoi(rest);
    return;
  }
  if (line == "lines any") {
    transcript.many_lines = true;
    return;
  }
  for (const bool on_stderr : {true, false}) {
    const std::string stream = on_stderr ? "stderr" : "stdout";
    if (take_prefix(line, stream + "~ ", rest)) return transcript.expectations.push_back({on_stderr, true, rest});
    if (take_prefix(line, stream + " ", rest)) return transcript.expectations.push_back({on_stderr, false, rest});
  }
  if (!line.empty() && line[0] != '#') throw std::runtime_error("transcript: not understood: " + line);
}

[[noreturn]] void become_tool(const Transcript& transcript, const fs::path& tool, const fs::path& folder) {
  // What is expected must not depend on the assembler of this machine.
  ::setenv("FOREWARP_PTXAS", "off", 1);
  for (const auto& [name, value] : transcript.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> argv;
  for (const std::string& word : transcript.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
  if (!std::freopen("stdout.captured", "w", stdout) || !std::freopen("stderr.captured", "w", stderr)) ::_exit(126);
  ::execv(tool.c_str(), argv.data());
  ::_exit(127);
}

}  // namespace

Transcript read_transcript(const fs::path& file) {
  Transcript transcript;
  std::istringstream in(slurp(file));
  std::string* content = nullptr;
  for (std::string line; std::getline(in, line);) {
    std::string name;
    if (take_prefix(line, "--- ", name)) {
      const std::string_view mark = " is sample ";
      const std::size_t at = name.find(mark);
      content = &transcript.files[name.substr(0, at)];
      if (at != std::string::npos) *content = fatbin::samples::all().at(name.substr(at + mark.size()));
    } else if (content) {
      *content += line + "\n";
    } else {
      read_line(line, transcript);
    }
  }
  return transcript;
}

Outcome run(const Transcript& transcript, const fs::path& tool) {
  const forewarp::TemporaryFolder temporary("transcript");
  const fs::path& folder = temporary.path();
  for (const auto& [file, content] : transcript.files) {
    fs::create_directories((folder / file).parent_path());
    std::ofstream(folder / file, std::ios::binary) << content;
  }
  const pid_t child = ::fork();
  if (child == 0) become_tool(transcript, tool, folder);
  int status = 0;
  ::waitpid(child, &status, 0);
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), slurp(folder / "stdout.captured"),
                  slurp(folder / "stderr.captured")};
  return outcome;
}

std::vector<fs::path> transcripts_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".txt" && entry.path().filename() != "CMakeLists.txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void check(const fs::path& transcript_file, const fs::path& tool) {
  const Transcript transcript = read_transcript(transcript_file);
  ASSERT_FALSE(transcript.command.empty() || transcript.expectations.empty()) << "the transcript checks nothing";

  const Outcome outcome = run(transcript, tool);

  EXPECT_EQ(outcome.status, transcript.status) << outcome.err;
  for (const Expectation& expected : transcript.expectations) {
    const std::string& text = expected.on_stderr ? outcome.err : outcome.out;
    const bool found = expected.is_regex ? std::regex_search(text, std::regex(expected.text))
                                         : ("\n" + text).find("\n" + expected.text + "\n") != std::string::npos;
    EXPECT_TRUE(found) << "expected: " << expected.text << "\ngot:\n" << text;
  }
  if (transcript.status == 2 && !transcript.many_lines) {
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

}  // namespace forewarp::test
