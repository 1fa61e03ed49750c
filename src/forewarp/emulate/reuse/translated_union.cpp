// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/translated_union.hpp"

// One bit a sector. Each translation moves its intervals to as many places as blocks differ in: axes along which it
// does not move are left out, and of an order of the blocks each address is taken once. A product of matrices of 64 x
// 64 blocks moves the rows of A to 64 places, not to 4096. O(places * intervals + weights * sectors / 64).
//
// Translations whose intervals have no gaps of skipped iterations come first, a sector for a sector. Of the others a
// sector of an iteration that represents others weighs as much as they do together: what only sectors of one weight
// cover counts with that weight, what several cover with the greatest of them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace forewarp::profile {
namespace {

constexpr double most_intervals = 1e6;                        ///< some milliseconds
constexpr std::int64_t most_sectors = std::int64_t{1} << 26;  ///< 8 MiB of bits
constexpr std::size_t most_weights = 16;
constexpr double phase = 0.5;  ///< of data that begin within a sector; only fractions of a sector depend on it

/// Places along the axes that the translation moves along; 1 for the others.
std::array<std::uint32_t, 3> moving_extents(const Translation& t, launch::Dim3 grid) {
  const std::uint32_t extents[3] = {grid.x, grid.y, grid.z};
  std::array<std::uint32_t, 3> out{};
  for (unsigned k = 0; k < 3; ++k) out[k] = t.step[k] == 0 ? 1 : extents[k];
  return out;
}

double places(const Translation& t, launch::Dim3 grid) {
  if (t.order) return static_cast<double>(t.order->distinct());
  const auto [x, y, z] = moving_extents(t, grid);
  return static_cast<double>(x) * y * z;
}

/// Sectors by which the reference block is moved.
std::vector<std::int64_t> moves(const Translation& t, std::uint64_t reference, launch::Dim3 grid) {
  if (t.order) return t.order->moves_from(reference, phase);
  const auto [x, y, z] = moving_extents(t, grid);
  const double at_x = x > 1 ? static_cast<double>(reference % grid.x) : 0;
  const double at_y = y > 1 ? static_cast<double>(reference / grid.x % grid.y) : 0;
  const double at_z = z > 1 ? static_cast<double>(reference / grid.x / grid.y) : 0;
  std::vector<std::int64_t> out;
  out.reserve(std::size_t{x} * y * z);
  for (std::uint32_t k = 0; k < z; ++k)
    for (std::uint32_t j = 0; j < y; ++j)
      for (std::uint32_t i = 0; i < x; ++i)
        out.push_back(static_cast<std::int64_t>(
            std::floor(phase + t.step[0] * (i - at_x) + t.step[1] * (j - at_y) + t.step[2] * (k - at_z))));
  return out;
}

class Bits {
 public:
  explicit Bits(std::size_t count) : words_(count / 64 + 1) {}

  /// [low, high)
  void set(std::size_t low, std::size_t high) {
    for (; low < high && low % 64 != 0; ++low) words_[low / 64] |= std::uint64_t{1} << low % 64;
    for (; low + 64 <= high; low += 64) words_[low / 64] = ~std::uint64_t{0};
    for (; low < high; ++low) words_[low / 64] |= std::uint64_t{1} << low % 64;
  }

  [[nodiscard]] double count() const {
    std::uint64_t out = 0;
    for (const auto word : words_) out += static_cast<unsigned>(std::popcount(word));
    return static_cast<double>(out);
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// Those of the translation that have this weight.
std::vector<Interval> intervals_of(const Translation& t, std::span<const BlockSectors::Sector> sectors,
                                   std::uint64_t weight) {
  std::vector<Interval> out;
  auto interval = t.intervals.begin();
  for (const auto& sector : sectors) {
    const auto at = static_cast<std::int64_t>(sector.number - t.base);
    while (interval != t.intervals.end() && interval->high <= at) ++interval;
    if (interval == t.intervals.end()) break;
    if (at < interval->low || sector.weight != weight) continue;
    if (!out.empty() && out.back().high == at) {
      ++out.back().high;
    } else {
      out.push_back({at, at + 1});
    }
  }
  return out;
}

/// Where the translations move to, in sectors from the base of the first one, and what they cover of the buffer.
struct Moves {
  std::vector<std::vector<std::int64_t>> of;  ///< by translation
  std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = std::numeric_limits<std::int64_t>::min();
};

Moves all_moves(const std::vector<Translation>& translations, std::uint64_t reference, launch::Dim3 grid,
                SectorRange within) {
  Moves out;
  for (const auto& t : translations) {
    auto& of = out.of.emplace_back(moves(t, reference, grid));
    for (auto& move : of) move += static_cast<std::int64_t>(t.base - translations.front().base);
    const auto [least, greatest] = std::ranges::minmax(of);
    out.low = std::min(out.low, least + t.intervals.front().low);
    out.high = std::max(out.high, greatest + t.intervals.back().high);
  }
  const auto base = translations.front().base;
  out.low = std::max(out.low, static_cast<std::int64_t>(within.first - base));
  out.high = std::min(out.high, static_cast<std::int64_t>(within.end - base));
  return out;
}

}  // namespace

std::optional<double> translated_union(const std::vector<Translation>& translations,
                                       std::span<const BlockSectors::Sector> sectors, std::uint64_t reference,
                                       launch::Dim3 grid, SectorRange within) {
  double intervals = 0;
  for (const auto& t : translations) intervals += places(t, grid) * static_cast<double>(t.intervals.size());
  std::set<std::uint64_t, std::greater<>> weights;
  for (const auto& sector : sectors) weights.insert(sector.weight);
  if (translations.empty() || intervals > most_intervals || weights.size() > most_weights) return std::nullopt;
  const Moves moved = all_moves(translations, reference, grid, within);
  if (moved.high <= moved.low) return 0;
  if (moved.high - moved.low > most_sectors) return std::nullopt;
  Bits bits(static_cast<std::size_t>(moved.high - moved.low));
  const auto set = [&](const std::vector<std::int64_t>& moves, const std::vector<Interval>& mine) {
    for (const auto move : moves)
      for (const auto& interval : mine) {
        const auto low = std::max(move + interval.low, moved.low), high = std::min(move + interval.high, moved.high);
        if (low < high) bits.set(static_cast<std::size_t>(low - moved.low), static_cast<std::size_t>(high - moved.low));
      }
  };
  for (std::size_t k = 0; k < translations.size(); ++k)
    if (translations[k].fills_gaps) set(moved.of[k], translations[k].intervals);
  double before = bits.count(), sum = before;
  for (const auto weight : weights) {
    for (std::size_t k = 0; k < translations.size(); ++k)
      if (!translations[k].fills_gaps) set(moved.of[k], intervals_of(translations[k], sectors, weight));
    const double count = bits.count();
    sum += static_cast<double>(weight) * (count - before);
    before = count;
  }
  return sum;
}

}  // namespace forewarp::profile
