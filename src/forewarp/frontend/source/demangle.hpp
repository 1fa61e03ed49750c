// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Names of C++ as people write them (Itanium C++ ABI, section 5.1). __cxa_demangle refuses names of more than 1024
/// characters, which kernels of CUTLASS and Thrust have, and a hostile name of 600 lets it run for ever.
#include <optional>
#include <string>
#include <string_view>

namespace forewarp::source {

/// The text that __cxa_demangle gives. Nothing for what is not mangled, names of more than 16 KiB or whose text has
/// more than 64 KiB, and the rare parts of the language that are not known here (most expressions in signatures).
[[nodiscard]] std::optional<std::string> demangle(std::string_view mangled);

}  // namespace forewarp::source
