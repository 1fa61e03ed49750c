// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/node_kernels.hpp"

namespace forewarp::learn::trees {

namespace baseline {
extern const NodeKernels kernels;
}
#ifdef FOREWARP_TREES_X86
namespace x86_64_v3 {
extern const NodeKernels kernels;
}
namespace x86_64_v4 {
/// Those that go over rows replaced; drawing and the gains take one step per feature, not per row,
/// and stay.
NodeKernels wider(NodeKernels kernels);
}  // namespace x86_64_v4
#endif

const NodeKernels& node_kernels([[maybe_unused]] InstructionSet isa) {
#ifdef FOREWARP_TREES_X86
  static const NodeKernels v4 = x86_64_v4::wider(x86_64_v3::kernels);
  if (isa == InstructionSet::x86_64_v4) return v4;
  if (isa == InstructionSet::x86_64_v3) return x86_64_v3::kernels;
#endif
  return baseline::kernels;
}

}  // namespace forewarp::learn::trees
