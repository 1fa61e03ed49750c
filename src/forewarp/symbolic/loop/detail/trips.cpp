// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/detail/trips.hpp"

#include <isl/set.h>

namespace forewarp::loop::detail {

std::set<std::string> bounded_by(const Program& program, const std::string& loop) {
  std::set<std::string> counts;
  for (const symbolic::Set& domain : program.domains) {
    if (isl_set_find_dim_by_name(domain.get(), isl_dim_set, loop.c_str()) < 0) continue;
    for (const std::string& parameter : domain.parameters())
      if (program.trips.contains(parameter)) counts.insert(parameter);
  }
  return counts;
}

}  // namespace forewarp::loop::detail
