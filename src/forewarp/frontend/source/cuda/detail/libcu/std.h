// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::std is the host library's std: clang compiles its constexpr functions for the device, too.
namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
