// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/launch/fill.hpp"

namespace forewarp::launch {

/// The pages of a buffer that is filled from fill.path: raw little-endian elements. Throws InputError when the file
/// cannot be opened, is not a regular file or is shorter than the buffer.
[[nodiscard]] PageSource file_source(const Buffer& buffer);

}  // namespace forewarp::launch
