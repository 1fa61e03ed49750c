// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Figures of the source tree that we hold ourselves to: how much of the hard code is explained, how many lists of
/// instructions there are, how much is tested, how much is written twice (where the program `duplicates` is on PATH).
/// Usage: bench_architecture [--json]
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/text.hpp"
#include "scoreboard.hpp"
#include "switch_labels.hpp"

namespace {

namespace fs = std::filesystem;
using namespace forewarp;
using namespace forewarp::bench;

const fs::path root = FOREWARP_BENCH_SOURCE_DIR;

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<fs::path> sources(const fs::path& folder, const std::set<std::string>& endings) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder))
    if (entry.is_regular_file() && endings.contains(entry.path().extension())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool is_comment(const std::string& line) {
  const auto begin = line.find_first_not_of(' ');
  return begin != std::string::npos && line.compare(begin, 2, "//") == 0 && line.find("SPDX-") == std::string::npos;
}

/// Percent of the lines of a folder's .cpp files that are comments; the two licence lines do not count as such.
double comment_share(const fs::path& folder) {
  double comments = 0, all = 0;
  for (const fs::path& file : sources(folder, {".cpp"}))
    for (const std::string& line : lines_of(file)) {
      ++all;
      comments += is_comment(line) ? 1 : 0;
    }
  return all > 0 ? 100 * comments / all : 0;
}

double matches(const fs::path& folder, const std::regex& pattern) {
  double count = 0;
  for (const fs::path& file : sources(folder, {".cpp", ".hpp"}))
    for (const std::string& line : lines_of(file))
      count += static_cast<double>(std::distance(std::sregex_iterator(line.begin(), line.end(), pattern), {}));
  return count;
}

double line_count(const fs::path& folder) {
  double count = 0;
  for (const fs::path& file : sources(folder, {".cpp", ".hpp"})) count += static_cast<double>(lines_of(file).size());
  return count;
}

/// Headers of the library that no test includes, itself or through a header of the tests.
double headers_without_a_test() {
  std::set<std::string> included;
  const std::regex include(R"re(#include "(forewarp/[^"]+)")re");
  for (const fs::path& file : sources("tests", {".cpp", ".hpp"}))
    for (const std::string& line : lines_of(file))
      if (std::smatch match; std::regex_search(line, match, include)) included.insert(match[1]);
  const std::vector<fs::path> headers = sources("src/forewarp", {".hpp"});
  return static_cast<double>(std::count_if(headers.begin(), headers.end(), [&](const fs::path& header) {
    return !included.contains(header.lexically_relative(root / "src").string());
  }));
}

DefaultLabels default_labels_of(const fs::path& folder) {
  DefaultLabels sum;
  for (const fs::path& file : sources(folder, {".cpp", ".hpp"})) {
    const DefaultLabels labels = default_labels(read_file(file));
    sum.of_enumerations += labels.of_enumerations;
    sum.of_values += labels.of_values;
  }
  return sum;
}

/// Pairs of places in src that share six or more lines or lines of one shape, as `duplicates` reports them: a row
/// "D1 a.cpp:10-24 ~ b.cpp:40-54 shape" each. What it calls boilerplate does not count. Nothing without the program.
std::optional<double> duplicate_pairs() {
  if (!find_program("duplicates")) return std::nullopt;
  const ProcessResult result = run_process(
      {"duplicates", "--repo", (root / "src").string(), "--most", "200", "--seconds", "300"}, {.timeout_s = 400});
  double pairs = 0;
  for (const std::string_view line : split_at(result.output, '\n')) {
    const bool is_row = line.size() > 1 && line[0] == 'D' && is_digit(line[1]);
    if (is_row && line.find(" boilerplate") == std::string_view::npos) ++pairs;
    if (line.starts_with("incomplete")) return std::nullopt;
  }
  return pairs;
}

Row row(std::string id, std::string what, std::string unit, double ours, double target, Better better) {
  return {.id = "architecture." + std::move(id),
          .what = std::move(what),
          .unit = std::move(unit),
          .ours = ours,
          .target = target,
          .better = better};
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = json_asked(argc, argv);
  std::vector<Row> rows;
  for (const char* folder : {"emulate", "symbolic/count", "symbolic/loop", "model", "learn/trees", "measure/run"})
    rows.push_back(row(fmt::format("comments.{}", folder), fmt::format("comment lines in the .cpp files of {}", folder),
                       "%", comment_share(fs::path("src/forewarp") / folder), 8, Better::higher));
  rows.push_back(row("opcode_labels", "'case Opcode::' labels in src", "",
                     matches("src", std::regex("case (ptx::)?Opcode::")), 60, Better::lower));
  const DefaultLabels defaults = default_labels_of("src");
  rows.push_back(
      row("defaults", "'default:' over enumerations in src", "", defaults.of_enumerations, 0, Better::lower));
  rows.back().note = fmt::format("{} more over characters and numbers, which need one", defaults.of_values);
  rows.push_back(row("test_lines", "lines of tests per line of the library", "",
                     line_count("tests") / line_count("src/forewarp"), 0.4, Better::higher));
  rows.push_back(row("untested_headers", "headers of the library that no test includes", "", headers_without_a_test(),
                     60, Better::lower));
  if (const auto pairs = duplicate_pairs())
    rows.push_back(row("duplicates", "pairs that 'duplicates' reports in src, boilerplate left out", "", *pairs, 15,
                       Better::lower));
  print_rows(rows, json);
}
