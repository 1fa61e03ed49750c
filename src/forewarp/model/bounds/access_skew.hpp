// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often L2 fetches a sector that blocks of a wave touch at different times.
///
/// Time runs from 0 to 1 over the course of the wave's blocks. What touches a sector within a part s of it are
/// independent references, Poisson at the rate lambda / s; the mean number of blocks that touch one of the W distinct
/// sectors of a wave is k = lambda / (1 - e^-lambda). An LRU cache forgets what was not touched for the time f in which
/// the wave touches as many other sectors as it has places (Che, Tung, Wang, "Hierarchical Web caching systems", IEEE
/// JSAC 20, 2002; Fagin 1977):
///
///     L2 = f W_0 + sum_b s_b W_b (1 - e^(-lambda_b f / s_b)) / (1 - e^-lambda_b)
///
/// W_0 the sectors touched without skew (each once per wave), b the buffers touched with skew; f < s_b, else the
/// term is f W_b. With g = min(1, f / s) a sector is fetched
///
///     M = (1 - e^(-lambda g) + lambda (1 - g) e^(-lambda g)) / (1 - e^-lambda)
///
/// times per wave: 1 where f >= s, k where L2 holds next to nothing. Where the wave before touched the sector too, at
/// the same times of its own, the last h = (s + f - 1) / s of its touches are not forgotten yet, and of the W sectors
///
///     (1 - (1 + lambda h) e^(-lambda h)) / (1 - e^-lambda)
///
/// are still there when this wave touches them first (so that with s = 1 all touches miss alike: e^(-lambda f)).
#include <vector>

#include "forewarp/model/bounds/summary.hpp"

namespace forewarp::model {

/// lambda for the mean number k >= 1 of touches per touched sector.
[[nodiscard]] double references(double readers);

/// M; g in [0, 1].
[[nodiscard]] double fetches_a_wave(double lambda, double g);

/// M / k: the share of the touching blocks that have to fetch the sector.
[[nodiscard]] double share_fetched(double lambda, double g);

/// The part of one buffer that a wave touches.
struct WaveOfBuffer {
  const AccessSkew* buffer = nullptr;
  Sectors distinct;
  double lambda = 0;
  double again = 0;                                     ///< share of `distinct` that the wave before touched too
  [[nodiscard]] double touched_within(double f) const;  ///< distinct sectors, f in [0, 1]
  [[nodiscard]] double kept_part(double f) const { return f < buffer->spread ? f / buffer->spread : 1; }
  /// Share of the distinct sectors that the wave before left in L2.
  [[nodiscard]] double left_by_wave_before(double f) const;
};

/// f: the fraction of a wave's course over which L2 remembers a sector. `distinct`: the wave's sectors of all buffers,
/// those of `waves` included. 1 when L2 holds them all.
[[nodiscard]] double memory_of_l2(double l2_sectors, double distinct, const std::vector<WaveOfBuffer>& waves);

}  // namespace forewarp::model
