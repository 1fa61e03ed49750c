// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/comparison.hpp"

namespace forewarp::ptx {

std::optional<Comparison> comparison_named(std::string_view suffix) {
  if (suffix == "eq") return Comparison::equal;
  if (suffix == "ne") return Comparison::not_equal;
  if (suffix == "lt" || suffix == "lo") return Comparison::less;
  if (suffix == "le" || suffix == "ls") return Comparison::less_equal;
  if (suffix == "gt" || suffix == "hi") return Comparison::greater;
  if (suffix == "ge" || suffix == "hs") return Comparison::greater_equal;
  return std::nullopt;
}

}  // namespace forewarp::ptx
