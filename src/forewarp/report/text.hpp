// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What all views share: numbers as people read them, columns that line up.
///
///     device  time     limiter
///     V100    1.23 ms  dram
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace forewarp::report {

/// Three significant digits with a unit: "12.3 us", "1.05 s". "-" when not finite.
[[nodiscard]] std::string time_text(double seconds);
/// Whole when below 10,000 and whole, else three digits with k, M, G, T: "1024", "16.8 M".
[[nodiscard]] std::string count_text(double count);
/// Three digits with B, KiB, MiB, GiB.
[[nodiscard]] std::string bytes_text(double bytes);
/// "87 %"; "8.7 %" below ten.
[[nodiscard]] std::string percent_text(double fraction);
/// A number for CSV: shortest text that reads back to the same double.
[[nodiscard]] std::string number_text(double value);
/// JSON over several lines. Names from the user's files may not be UTF-8: what is not becomes U+FFFD.
[[nodiscard]] std::string json_text(const nlohmann::json& json);

enum class Align { left, right };

/// Rows of text in columns as wide as their widest cell, two blanks between.
class TextTable {
 public:
  /// One alignment a column; later columns are as the last.
  explicit TextTable(std::vector<std::string> header, std::vector<Align> alignment = {Align::left, Align::right});
  void row(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.size() == 1; }
  [[nodiscard]] std::string str(std::string_view indent = "") const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<Align> alignment_;
};

}  // namespace forewarp::report
