// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/model/rank/results.hpp"

namespace forewarp::rank {
namespace {

/// What another order of the same additions may change, relative to a usual element.
double tolerance_of(ptx::Type type) {
  if (type == ptx::Type::bf16) return 6e-2;
  if (type == ptx::Type::f16) return 1e-2;
  return type == ptx::Type::f64 || type == ptx::Type::b64 ? 1e-9 : 1e-4;
}

/// Equal within the tolerance, relative to the larger value or to a usual element of the buffer:
/// near-zero results of a cancellation are compared with the size of what was cancelled.
bool near(double a, double b, double tolerance, double usual) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), usual});
}

/// How the bits of an element are to be read: those of untyped words may be a real number's.
ptx::Type read_as(const BufferResult& b) {
  const bool untyped = b.guessed || b.type == ptx::Type::b32 || b.type == ptx::Type::b64;
  if (launch::is_real(b.type) || !untyped) return b.type;
  const unsigned size = ptx::size_of(b.type);
  return size == 4 ? ptx::Type::f32 : size == 8 ? ptx::Type::f64 : b.type;
}

double usual_value(const BufferResult& one, const BufferResult& other, ptx::Type type) {
  double sum = 0, count = 0;
  for (const BufferResult* b : {&one, &other})
    for (const Element& e : b->elements) {
      const double value = std::abs(launch::decode(e.bits, type));
      if (!std::isfinite(value)) continue;
      sum += value;
      ++count;
    }
  return count > 0 ? sum / count : 0;
}

/// Elements of both samples up to the hash to which both are whole. A sample has the elements with
/// the smallest hashes, so below its largest hash it misses nothing; beyond that the other's
/// elements prove nothing. A merge of two sorted lists, O(elements). Example with samples of at
/// most 4:
///
///     one    3 5 8 9      whole to 9           other  3 5 7 12     whole to 12
///     up to 9: 3, 5 in both; 8, 9 in one only; 7 in the other only; 12 is not looked at
struct Overlap {
  std::size_t of_one = 0, of_other = 0, both = 0, differ = 0;
};

Overlap overlap_of(const BufferResult& one, const BufferResult& other) {
  constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  const auto whole_to = [](const BufferResult& b) {
    return b.elements.size() < sampled_elements ? all : b.elements.back().hash;
  };
  const std::uint64_t end = std::min(whole_to(one), whole_to(other));
  const ptx::Type type = read_as(one);
  const bool real = launch::is_real(type);
  const double tolerance = tolerance_of(type), usual = real ? usual_value(one, other, type) : 0;
  Overlap o;
  auto a = one.elements.begin(), b = other.elements.begin();
  while (true) {
    const std::uint64_t at = a != one.elements.end() ? a->hash : all, bt = b != other.elements.end() ? b->hash : all;
    if (std::min(at, bt) > end || (a == one.elements.end() && b == other.elements.end())) return o;
    if (at == bt) {
      ++o.both;
      const bool alike = a->bits == b->bits ||
                         (real && near(launch::decode(a->bits, type), launch::decode(b->bits, type), tolerance, usual));
      o.differ += alike ? 0U : 1U;
    }
    o.of_one += at <= bt ? 1U : 0U;
    o.of_other += bt <= at ? 1U : 0U;
    const bool step_one = at <= bt, step_other = bt <= at;
    if (step_one) ++a;
    if (step_other) ++b;
  }
}

/// Sums of blocks come to the same together. That their extremes do proves nothing: half of the work may have found
/// them.
Verdict together(const BufferResult& one, const BufferResult& other) {
  const double tolerance = std::max(tolerance_of(one.type), 1e-9);
  const auto same = [&](double a, double b) { return a != 0 && near(a, b, tolerance, 0); };
  if (near(one.sum, other.sum, tolerance, 0)) return Verdict::same;
  return same(one.most, other.most) || same(one.least, other.least) ? Verdict::unknown : Verdict::different;
}

bool few_results(const BufferResult& b, const Results& r) {
  constexpr double threads_a_result = 8;
  return static_cast<double>(b.stored) * threads_a_result <= r.threads;
}

