// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace forewarp::cudart {

/// Says on standard error, once for each name, and in the recording that this entry point is missing. Returns CUDA's
/// error for what is not supported.
int missing_entry_point(const char* name);

}  // namespace forewarp::cudart
