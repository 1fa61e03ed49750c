// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The tables that are made of Table 2 of hasan2014.
#include "papers/hasan2014/fits.hpp"

namespace forewarp::papers::hasan2014 {

/// What all of them are made from.
struct Study {
  device::DeviceSpec device;  ///< K20
  std::vector<Cell> cells;
  std::vector<Design> designs;
  double c = 0;                    ///< of max(xi_rb, c xi_rw), fitted to all cells
  std::vector<Outcome> of_twelve;  ///< one a variant: fitted to the first design, tested on the rest
  std::vector<Outcome> of_all;     ///< one a variant: fitted to all, and its errors there
  [[nodiscard]] const Outcome& used() const { return of_twelve[used_variant]; }
};
[[nodiscard]] Study study_of(const device::DeviceSpec& device, std::vector<Cell> cells);

/// Table 1 with the figures of two devices.
[[nodiscard]] ResultTable symbols_table(const std::filesystem::path& table1);
[[nodiscard]] ResultTable cells_table(const Study& study);
[[nodiscard]] ResultTable models_table(const Study& study);
[[nodiscard]] ResultTable constants_table(const Study& study);
/// How much hangs on which twelve cells are measured.
[[nodiscard]] ResultTable choices_table(const Study& study, const std::vector<Lottery>& lotteries);
/// From the last row before a multiple of 208 blocks to the next: where the time should jump.
[[nodiscard]] ResultTable jumps_table(const Study& study);

}  // namespace forewarp::papers::hasan2014
