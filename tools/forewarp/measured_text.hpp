// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace forewarp::tool {

/// A launch that was measured, as --measured gives it.
struct MeasuredText {
  double time_s = 0;
  std::uint64_t blocks = 0;
  std::uint32_t threads = 0;
};

/// "14.5ms@208x128": a time with s, ms, us or ns, then blocks and threads a block. Throws InputError saying what it
/// should look like.
[[nodiscard]] MeasuredText parse_measured(const std::string& text);

}  // namespace forewarp::tool
