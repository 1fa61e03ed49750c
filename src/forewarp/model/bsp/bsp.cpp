// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/bsp.hpp"

#include "forewarp/model/bsp/checks.hpp"

namespace forewarp::model::bsp {
namespace {

void check(const Accesses& a) {
  detail::require_counts({{"loads from global memory", a.global_loads},
                          {"stores to global memory", a.global_stores},
                          {"hits in L1", a.l1_hits},
                          {"hits in L2", a.l2_hits},
                          {"loads from shared memory", a.shared_loads},
                          {"stores to shared memory", a.shared_stores}});
  // Counts are averages: the sum of two may pass their total by rounding.
  if (a.l1_hits + a.l2_hits > (a.global_loads + a.global_stores) * (1 + 1e-9))
    throw InputError(fmt::format("{} + {} accesses hit a cache, but only {} are made", a.l1_hits, a.l2_hits,
                                 a.global_loads + a.global_stores));
}

}  // namespace

double computation_cycles(const Operations& n, const OperationCycles& cycles) {
  detail::require_count("fused multiply-adds", n.fma);
  detail::require_count("additions", n.add);
  detail::require_count("multiplications", n.multiply);
  detail::require_count("divisions", n.divide);
  return n.fma * cycles.fma + n.add * cycles.add + n.multiply * cycles.multiply + n.divide * cycles.divide;
}

double global_cycles(const Accesses& a, const Latencies& g) {
  check(a);
  return (a.global_loads + a.global_stores - a.l1_hits - a.l2_hits) * g.global + a.l1_hits * g.l1 + a.l2_hits * g.l2;
}

double shared_cycles(const Accesses& a, const Latencies& g) {
  check(a);
  return (a.shared_loads + a.shared_stores) * g.shared;
}

Processor processor_of(const device::DeviceSpec& device) {
  return {.clock_hz = device.base_hz, .cores = device.sms * device.throughput.fp32};
}

/// Cycles of one thread times threads, divided by cores * clock * lambda. Example: 1e6 threads of 1000 cycles on 2560
/// cores at 1.6 GHz, lambda 1: 1e9 / 4.1e12 = 0.24 ms.
double kernel_time_s(const Kernel& kernel, const Processor& processor, double lambda, const Latencies& latencies) {
  detail::require_positive("number of threads", kernel.threads);
  detail::require_count("cycles of computation", kernel.computation_cycles);
  detail::require_positive("clock", processor.clock_hz);
  detail::require_positive("number of cores", processor.cores);
  detail::require_positive("lambda", lambda);
  return kernel.threads *
         (kernel.computation_cycles + global_cycles(kernel.accesses, latencies) +
          shared_cycles(kernel.accesses, latencies)) /
         (processor.clock_hz * processor.cores * lambda);
}

/// T is proportional to 1 / lambda, so lambda = T(1) / measured: a run that is three times faster
/// than the model has 3.
double lambda_of(const Kernel& kernel, const Processor& processor, double measured_s, const Latencies& latencies) {
  detail::require_positive("measured time", measured_s);
  return kernel_time_s(kernel, processor, 1, latencies) / measured_s;
}

}  // namespace forewarp::model::bsp
