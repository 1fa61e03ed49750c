// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Every scaling here is affine, (x - centre) / spread, with the centre and the spread of each feature taken from the
/// training samples:
///
///     z_score    centre mean, spread standard deviation over n, as scikit-learn's StandardScaler
///     sample_z   the same over n - 1, as R's scale
///     min_max    to [0, 1]: centre minimum, spread maximum - minimum
///     zigon2020  2 (x - mean) / sd - 1 (zigon2020, section 5.3; it says [-1, 1], which this does not confine to)
///
/// A constant feature has spread 1, so it turns to 0 (-1 with zigon2020).
#include <array>
#include <string_view>

#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/samples.hpp"

namespace forewarp::learn {

enum class ScalingKind { none, z_score, sample_z, min_max, zigon2020 };
inline constexpr std::array<std::string_view, 5> scaling_names = {"none", "z-score", "sample-z", "min-max",
                                                                  "zigon2020"};
[[nodiscard]] std::string_view name_of(ScalingKind kind);
/// Throws InputError naming the scalings there are.
[[nodiscard]] ScalingKind scaling_called(std::string_view name);

struct Scaling {
  std::vector<double> centre, spread;  ///< one a feature
  /// In place is fine: out may be row.
  void apply(std::span<const double> row, std::span<double> out) const {
    for (std::size_t j = 0; j < centre.size(); ++j) out[j] = (row[j] - centre[j]) / spread[j];
  }
};

[[nodiscard]] Scaling fit_scaling(const Samples& samples, ScalingKind kind);
[[nodiscard]] Samples scaled(const Samples& samples, const Scaling& scaling);

void write(Writer& out, const Scaling& scaling);
/// Throws InputError unless there are features finite centres and as many finite spreads other than 0.
[[nodiscard]] Scaling read_scaling(Reader& in, std::size_t features);

}  // namespace forewarp::learn
