// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/instruction_set.hpp"

#include <cstdlib>
#include <string>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {

InstructionSet widest() {
#ifdef __x86_64__
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (v4) return InstructionSet::x86_64_v4;
  if (v3) return InstructionSet::x86_64_v3;
#endif
  return InstructionSet::baseline;
}

InstructionSet named(const std::string& wish) {
  if (wish == "baseline") return InstructionSet::baseline;
  if (wish == "v3") return InstructionSet::x86_64_v3;
  if (wish == "v4") return InstructionSet::x86_64_v4;
  throw InputError("FOREWARP_ISA is '" + wish + "'; it can be baseline, v3 or v4");
}

}  // namespace

InstructionSet instruction_set() {
  const char* const wish = std::getenv("FOREWARP_ISA");
  const InstructionSet has = widest();
  if (wish == nullptr || *wish == '\0') return has;
  const InstructionSet wanted = named(wish);
  if (wanted > has)
    throw InputError("FOREWARP_ISA=" + std::string(wish) + ", but this processor has no " +
                     (wanted == InstructionSet::x86_64_v4 ? "AVX-512 F, BW, DQ and VL" : "AVX2, FMA and BMI"));
  return wanted;
}

}  // namespace forewarp
