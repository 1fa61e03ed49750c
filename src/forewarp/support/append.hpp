// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <iterator>
#include <vector>

namespace forewarp {

/// Adds all of `more`, a range or a list in braces, at the end.
template <typename Item, typename More = std::initializer_list<Item>>
void append(std::vector<Item>& to, const More& more) {
  to.insert(to.end(), std::begin(more), std::end(more));
}

}  // namespace forewarp
