// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Table 2 of hasan2014 as numbers, and what is common to everything that is computed from it.
#include <filesystem>
#include <span>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/wave/wave_fit.hpp"

namespace forewarp::papers::hasan2014 {

/// tau of the paper's Figure 1, ms.
inline constexpr double printed_tau_ms = 14.5;

struct Cell {
  double blocks = 0, threads = 0, time_ms = 0;
};

/// The 160 cells, row by row. Throws InputError where the file is not as expected.
[[nodiscard]] std::vector<Cell> read_cells(const std::filesystem::path& file);

[[nodiscard]] model::wave::Shape shape_of(const Cell& cell);
[[nodiscard]] std::vector<model::wave::Measured> launches_of(std::span<const Cell> cells);

/// ms, in the order of the cells.
[[nodiscard]] std::vector<double> times_of(std::span<const Cell> cells);
[[nodiscard]] std::vector<double> printed_times(const device::DeviceSpec& device, std::span<const Cell> cells);
[[nodiscard]] std::vector<double> larger_times(const device::DeviceSpec& device, std::span<const Cell> cells,
                                               double tau_ms, double c);
[[nodiscard]] std::vector<double> wave_times(const device::DeviceSpec& device, std::span<const Cell> cells,
                                             const model::wave::Constants& constants);

/// c of max(xi_rb, c xi_rw) with the smallest mean relative error, to 0.01, at tau = printed_tau_ms.
[[nodiscard]] double best_c(const device::DeviceSpec& device, std::span<const Cell> cells);

/// Mean and largest relative error.
struct Errors {
  double mean = 0, largest = 0;
};
[[nodiscard]] Errors errors_of(std::span<const double> predicted, std::span<const Cell> cells);

}  // namespace forewarp::papers::hasan2014