struct Judged {
  Verdict verdict = Verdict::unknown;
  ResultDifference difference;
};

/// All of one value: zeros times anything are zeros. Two such buffers agree without proving that
/// the same was computed.
bool tells_nothing(const BufferResult& b) { return b.stored > 1 && b.least == b.most; }

/// All results of two whole launches. The same elements with equal values are the same; so are the
/// same values in any order (a compaction writes in the order in which blocks arrive). Where few
/// threads store, there are as many sums as blocks, and only their total can agree. Otherwise they
/// differ: in how many elements, or in which values.
Judged judge_whole(const BufferResult& one, const BufferResult& other, bool few) {
  const Verdict same = tells_nothing(one) ? Verdict::unknown : Verdict::same;
  const Overlap o = overlap_of(one, other);
  const auto both = static_cast<double>(o.both), differ = static_cast<double>(o.differ);
  const auto all = static_cast<double>(o.of_one + o.of_other - o.both);
  const double share = static_cast<double>(one.stored) / static_cast<double>(other.stored);
  // One element in a thousand may fall on the other side of a comparison of real numbers.
  const double forgiven = launch::is_real(read_as(one)) ? 1e-3 : 0;
  if (all - both + differ <= forgiven * all && std::abs(share - 1) <= forgiven) return {same, {}};
  if (one.stored == other.stored && one.values == other.values) return {same, {}};
  const bool mostly_alike = 2 * differ <= both;
  if (few || (!mostly_alike && one.stored != other.stored)) {
    const Verdict found = together(one, other);
    if (found == Verdict::same) return {same, {}};
    if (found == Verdict::unknown || (few && one.stored != other.stored)) return {};  // as many sums as blocks?
  }
  if (one.stored != other.stored) return {Verdict::different, {one.name, true, share}};
  return {Verdict::different, {one.name, false, (all - both + differ) / all}};
}

/// Of the elements that both store.
Judged judge_common(const BufferResult& one, const BufferResult& other, bool few) {
  const Verdict same = tells_nothing(one) ? Verdict::unknown : Verdict::same;
  constexpr std::size_t enough = 16;
  const Overlap o = overlap_of(one, other);
  if (few || o.both < enough) return {};
  const double share = static_cast<double>(o.differ) / static_cast<double>(o.both);
  if (share > 0.01) return {Verdict::different, {one.name, false, share}};
  return {same, {}};
}

const BufferResult* named(const Results& r, const std::string& name) {
  const auto found = std::ranges::find(r.buffers, name, &BufferResult::name);
  return found == r.buffers.end() ? nullptr : &*found;
}

}  // namespace

/// Buffer by buffer; one that differs decides. "Same" needs every buffer to be known to be the
/// same. Of several differences the largest is reported, a different number of elements before
/// different values.
Comparison compare(const Results& one, const Results& other) {
  if (one.extent == Extent::nothing || one.extent != other.extent || one.problem != other.problem) return {};
  const bool first = one.extent == Extent::first_block;
  if (first && (one.atomics || other.atomics)) return {};
  Comparison result;
  bool all_known = !one.buffers.empty();
  for (const BufferResult& b : one.buffers) {
    const BufferResult* of_other = named(other, b.name);
    if (of_other == nullptr || of_other->type != b.type) {
      all_known = false;
      continue;
    }
    const bool few = few_results(b, one) && few_results(*of_other, other);
    const Judged judged = first ? judge_common(b, *of_other, few) : judge_whole(b, *of_other, few);
    all_known = all_known && judged.verdict != Verdict::unknown;
    if (judged.verdict != Verdict::different) continue;
    const auto weight = [](const ResultDifference& d) {
      return d.elements ? 1 + std::abs(std::log(d.share)) : d.share;
    };
    if (!result.difference || weight(judged.difference) > weight(*result.difference))
      result.difference = judged.difference;
  }
  all_known = all_known && one.buffers.size() == other.buffers.size();
  result.verdict = result.difference ? Verdict::different : all_known ? Verdict::same : Verdict::unknown;
  return result;
}

}  // namespace forewarp::rank
