// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Random parametric sets, and isl's enumeration of their points at one size.
#include <fmt/format.h>
#include <isl/set.h>
#include <isl/val.h>

#include <random>
#include <string>

#include "forewarp/symbolic/sets/isl.hpp"

namespace forewarp::symbolic::test {

/// Sets of one to five dimensions: boxes, triangles, strips, residues and unions of two, with parameters n and m.
class RandomSets {
 public:
  std::string next() {
    const int dimensions = below(5) + 1;
    std::string tuple;
    for (int d = 0; d < dimensions; ++d) tuple += fmt::format("{}x{}", d == 0 ? "" : ",", d);
    std::string text = fmt::format("[n,m] -> {{ [{}] : ({})", tuple, part(dimensions));
    if (below(4) == 0) text += fmt::format(" or ({})", part(dimensions));
    return text + " }";
  }

 private:
  int below(int bound) { return static_cast<int>(generator_() % static_cast<std::uint64_t>(bound)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  const char* parameter() { return below(2) == 0 ? "n" : "m"; }

  std::string upper(int d) {
    const std::string fresh = below(3) == 0 ? "4" : parameter();
    if (d == 0 || below(2) == 0) return fmt::format("{} + {}", fresh, between(-1, 1));
    return fmt::format("x{} + {}", below(d), between(-1, 2));
  }

  std::string part(int dimensions) {
    std::string text;
    for (int d = 0; d < dimensions; ++d) {
      const int scale = below(4) == 0 ? between(2, 3) : 1;
      const std::string low = d > 0 && below(4) == 0 ? fmt::format("x{}", below(d)) : std::to_string(between(-1, 1));
      text += fmt::format("{}{} <= {}x{} <= {}", d == 0 ? "" : " and ", low, scale, d, upper(d));
    }
    if (below(3) == 0)
      text += fmt::format(" and {}x{} + {}x{} <= {} + {}", between(-2, 3), below(dimensions), between(1, 2),
                          below(dimensions), parameter(), between(0, 3));
    if (below(4) == 0)
      text += fmt::format(" and (x{} + {}x{}) mod {} = {}", below(dimensions), between(0, 2), below(dimensions),
                          between(2, 4), below(2));
    if (below(8) == 0)
      text += fmt::format(" and exists e : x{} + {} = {}e", below(dimensions), parameter(), between(2, 3));
    return text;
  }

  std::mt19937_64 generator_{20200817};
};

/// isl_set_count_val enumerates: it counts nothing in closed form.
inline std::int64_t enumerated(const Set& set, int n, int m) {
  isl_set* fixed = isl_set_fix_si(isl_set_copy(set.get()), isl_dim_param, 0, n);
  fixed = isl_set_fix_si(fixed, isl_dim_param, 1, m);
  isl_val* points = isl_set_count_val(fixed);
  const std::int64_t result = isl_val_get_num_si(points);
  isl_val_free(points);
  isl_set_free(fixed);
  return result;
}

/// The window on which formulas are compared: n and m.
inline constexpr std::pair<int, int> window[] = {{-1, 2}, {0, 3}, {3, 1}, {4, 4}, {5, 2}, {2, 5}, {6, 3}};

}  // namespace forewarp::symbolic::test
