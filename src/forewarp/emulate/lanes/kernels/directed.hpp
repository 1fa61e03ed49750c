// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Operations under the rounding modes that the processor has for them.
#include "forewarp/emulate/lanes/kernels/row.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see row.hpp

/// Sets the SSE rounding mode while it lives. Subnormals stay.
class RoundingMode {
 public:
  explicit RoundingMode(Control control) {
    constexpr u32 modes[] = {0, 3, 1, 2};  // nearest, zero, down, up in MXCSR's RC
    asm volatile("stmxcsr %0" : "=m"(saved_) : : "memory");
    const u32 wanted = (saved_ & ~u32{0x6000}) | modes[control & 3] << 13;
    asm volatile("ldmxcsr %0" : : "m"(wanted) : "memory");
  }
  ~RoundingMode() { asm volatile("ldmxcsr %0" : : "m"(saved_) : "memory"); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  u32 saved_ = 0;
};

template <LaneFn fn>
[[gnu::noinline]] void directed(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  const RoundingMode mode(inst.control);
  fn(regs, inst, active, width);
}

/// fn under the rounding mode in LaneInst::control; the key's instruction has .rz, .rm or .rp.
template <auto fn>
constexpr LaneEntry directed_op(const char* key) {
  return {key, &directed<&Map<fn>::dense>, Map<fn>::rows, 1};
}

}  // namespace
}  // namespace forewarp::emu::lanes
