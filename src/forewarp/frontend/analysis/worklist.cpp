// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/worklist.hpp"

// A bit per instruction. next() finds the first bit that is set from from_ on, a word of 64 at a time, so a round costs
// O(instructions / 64) plus its visits.
//
// Invariant: an instruction whose inputs changed since its last visit has its bit set. The visit of an instruction
// without such a change would give what it gave before, so leaving it out changes no result, and a round here visits a
// subset of a round over the whole text, in the same order. An iteration that ends after k full rounds ends here after
// as many, or one less: the last full round is the one that finds no change.
//
// Example, r1 = f(r3), r2 = g(r1), r3 = h(r2) at 0, 1, 2, everything added at first. Round 1 visits 0, 1, 2; r3
// changed, so 0 waits, behind from_. Round 2 visits 0; if r1 is what it was, nothing waits and 1 and 2 are not visited
// again.
#include <bit>

namespace forewarp::analysis {

void Worklist::add(std::uint32_t n) {
  const std::uint64_t bit = std::uint64_t{1} << (n % 64);
  count_ += (waiting_[n / 64] & bit) == 0 ? 1 : 0;
  waiting_[n / 64] |= bit;
}

void Worklist::add(std::span<const std::uint32_t> all) {
  for (const std::uint32_t n : all) add(n);
}

void Worklist::add_all() {
  for (std::uint32_t n = 0; n < instructions_; ++n) add(n);
}

std::optional<std::uint32_t> Worklist::next() {
  for (std::uint32_t word = from_ / 64; count_ > 0 && word < waiting_.size(); ++word) {
    std::uint64_t bits = waiting_[word];
    if (word == from_ / 64) bits &= ~std::uint64_t{0} << (from_ % 64);
    if (bits == 0) continue;
    const auto n = 64 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
    waiting_[word] &= ~(std::uint64_t{1} << (n % 64));
    --count_;
    from_ = n + 1;
    return n;
  }
  from_ = 0;
  return std::nullopt;
}

}  // namespace forewarp::analysis
