// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/scaling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

struct Affine {
  double centre = 0, spread = 1;
};

Affine affine(std::span<const double> x, ScalingKind kind) {
  const Moments m = moments(x);
  switch (kind) {
    case ScalingKind::none:
      return {};
    case ScalingKind::z_score:
      return {m.mean, m.population_sd()};
    case ScalingKind::sample_z:
      return {m.mean, m.sample_sd()};
    case ScalingKind::min_max: {
      const auto [low, high] = std::ranges::minmax(x);
      return {low, high - low};
    }
    // 2 (x - mean) / sd - 1 = (x - (mean + sd / 2)) / (sd / 2)
    case ScalingKind::zigon2020: {
      const double sd = m.squares > 0 ? m.population_sd() : 2;
      return {m.mean + sd / 2, sd / 2};
    }
  }
  return {};
}

}  // namespace

std::string_view name_of(ScalingKind kind) { return scaling_names[static_cast<std::size_t>(kind)]; }

ScalingKind scaling_called(std::string_view name) {
  const auto it = std::ranges::find(scaling_names, name);
  if (it == scaling_names.end())
    throw InputError(fmt::format("no scaling is called '{}'; there is {}", name, fmt::join(scaling_names, ", ")));
  return static_cast<ScalingKind>(it - scaling_names.begin());
}

Scaling fit_scaling(const Samples& samples, ScalingKind kind) {
  Scaling scaling;
  for (std::size_t j = 0; j < samples.features(); ++j) {
    const Affine a = affine(samples.feature(j), kind);
    if (!std::isfinite(a.spread) || !std::isfinite(a.centre))
      throw InputError(fmt::format("feature '{}' is too large to be scaled", samples.names()[j]));
    scaling.centre.push_back(a.centre);
    scaling.spread.push_back(a.spread > 0 ? a.spread : 1);
  }
  return scaling;
}

Samples scaled(const Samples& samples, const Scaling& scaling) {
  Samples out(samples.names(), samples.rows());
  for (std::size_t j = 0; j < samples.features(); ++j)
    std::ranges::transform(samples.feature(j), out.feature(j).begin(),
                           [&](double v) { return (v - scaling.centre[j]) / scaling.spread[j]; });
  return out;
}

void write(Writer& out, const Scaling& scaling) { out.arrays(scaling.centre, scaling.spread); }

Scaling read_scaling(Reader& in, std::size_t features) {
  Scaling scaling{read_finite_array(in, "a centre", features), read_finite_array(in, "a spread", features)};
  if (std::ranges::find(scaling.spread, 0.0) != scaling.spread.end())
    throw InputError("a spread in the model is 0, by which nothing can be divided");
  return scaling;
}

}  // namespace forewarp::learn
