// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Hasan, Chatterjee, Radhakrishnan and Antonio, "Performance Prediction Model and Analysis for Compute-Intensive Tasks
/// on GPUs" (NPC 2014), section 2, as printed: what wave.hpp is measured against.
///
///     Eq. 1    xi_rb = tau                                          if beta <= rho_b rho_sm
///                      max(1, ceil(beta / (rho_b rho_sm))) tau      else
///     Eq. 2    xi_rw = beta theta / (rho_w sigma_w rho_sm) tau
///     Eq. 3    kappa = tau / (tau + xi_rw)                          if beta theta <= rho_w sigma_w rho_sm
///                      tau / (xi_rb + xi_rw)                        else
///
/// tau      time of a launch that leaves the device room, s (any unit: times come out in the same)
/// beta     blocks                     theta  threads per block
/// rho_sm   SMs                        rho_w, rho_b, rho_t  most warps, blocks, threads of an SM
/// sigma_w  threads of a warp          sigma_b  most threads of a block
///
/// kappa is an efficiency; the time it denotes is tau / kappa. rho_t and sigma_b are in Table 1 and in no equation.
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model::wave {

/// Table 1.
struct Symbols {
  double rho_sm = 0, rho_w = 0, rho_b = 0, rho_t = 0, sigma_w = 0, sigma_b = 0;
};
[[nodiscard]] Symbols symbols_of(const device::DeviceSpec& device);

/// Eq. 1.
[[nodiscard]] double xi_rb(const Symbols& s, double beta, double tau);
/// Eq. 2.
[[nodiscard]] double xi_rw(const Symbols& s, double beta, double theta, double tau);
/// Eq. 3.
[[nodiscard]] double kappa(const Symbols& s, double beta, double theta, double tau);
/// The time that Eq. 3 denotes: tau / kappa.
[[nodiscard]] double composite_time(const Symbols& s, double beta, double theta, double tau);

/// Not in the paper: max(xi_rb, c xi_rw), the least that makes its two effects a model. c is fitted.
[[nodiscard]] double larger_time(const Symbols& s, double beta, double theta, double tau, double c);

}  // namespace forewarp::model::wave
