// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// One measured run of a kernel on one board determines the constant with which the BSP model predicts other sizes and
// other boards of the same architecture (docs/models/bsp.md).
#include <cstdio>

#include "forewarp/model/bsp/bsp.hpp"
#include "forewarp/model/bsp/extended.hpp"
#include "forewarp/model/device/database.hpp"

int main() {
  using namespace forewarp;
  using namespace forewarp::model::bsp;
  const device::DeviceSpec k20 = device::find_device("K20"), titan = device::find_device("GTX Titan");
  const double measured_s = 0.84e-3;  // a vector addition of ten million elements on the K20

  // The model as printed in amaris2022, from what one thread does.
  const Kernel addition{.threads = 1e7,
                        .computation_cycles = computation_cycles({.add = 1}),
                        .accesses = {.global_loads = 2, .global_stores = 1}};
  const double lambda = lambda_of(addition, processor_of(k20), measured_s);
  std::printf("Eq. 3:    lambda %.1f, %.3f ms on a Titan\n", lambda,
              1e3 * kernel_time_s(addition, processor_of(titan), lambda));

  // Our extension, from what a block of 256 threads does. ECC is on on the K20; the Titan has none.
  const Work work{.blocks = 1e7 / 256,
                  .block = {.warps = 8, .issue_cycles = 30, .round_trips = 2, .dram_bytes = 12 * 256}};
  const double one = extended_lambda(work, board_of(k20, true), measured_s);
  const double predicted_s = extended_time_s(work, board_of(titan), one);
  std::printf("extended: lambda %.2f, %.3f ms on a Titan (measured: 0.535 ms)\n", one, 1e3 * predicted_s);
  return predicted_s > 0 && predicted_s < measured_s ? 0 : 1;
}
