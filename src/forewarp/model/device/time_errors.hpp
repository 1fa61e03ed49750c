// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How far predicted times were from measured ones, for the boards of one architecture: what committed benchmarks
/// print, as data/devices/architectures/ has it. Errors are |predicted - measured| / measured.
///
///     [[checked]]
///     what = "six streams"
///     boards = ["A100 40GB", "A100 80GB"]
///     command = "./dev bench stream"          # prints times and errors
///     times = 380                             # measured, of all boards
///     median_errors_percent = [2.8, 4.0]      # one of each board, or of each program on a board
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace forewarp::device {

/// The measured times of one benchmark.
struct TimeComparison {
  std::string what;
  std::vector<std::string> boards;    ///< at least one
  std::string command;                ///< which prints the errors
  unsigned times = 0;                 ///< measured ones, at least 1
  std::vector<double> median_errors;  ///< as fractions, at least one

  friend bool operator==(const TimeComparison&, const TimeComparison&) = default;
};

/// All comparisons of an architecture together.
struct TimeErrors {
  double lowest = 0, highest = 0;  ///< of the median errors, as fractions
  unsigned times = 0;              ///< measured ones
  unsigned boards = 0;             ///< different ones

  friend bool operator==(const TimeErrors&, const TimeErrors&) = default;
};

/// Nothing where no time was compared.
[[nodiscard]] std::optional<TimeErrors> time_errors(std::span<const TimeComparison> comparisons);

/// "2.8 to 50 %", "12 %" where both are the same to two digits.
[[nodiscard]] std::string error_range_text(double lowest, double highest);

/// "six streams on A100 40GB and A100 80GB (380 times, median error 2.8 to 4.0 %; ./dev bench stream)", joined by
/// semicolons.
[[nodiscard]] std::string comparisons_text(std::span<const TimeComparison> comparisons);

}  // namespace forewarp::device
