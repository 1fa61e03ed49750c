// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One way of following a kernel: with sizes as symbols, or with a shape fixed.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/count/ptx/detail/domain.hpp"
#include "forewarp/symbolic/count/ptx/detail/walker.hpp"

namespace forewarp::count::detail {

class Attempt {
 public:
  struct Options {
    FixedLaunch fixed;
    std::size_t max_pieces;
    CountedSets& counted;  ///< by other attempts
  };
  Attempt(const ptx::Function& function, const analysis::Cfg& cfg, const Regions& regions,
          const std::vector<std::string>& names, const Options& options);

  /// Why nothing could be followed; empty where it could.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  /// Thread executions of a block, and of an instruction under its guard.
  std::optional<symbolic::PwQPolynomial> executions(std::uint32_t block, Cond guard = Algebra::always);
  /// Of one thread, where all threads execute the block equally often.
  std::optional<symbolic::PwQPolynomial> executions_of_one_thread(std::uint32_t block);
  [[nodiscard]] const Walker& walker() const { return walker_; }
  [[nodiscard]] Algebra& algebra() { return algebra_; }
  [[nodiscard]] Domains& domains() { return domains_; }

 private:
  Algebra algebra_;
  Walker walker_;
  Domains domains_;
  std::string failure_;
};

}  // namespace forewarp::count::detail
