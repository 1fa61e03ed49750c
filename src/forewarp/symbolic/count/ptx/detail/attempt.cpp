// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/attempt.hpp"

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {

Attempt::Attempt(const ptx::Function& function, const analysis::Cfg& cfg, const Regions& regions,
                 const std::vector<std::string>& names, const Options& options)
    : algebra_(options.fixed),
      walker_(algebra_, function, cfg, regions, names),
      domains_(algebra_, options.max_pieces, options.counted) {
  // One walk over the whole kernel with some sizes fixed. A limit that is passed makes the attempt
  // fail as a whole, with its reason; a count that fails later leaves only that block without a
  // formula.
  try {
    walker_.run();
  } catch (const symbolic::LimitExceeded& error) {
    failure_ = error.what();
  }
}

std::optional<symbolic::PwQPolynomial> Attempt::executions(std::uint32_t block, Cond guard) {
  if (!failure_.empty()) return std::nullopt;
  std::vector<Cond> conditions = walker_.conditions(block);
  if (guard != Algebra::always) conditions.push_back(guard);
  try {
    return domains_.executions(conditions);
  } catch (const symbolic::LimitExceeded&) {
    return std::nullopt;
  }
}

std::optional<symbolic::PwQPolynomial> Attempt::executions_of_one_thread(std::uint32_t block) {
  if (!failure_.empty()) return std::nullopt;
  try {
    return domains_.executions(walker_.conditions(block), true);
  } catch (const symbolic::LimitExceeded&) {
    return std::nullopt;
  }
}

}  // namespace forewarp::count::detail
