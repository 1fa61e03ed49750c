// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "forewarp/frontend/launch/expression.hpp"

namespace forewarp::launch {

/// A place in another argument's buffer: "p" or "p + 4*n".
struct PointerText {
  std::string buffer;
  Expression elements = 0;  ///< of the buffer, as C counts
};

/// The expression as a pointer, where it begins with a name that is not a parameter and goes on with + or - or ends.
[[nodiscard]] std::optional<PointerText> pointer_text(const Expression& expression, const Parameters& names);

}  // namespace forewarp::launch
