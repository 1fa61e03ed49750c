// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace forewarp::serve {

/// "serve.js": a file of assets/, embedded at build time. Empty for another name.
[[nodiscard]] std::string_view serve_asset(std::string_view name);
/// Files of CodeMirror, "codemirror.js", embedded likewise.
[[nodiscard]] std::string_view codemirror_text(std::string_view name);
[[nodiscard]] std::string_view codemirror_style(std::string_view name);
[[nodiscard]] std::string_view codemirror_mode(std::string_view name);
[[nodiscard]] std::string_view codemirror_brackets(std::string_view name);

}  // namespace forewarp::serve
