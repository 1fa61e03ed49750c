// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace forewarp::learn {

/// Code that is compiled here and written into compiled models too, by the name of its file in svm/code/, without the
/// comment that the file starts with.
[[nodiscard]] std::string_view svm_code(std::string_view name);

}  // namespace forewarp::learn
