// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace forewarp {

/// What tells this build of the code from every other: the linker's build ID of the program or library that this
/// function is part of, as hex digits; without one the digest of its file. Part of the keys of a cache whose entries
/// depend on how this code computes.
[[nodiscard]] const std::string& build_id();

}  // namespace forewarp
