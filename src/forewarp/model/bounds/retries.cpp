// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/retries.hpp"

namespace forewarp::model {
namespace {

bool has_retries(const Summary& s, const device::DeviceSpec& device) {
  return device.vendor == device::Vendor::nvidia && s.retried_requests > 0;
}

}  // namespace

void add_retries(Demand& d, const Summary& s, const device::DeviceSpec& device) {
  if (!has_retries(s, device)) return;
  const double rounds = s.retry_rounds;
  d.issue += 5 * rounds - s.retried_requests;
  d.fp32 += rounds;
  d.int_add += rounds;
  d.branch += rounds;
  d.load_store += 2 * rounds - s.retried_requests;
  d.path.shared += 2 * s.retry_chain;
  d.path.alu += 2 * s.retry_chain;
  d.path.branch += s.retry_chain;
}

double retry_wavefronts(const Summary& s, const device::DeviceSpec& device) {
  return has_retries(s, device) ? 3 * s.retry_rounds : 0;
}

}  // namespace forewarp::model
