// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What holds where a block runs, and what follows from it cheaply: the ranges of symbols and one fact at a time.
#include <span>
#include <vector>

#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"

namespace forewarp::count::detail {

class Facts {
 public:
  /// The conditions all hold.
  Facts(Algebra& algebra, std::span<const Cond> conditions);
  void add(Cond c);
  /// Whether x >= 0 wherever the facts hold; false where that is not seen.
  bool proves_at_least_zero(const Form& x);

 private:
  bool proves(const Form& x, unsigned depth);
  bool follows_from_ranges(const Form& x) const;
  Algebra& algebra_;
  std::vector<Form> at_least_zero_;
};

}  // namespace forewarp::count::detail
