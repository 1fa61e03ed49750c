// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A reproduction as text, CSV, JSON and files.
///
///     hasan2014: ...
///     read data/papers/hasan2014_table2.csv
///
///     table2: measured and predicted milliseconds
///     blocks  threads  measured  printed model
///         16       32     14.61          14.5
#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// The brief tables, the scores, the notes and the files read.
[[nodiscard]] std::string reproduction_text(const papers::Part& part, const papers::Reproduction& result);
/// All tables one after the other, each below a line "# id: title".
[[nodiscard]] std::string reproduction_csv(const papers::Reproduction& result);
/// {"paper", "part", "files", "scores", "tables": [{"id", "title", "columns", "rows"}], "notes"}.
[[nodiscard]] nlohmann::json reproduction_json(const papers::Part& part, const papers::Reproduction& result);
/// PAPER-PART-ID.csv for each table and .svg for each picture, in a folder that is made where it is missing. Returns
/// the files. Throws InputError where one cannot be written.
std::vector<std::filesystem::path> write_reproduction(const papers::Part& part, const papers::Reproduction& result,
                                                      const std::filesystem::path& folder);

}  // namespace forewarp::papers
