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
#include "source_dir.hpp"
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

/// The folder of the measurements of others.
fs::path data_folder() {
  const char* named = std::getenv("FOREWARP_DATA");
  return fs::absolute(named ? fs::path(named) : fs::path(forewarp::test::source_dir()) / "../shared/data")
      .lexically_normal();
}

/// Words as a shell would split them, with 'single quotes' only. Leading NAME=VALUE words go to the environment.
Command split_command(std::string line, const Places& places) {
  for (const auto& [name, place] : places)
    for (std::size_t at = 0; (at = line.find("{" + name + "}", at)) != std::string::npos; at += place.size())
      line.replace(at, name.size() + 2, place);

  Command command;
  std::string word;
  bool quoted = false, any = false;
  const auto finish = [&] {
    if (!any) return;
    const auto equals = word.find('=');
    const bool assignment = command.words.empty() && equals != std::string::npos;
    if (assignment) command.environment[word.substr(0, equals)] = word.substr(equals + 1);
    if (!assignment) command.words.push_back(word);
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
  return command;
}

bool take_prefix(const std::string& line, const std::string& prefix, std::string& rest) {
  if (!line.starts_with(prefix)) return false;
  rest = line.substr(prefix.size());
  return true;
}

/// A line that belongs to the command above it; false if it is none.
bool read_expectation(const std::string& line, Command& command) {
  std::string rest;
  for (const std::string stream : {"stderr", "stdout"})
    for (const bool is_regex : {true, false})
      if (take_prefix(line, stream + (is_regex ? "~ " : " "), rest)) {
        command.expectations.push_back({stream, is_regex, rest});
        return true;
      }
  if (take_prefix(line, "file ", rest)) {
    const std::size_t space = rest.find(' ');
    command.expectations.push_back({rest.substr(0, space), true, rest.substr(space + 1)});
  } else if (take_prefix(line, "status ", rest)) {
    command.status = std::stoi(rest);
  } else {
    command.many_lines = line == "lines any";
    return command.many_lines;
  }
  return true;
}

void read_line(const std::string& line, const Places& places, Transcript& transcript) {
  std::string rest;
  if (line.empty() || line[0] == '#') return;
  if (take_prefix(line, "$ ", rest)) return transcript.commands.push_back(split_command(rest, places));
  if (take_prefix(line, "data ", transcript.data)) return;
  if (line == "long") {
    transcript.only_long = true;
    return;
  }
  if (transcript.commands.empty() || !read_expectation(line, transcript.commands.back()))
    throw std::runtime_error("transcript: not understood: " + line);
}

/// The content, so far, of the file that a line "--- NAME [is ...]" begins.
std::string& new_file(const std::string& heading, const fs::path& beside, Transcript& transcript) {
  const std::size_t is = heading.find(" is ");
  std::string& content = transcript.files[heading.substr(0, is)];
  std::string source;
  if (is == std::string::npos) return content;
  if (take_prefix(heading.substr(is), " is sample ", source)) content = fatbin::samples::all().at(source);
  if (take_prefix(heading.substr(is), " is file ", source)) content = slurp(beside / source);
  if (content.empty()) throw std::runtime_error("transcript: nothing to copy: " + heading);
  return content;
}

[[noreturn]] void become_tool(const Command& command, const fs::path& tool, const fs::path& folder) {
  // What is expected must not depend on the assembler of this machine.
  ::setenv("FOREWARP_PTXAS", "off", 1);
  for (const auto& [name, value] : command.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> argv;
  for (const std::string& word : command.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
  if (!std::freopen("stdout.captured", "w", stdout) || !std::freopen("stderr.captured", "w", stderr)) ::_exit(126);
  ::execv(tool.c_str(), argv.data());
  ::_exit(127);
}

}  // namespace

Transcript read_transcript(const fs::path& file, Places places) {
  places.emplace("data", data_folder());
  Transcript transcript;
  std::istringstream in(slurp(file));
  std::string* content = nullptr;
  for (std::string line; std::getline(in, line);) {
    std::string name;
    if (take_prefix(line, "--- ", name))
      content = &new_file(name, file.parent_path(), transcript);
    else if (content)
      *content += line + "\n";
    else
      read_line(line, places, transcript);
  }
  return transcript;
}

std::vector<Outcome> run(const Transcript& transcript, const fs::path& tool) {
  const forewarp::TemporaryFolder temporary("transcript");
  const fs::path& folder = temporary.path();
  for (const auto& [file, content] : transcript.files) {
    fs::create_directories((folder / file).parent_path());
    std::ofstream(folder / file, std::ios::binary) << content;
  }
  std::vector<Outcome> outcomes;
  for (const Command& command : transcript.commands) {
    const pid_t child = ::fork();
    if (child == 0) become_tool(command, tool, folder);
    int status = 0;
    ::waitpid(child, &status, 0);
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                    slurp(folder / "stdout.captured"),
                    slurp(folder / "stderr.captured"),
                    {}};
    for (const Expectation& expected : command.expectations)
      if (!expected.where.starts_with("std")) outcome.files[expected.where] = slurp(folder / expected.where);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

std::vector<fs::path> transcripts_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".txt" && entry.path().filename() != "CMakeLists.txt")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void check_outcome(const Command& command, const Outcome& outcome) {
  EXPECT_EQ(outcome.status, command.status) << outcome.err;
  for (const Expectation& expected : command.expectations) {
    const std::string& text = expected.where == "stderr"   ? outcome.err
                              : expected.where == "stdout" ? outcome.out
                                                           : outcome.files.at(expected.where);
    const bool found = expected.is_regex ? std::regex_search(text, std::regex(expected.text))
                                         : ("\n" + text).find("\n" + expected.text + "\n") != std::string::npos;
    EXPECT_TRUE(found) << "expected: " << expected.text << "\ngot:\n" << text;
  }
  if (command.status == 2 && !command.many_lines) {
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

void check(const fs::path& transcript_file, const fs::path& tool, const Places& places) {
  const Transcript transcript = read_transcript(transcript_file, places);
  ASSERT_FALSE(transcript.commands.empty() || transcript.commands.back().expectations.empty())
      << "the transcript checks nothing";
  if (transcript.only_long && std::getenv("FOREWARP_LONG_TESTS") == nullptr)
    GTEST_SKIP() << "only in ./dev test --long";
  if (!transcript.data.empty() && !fs::exists(data_folder() / transcript.data))
    GTEST_SKIP() << "no ../shared/data/" << transcript.data << "; FOREWARP_DATA names another folder";

  const std::vector<Outcome> outcomes = run(transcript, tool);

  for (std::size_t i = 0; i < outcomes.size(); ++i) check_outcome(transcript.commands[i], outcomes[i]);
}

}  // namespace forewarp::test
