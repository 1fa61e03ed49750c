// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdlib>

namespace forewarp::test {

/// From here on this process finds the fake driver, compiler and meter (fakes/) in the place of NVIDIA's.
inline void use_fake_libraries() {
  ::setenv("FOREWARP_CUDA", FOREWARP_FAKE_CUDA, 1);
  ::setenv("FOREWARP_NVML", FOREWARP_FAKE_NVML, 1);
  ::setenv("FOREWARP_NVRTC", FOREWARP_FAKE_NVRTC, 1);
}

}  // namespace forewarp::test
