// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A paper's tables beside ours: what forewarp reproduce prints. One function a part of a paper, one list of them all.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/progress.hpp"
#include "forewarp/support/score.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::papers {

/// One table of the paper, or one of ours that goes past it.
struct ResultTable {
  std::string id;     ///< "table2", "figure1": a file name without its ending
  std::string title;  ///< what it is, with the paper's number and the units
  Table table;
  bool brief = true;  ///< short enough for the terminal; a surface of 2496 points is not
  /// How a page draws it: "lines" or "bars" of the other columns over the first, "tree" of merges; empty: by its form.
  std::string chart = {};
};

struct Picture {
  std::string id, title;
  std::string svg;
};

struct Reproduction {
  std::vector<std::string> files;  ///< every file that was read
  std::vector<ResultTable> tables;
  std::vector<Picture> pictures;
  std::vector<Score> scores;       ///< the numbers we claim, each with its target
  std::vector<std::string> notes;  ///< a line each: what was reproduced, what could not be and why
};

struct Options {
  /// Where the measurements of others lie: --data DIR or FOREWARP_DATA. A part that needs them throws Unavailable,
  /// saying what is missing and where it is published.
  std::optional<std::filesystem::path> data;
  unsigned threads = 0;
  Progress* progress = nullptr;
  /// What measures, where a part can: "opencl:0", "cuda:0" (run/open.hpp); empty: nothing is measured.
  std::string device = {};
  /// Where samples go as they are taken, so that a run that was killed goes on (run/sample_table.hpp); empty: memory.
  std::filesystem::path store = {};
};

struct Part {
  std::string_view paper, name, what;
  Reproduction (*run)(const Options&);
};

/// Runs it. Scores of a synthetic device ("emulated:V100") are marked: nothing was measured.
[[nodiscard]] Reproduction run(const Part& part, const Options& options);

/// Every part of every paper, in the order in which they are shown.
[[nodiscard]] const std::vector<Part>& parts();

/// A file below the data directory. Throws Unavailable naming it and where it is published (source) when there is no
/// data directory or no such file.
[[nodiscard]] std::filesystem::path data_file(const Options& options, const std::filesystem::path& name,
                                              std::string_view source);

}  // namespace forewarp::papers
