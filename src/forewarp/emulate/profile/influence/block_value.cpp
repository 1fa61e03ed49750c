// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/block_value.hpp"

// The lattice: unset < affine (per_block . b + [low, high] + step k) < varied with a granule < varied by data.
// Operations stay exact where they can and otherwise go up, never down: `opened` forgets the range but keeps the
// dependence on b, `varied(g)` keeps only that blocks differ by multiples of g. Coefficients beyond 2^62 count as
// overflow and become varied.
//
// Example: a = 256 b + [0, 255]. 4 a = 1024 b + [0, 1020]. a >> 8 = b + [0, 0]. a & 255 = [0, 255], the same in every
// block. a * a is varied(1). either(a, a + 8) = 256 b + [0, 263].
#include <algorithm>
#include <bit>
#include <numeric>

namespace forewarp::profile {
namespace {

using Kind = BlockValue::Kind;
__extension__ typedef __int128 Wide;

bool any_unset(const BlockValue& a, const BlockValue& b) { return a.kind == Kind::unset || b.kind == Kind::unset; }

bool narrow(Wide value, std::int64_t& out) {
  constexpr Wide limit = Wide{1} << 62;
  if (value > limit || value < -limit) return false;
  out = static_cast<std::int64_t>(value);
  return true;
}

// An open form has no range, so that equal values compare equal.
BlockValue affine(const BlockCondition& form) {
  BlockValue out;
  out.kind = Kind::affine;
  out.form = form;
  if (form.is_open) out.form.low = out.form.high = out.form.step = 0;
  return out;
}

BlockValue opened(BlockCondition form) {
  form.is_open = true;
  return affine(form);
}

}  // namespace

BlockValue number(std::int64_t value) { return between(value, value); }

BlockValue between(std::int64_t low, std::int64_t high) {
  BlockCondition form;
  form.low = low;
  form.high = high;
  return affine(form);
}

BlockValue same_unknown() { return opened({}); }

BlockValue varied(std::int64_t granule) {
  BlockValue out;
  out.kind = Kind::varied;
  out.granule = std::max<std::int64_t>(granule, 1);
  return out;
}

BlockValue from_data() {
  BlockValue out = varied(1);
  out.by_data = true;
  return out;
}

// The greatest common divisor of what one block more along any axis adds.
std::int64_t granule_of(const BlockValue& value) {
  if (value.is_varied()) return value.granule;
  std::int64_t out = 0;
  for (const auto c : value.form.per_block) out = std::gcd(out, c);
  return out;
}

BlockValue mixed(const BlockValue& a, const BlockValue& b) {
  if (any_unset(a, b)) return {};
  if (a.by_data || b.by_data) return from_data();
  return a.is_same() && b.is_same() ? same_unknown() : varied(1);
}

BlockValue sum(const BlockValue& a, const BlockValue& b) {
  if (any_unset(a, b)) return {};
  if (a.by_data || b.by_data) return from_data();
  if (!a.is_affine() || !b.is_affine()) return varied(std::gcd(granule_of(a), granule_of(b)));
  BlockCondition out;
  bool fits = true;
  for (unsigned k = 0; k < 3; ++k) fits &= narrow(Wide{a.form.per_block[k]} + b.form.per_block[k], out.per_block[k]);
  fits &= narrow(Wide{a.form.low} + b.form.low, out.low);
  fits &= narrow(Wide{a.form.high} + b.form.high, out.high);
  if (!fits) return varied(std::gcd(granule_of(a), granule_of(b)));
  // Of two loops' inductions together nothing is followed but that they are the same in every block.
  out.is_open = a.form.is_open || b.form.is_open || (a.form.step != 0 && b.form.step != 0);
  out.step = a.form.step + b.form.step;
  return affine(out);
}

BlockValue scaled(const BlockValue& a, std::int64_t factor) {
  if (a.kind == Kind::unset || a.by_data) return a;
  if (factor == 0) return number(0);
  if (a.is_varied()) {
    std::int64_t granule = 0;
    return varied(narrow(Wide{a.granule} * (factor < 0 ? -Wide{factor} : Wide{factor}), granule) ? granule : a.granule);
  }
  BlockCondition out;
  out.is_open = a.form.is_open;
  bool fits = narrow(Wide{a.form.step} * factor, out.step);
  for (unsigned k = 0; k < 3; ++k) fits &= narrow(Wide{a.form.per_block[k]} * factor, out.per_block[k]);
  fits &= narrow(Wide{factor > 0 ? a.form.low : a.form.high} * factor, out.low);
  fits &= narrow(Wide{factor > 0 ? a.form.high : a.form.low} * factor, out.high);
  return fits ? affine(out) : mixed(a, a);
}

BlockValue difference(const BlockValue& a, const BlockValue& b) { return sum(a, scaled(b, -1)); }

/// With a number exact; of two ranges the range of the products at the corners.
BlockValue product(const BlockValue& a, const BlockValue& b) {
  if (any_unset(a, b)) return {};
  if (a.is_number()) return scaled(b, a.form.low);
  if (b.is_number()) return scaled(a, b.form.low);
  if (!a.is_same() || !b.is_same() || a.form.is_open || b.form.is_open || a.form.step != 0 || b.form.step != 0)
    return mixed(a, b);
  Wide low = 0, high = 0;
  bool first = true;
  for (const Wide x : {a.form.low, a.form.high}) {
    for (const Wide y : {b.form.low, b.form.high}) {
      low = first ? x * y : std::min(low, x * y);
      high = first ? x * y : std::max(high, x * y);
      first = false;
    }
  }
  std::int64_t least = 0, most = 0;
  return narrow(low, least) && narrow(high, most) ? between(least, most) : same_unknown();
}

/// (per_block . b + r) >> n is per_block >> n . b + (r >> n) where 2^n divides per_block.
BlockValue shifted_right(const BlockValue& a, const BlockValue& by) {
  if (any_unset(a, by) || !a.is_affine() || !by.is_number() || by.form.low < 0 || by.form.low > 62) return mixed(a, by);
  const auto n = static_cast<unsigned>(by.form.low);
  if (granule_of(a) % (std::int64_t{1} << n) != 0 || (a.form.step != 0 && !a.form.is_open)) return mixed(a, by);
  BlockCondition out = a.form;
  for (auto& c : out.per_block) c >>= n;
  out.low >>= n;
  out.high >>= n;
  return affine(out);
}

/// A mask of 2^n - 1 removes the dependence on the block if 2^n divides per_block.
BlockValue masked(const BlockValue& a, const BlockValue& mask) {
  if (any_unset(a, mask) || !mask.is_number()) return mixed(a, mask);
  const auto bits = mask.form.low;
  if (bits < 0 || a.by_data) return mixed(a, mask);
  const bool is_low = std::has_single_bit(static_cast<std::uint64_t>(bits) + 1);
  if (!a.is_same() && !(is_low && granule_of(a) % (bits + 1) == 0)) return mixed(a, mask);
  const bool unchanged =
      a.is_same() && is_low && !a.form.is_open && a.form.step == 0 && a.form.low >= 0 && a.form.high <= bits;
  return unchanged ? a : between(0, bits);
}

BlockValue either(const BlockValue& a, const BlockValue& b) {
  if (a.kind == Kind::unset) return b;
  if (b.kind == Kind::unset || a == b) return a;
  if (a.by_data || b.by_data) return from_data();
  if (a.is_affine() && b.is_affine() && a.form.per_block == b.form.per_block) {
    if (a.form.is_open || b.form.is_open || a.form.step != 0 || b.form.step != 0) return opened(a.form);
    BlockCondition out = a.form;
    out.low = std::min(a.form.low, b.form.low);
    out.high = std::max(a.form.high, b.form.high);
    return affine(out);
  }
  return varied(std::gcd(granule_of(a), granule_of(b)));
}

/// As either(), but ranges that differ are given up: in a loop they would grow in every round.
BlockValue joined(const BlockValue& a, const BlockValue& b) {
  if (any_unset(a, b) || a == b) return either(a, b);
  const bool is_alike = a.is_affine() && b.is_affine() && a.form.per_block == b.form.per_block;
  return is_alike ? opened(a.form) : either(a, b);
}

bool lies_within(const BlockValue& value, launch::Dim3 grid, std::int64_t least, std::int64_t greatest) {
  if (!value.is_affine()) return false;
  if (value.form.is_open || value.form.step != 0) return true;
  const std::uint32_t extent[3] = {grid.x, grid.y, grid.z};
  Wide low = value.form.low, high = value.form.high;
  for (unsigned k = 0; k < 3; ++k) {
    const Wide most = Wide{value.form.per_block[k]} * (extent[k] - 1);
    low += std::min<Wide>(most, 0);
    high += std::max<Wide>(most, 0);
  }
  return low >= least && high <= greatest;
}

}  // namespace forewarp::profile
