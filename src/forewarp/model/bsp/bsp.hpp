// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The time of a kernel from counts of one thread and one constant (amaris2022, section 2.3.2, as printed).
///
///     T       = t (Comp + Comm_GM + Comm_SM) / (R P lambda)                                       Eq. 3
///     Comm_GM = (ld1 + st1 - L1 - L2) g_GM + L1 g_L1 + L2 g_L2                                    Eq. 4
///     Comm_SM = (ld0 + st0) g_SM                                                                  Eq. 5
///     lambda  = T with lambda = 1 / measured time
///
/// t threads launched; Comp cycles of computation of a thread; ld1, st1 its loads and stores in global memory, of which
/// L1 and L2 hit those caches; ld0, st0 those in shared memory; g cycles of an access; R clock, Hz; P cores. As if
/// every thread had a core, cycle by cycle: that warps hide each other's latencies, how accesses coalesce, divergence
/// and bank conflicts are all in lambda, which one run yields and which the paper keeps for other sizes and boards of
/// the same architecture.
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model::bsp {

/// How often a thread does each, on average.
struct Operations {
  double fma = 0, add = 0, multiply = 0, divide = 0;
};

/// Cycles of each (section 4.3.1: 2, 24, 32 and up to 96).
struct OperationCycles {
  double fma = 2, add = 24, multiply = 32, divide = 96;
};

/// Comp. Throws InputError where a number is negative or not finite.
[[nodiscard]] double computation_cycles(const Operations& operations, const OperationCycles& cycles = {});

/// Of one thread, on average.
struct Accesses {
  double global_loads = 0, global_stores = 0;  ///< ld1, st1
  double l1_hits = 0, l2_hits = 0;             ///< L1, L2: how many of those hit
  double shared_loads = 0, shared_stores = 0;  ///< ld0, st0
};

/// Cycles of an access: 5 and 500 as in section 4.3.1; the caches' as the authors' scripts have them (g_L1 = g_SM,
/// g_L2 = g_GM / 2), for the paper does not print them and sets L1 = L2 = 0 throughout.
struct Latencies {
  double shared = 5, global = 500, l1 = 5, l2 = 250;
};

/// Eq. 4, cycles of one thread. Throws InputError where a number is negative or more accesses hit than there are.
[[nodiscard]] double global_cycles(const Accesses& accesses, const Latencies& latencies = {});
/// Eq. 5, cycles of one thread. Throws InputError where a number is negative.
[[nodiscard]] double shared_cycles(const Accesses& accesses, const Latencies& latencies = {});

struct Kernel {
  double threads = 0;             ///< t
  double computation_cycles = 0;  ///< Comp
  Accesses accesses;
};

struct Processor {
  double clock_hz = 0;  ///< R
  double cores = 0;     ///< P
};

/// R = base clock, P = 32-bit units of all SMs.
[[nodiscard]] Processor processor_of(const device::DeviceSpec& device);

/// Eq. 3, seconds. Throws InputError where lambda, the clock or the cores are not positive, or as above.
[[nodiscard]] double kernel_time_s(const Kernel& kernel, const Processor& processor, double lambda = 1,
                                   const Latencies& latencies = {});

/// lambda of one measured run. Throws as kernel_time_s, and where the time is not positive.
[[nodiscard]] double lambda_of(const Kernel& kernel, const Processor& processor, double measured_s,
                               const Latencies& latencies = {});

}  // namespace forewarp::model::bsp
