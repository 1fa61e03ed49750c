// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string_view>

#include "forewarp/learn/trees/node_kernels.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {

namespace baseline {
extern const NodeKernels kernels;
}
#ifdef FOREWARP_TREES_V3
namespace x86_64_v3 {
extern const NodeKernels kernels;
}
#endif

namespace {

bool has_v3() {
#ifdef FOREWARP_TREES_V3
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

}  // namespace

Isa best_isa() {
  const char* const wish = std::getenv("FOREWARP_ISA");
  const std::string_view text = wish == nullptr ? "" : wish;
  if (text == "baseline") return Isa::baseline;
  if (text == "v3" && !has_v3()) throw InputError("FOREWARP_ISA=v3, but this processor has no AVX2 and FMA");
  if (!text.empty() && text != "v3") throw InputError("FOREWARP_ISA can be baseline or v3");
  return has_v3() ? Isa::x86_64_v3 : Isa::baseline;
}

const NodeKernels& node_kernels(Isa isa) {
  if (isa == Isa::baseline) return baseline::kernels;
#ifdef FOREWARP_TREES_V3
  return x86_64_v3::kernels;
#else
  return baseline::kernels;
#endif
}

}  // namespace forewarp::learn::trees
