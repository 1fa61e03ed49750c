// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Numbers with a unit, as people write them: "3 ms", "1.5s", "64 MB", "2GiB".
#include <optional>
#include <string_view>

namespace forewarp {

/// Seconds of a number with s, ms, us or ns; nothing where the text is not that, or not positive.
[[nodiscard]] std::optional<double> seconds_in(std::string_view text);
/// Bytes of a number with B, kB, MB, GB (thousands) or KiB, MiB, GiB; nothing where the text is not that, or negative.
[[nodiscard]] std::optional<double> bytes_in(std::string_view text);

}  // namespace forewarp
