// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The PTX of a kernel as documents carry it for listings, with the device functions that its lines were inlined from.
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::report {

/// {"text", "frames": [[["weight", "k.cu", 7], ["term", "k.cu", 15]], ...], "inlined": [[line of PTX, index of frames],
/// ...]}: each stack of frames once, the innermost function first, with the file and line of its call. "frames" and
/// "inlined" are absent where nothing was inlined. The module is that of the text.
[[nodiscard]] nlohmann::json ptx_json(const std::string& text, const ptx::Module& module);

}  // namespace forewarp::report
