// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/quick_access.hpp"

namespace forewarp::emu {

QuickAccess quick_access_of([[maybe_unused]] const QuickShape& shape, Isa isa) {
#ifdef FOREWARP_LANES_V3
  if (isa == Isa::x86_64_v4) return x86_64_v4::quick_access_of(shape);
  if (isa == Isa::x86_64_v3) return x86_64_v3::quick_access_of(shape);
#else
  static_cast<void>(isa);
#endif
  return {};
}

}  // namespace forewarp::emu
