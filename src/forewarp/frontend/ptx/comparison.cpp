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

Comparison opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal:
      return Comparison::not_equal;
    case Comparison::not_equal:
      return Comparison::equal;
    case Comparison::less:
      return Comparison::greater_equal;
    case Comparison::less_equal:
      return Comparison::greater;
    case Comparison::greater:
      return Comparison::less_equal;
    case Comparison::greater_equal:
      return Comparison::less;
  }
  return comparison;
}

}  // namespace forewarp::ptx
