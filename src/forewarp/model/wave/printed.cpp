// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/printed.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::model::wave {

Symbols symbols_of(const device::DeviceSpec& device) {
  return {.rho_sm = static_cast<double>(device.sms),
          .rho_w = static_cast<double>(device.max_warps),
          .rho_b = static_cast<double>(device.max_blocks),
          .rho_t = static_cast<double>(device.max_threads),
          .sigma_w = static_cast<double>(device.warp_size),
          .sigma_b = static_cast<double>(device.max_threads_per_block)};
}

double xi_rb(const Symbols& s, double beta, double tau) {
  if (beta <= s.rho_b * s.rho_sm) return tau;
  return std::max(1.0, std::ceil(beta / (s.rho_b * s.rho_sm))) * tau;
}

double xi_rw(const Symbols& s, double beta, double theta, double tau) {
  return beta * theta / (s.rho_w * s.sigma_w * s.rho_sm) * tau;
}

double kappa(const Symbols& s, double beta, double theta, double tau) {
  const double warps = xi_rw(s, beta, theta, tau);
  return tau / ((beta * theta <= s.rho_w * s.sigma_w * s.rho_sm ? tau : xi_rb(s, beta, tau)) + warps);
}

double composite_time(const Symbols& s, double beta, double theta, double tau) {
  return tau / kappa(s, beta, theta, tau);
}

double larger_time(const Symbols& s, double beta, double theta, double tau, double c) {
  return std::max(xi_rb(s, beta, tau), c * xi_rw(s, beta, theta, tau));
}

}  // namespace forewarp::model::wave
