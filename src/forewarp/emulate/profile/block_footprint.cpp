// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Sectors of one block in order of first touch, each with a bit set of the slots that touched it, the bytes used, how
// it was used and when it was first touched. O(log n) per touch, for the stack distance.
#include "forewarp/emulate/profile/block_footprint.hpp"

#include <algorithm>
#include <bit>

#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/emulate/profile/sort_by_number.hpp"

namespace forewarp::profile {
namespace {

/// Blocks that touch more keep a sample of their sectors for comparison.
constexpr std::size_t max_kept = std::size_t{1} << 16;

template <typename Body>
void for_each_bit(const std::uint64_t* words, std::size_t count, Body body) {
  for (std::size_t w = 0; w < count; ++w) {
    for (auto bits = words[w]; bits != 0; bits &= bits - 1)
      body(w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
  }
}

/// Class k of a histogram holds distances (2^(k-1), 2^k], class 0 holds 0 and 1.
unsigned class_of(std::uint64_t distance) {
  const auto k = distance <= 1 ? 0U : static_cast<unsigned>(std::bit_width(distance - 1));
  return std::min(k, ReuseHistogram::classes - 1);
}

/// Class of reuse of a request that every L1 answers: 2^9 sectors of the block, 16 KiB.
constexpr unsigned farthest_near = 9;

constexpr std::uint32_t whole_sector = 0xffffffff;  ///< a bit for each byte

constexpr unsigned shift_of_lines = 2;  ///< of the number of a sector: 4 sectors are a line

bool is_local(std::uint64_t key) { return key >> 63U != 0; }

std::uint64_t count_of(std::uint32_t bytes) {
  return bytes == ~std::uint32_t{0} ? 32 : static_cast<std::uint64_t>(std::popcount(bytes));
}

}  // namespace

/// Keeps one sector in 2^halvings by a hash of its number, so that all blocks keep the same ones.
bool is_kept(std::uint64_t sector, unsigned halvings) {
  return (sector * 0xD6E8FEB86659FD93U >> 32U & ((std::uint64_t{1} << halvings) - 1)) == 0;
}

/// Buffers are allocated at multiples of 2^buffer_shift bytes, so the upper bits of a sector name
/// its buffer. Arguments are few: a linear search.
std::int32_t BufferMap::find(std::uint64_t sector) const {
  const auto number = sector >> (emu::Memory::buffer_shift - sector_shift);
  const auto at = std::find(numbers.begin(), numbers.end(), number);
  return at == numbers.end() || number == 0 ? -1 : static_cast<std::int32_t>(at - numbers.begin());
}

double BufferMap::sectors_of(std::int32_t buffer) const {
  const auto at = static_cast<std::size_t>(buffer);
  return at < bytes.size() && bytes[at] > 0 ? static_cast<double>((bytes[at] + 31) >> sector_shift) : 1e18;
}

bool BufferMap::is_host(std::uint64_t sector) const {
  return std::ranges::find(host_numbers, sector >> (emu::Memory::buffer_shift - sector_shift)) != host_numbers.end();
}

BlockFootprint::BlockFootprint(std::size_t slots, const BufferMap& buffers)
    : slots_(slots), words_((slots + 63) / 64), buffers_(buffers) {}

void BlockFootprint::begin() {
  stack_.clear();
  use_.clear();
  visits_.clear();
  asked_.clear();
  executions_.clear();
  load_requests_ = in_flight_ = 0;
  when_.clear();
  visits_of_pieces_.clear();
  requests_ = 0;
  reuse_ = {};
  first_ = 0;
  request_ = {};
  request_reuse_ = {};
  loads_.assign(slots_, {});
  if (!stored_lines_.entries().empty()) stored_lines_.clear();
  rewriting_visits_of_pieces_.clear();
  rewritten_ = rewriting_visits_ = rewritten_local_ = {};
}

/// Warps that run the same loads ask for the same sectors at about the same time: the first one misses, the others find
/// the sector on its way and wait as long. Both are at that sector after as many requests, give or take few; where the
/// other warp was there long ago, the sector has come, and so it has when a warp returns to it. A request that also
/// brings a new sector waits for that anyway.
void BlockFootprint::follow(const SectorTouch& t, std::uint32_t warp, std::size_t entry, bool is_new) {
  constexpr std::uint32_t few = 4;  // requests of a warp while one of another is on its way
  auto& [first_warp, request, warps] = visits_[entry];
  const std::uint32_t now = asked_[warp], apart = now > request ? now - request : request - now;
  const std::uint64_t bit = std::uint64_t{1} << warp % 64;
  const bool waits = first_warp != warp && (warps & bit) == 0 && apart <= few;
  warps |= bit;
  const bool counts = waits && !is_first_ && !is_in_flight_;
  if (counts) in_flight_ += t.weight;
  if (is_new && is_in_flight_) in_flight_ -= t.weight;
  is_in_flight_ = (is_in_flight_ || counts) && !is_new;
  is_first_ = is_first_ || is_new;
}

/// `again`: the block has stored to the sector before.
void BlockFootprint::store(const SectorTouch& t, std::uint32_t warp, bool again) {
  const auto [line, distance] = stored_lines_.touch(t.sector >> shift_of_lines, t.weight);
  if (!again) return;
  const unsigned k = class_of(distance);
  if (is_local(t.sector)) {
    rewritten_local_[k] += t.weight;
    return;
  }
  rewritten_[k] += t.weight;
  if (rewriting_visits_of_pieces_.add(t.sector, t.weight, asked_[warp], executions_[warp]))
    rewriting_visits_[k] += t.weight;
}

void BlockFootprint::begin_request(const SectorTouch& t) {
  end_request();
  request_ = {t.weight, t.slot, 0};
  load_requests_ += t.weight;
  is_first_ = is_in_flight_ = false;
}

void BlockFootprint::end_request() {
  if (request_.weight == 0) return;
  request_reuse_[request_.farthest] += request_.weight;
  SlotLoads& loads = loads_[request_.slot];
  loads.requests += request_.weight;
  if (request_.farthest <= farthest_near && !is_in_flight_) loads.near += request_.weight;
  request_ = {};
}

/// Example: a sampled iteration of weight 10 that touches 4 new bytes of a sector adds 4 bytes and 9 * 4 extra ones.
void BlockFootprint::touch(const SectorTouch& t, std::uint32_t warp) {
  const auto [entry, distance] = stack_.touch(t.sector, t.weight);
  if (warp >= asked_.size()) asked_.resize(warp + 1), executions_.resize(warp + 1);
  executions_[warp] += t.first_of_code ? 1U : 0U;
  if (t.first_of_request) {
    requests_ += t.weight;
    ++asked_[warp];
  }
  if (distance == StackDistance::never) {
    if (entry / chunk == chunks_.size()) chunks_.emplace_back(new std::uint64_t[chunk * words_]);
    std::fill_n(marks(entry), words_, 0);
    use_.emplace_back();
    visits_.push_back({warp, asked_[warp], 0});
    when_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(requests_, ~std::uint32_t{0})));
    if (!is_local(t.sector)) visits_of_pieces_.add(t.sector, t.weight, asked_[warp], executions_[warp]);
  }
  marks(entry)[t.slot / 64] |= std::uint64_t{1} << t.slot % 64;
  auto& use = use_[entry];
  if ((t.use & 2) != 0 && (is_local(t.sector) || !buffers_.is_host(t.sector))) store(t, warp, (use.how & 2) != 0);
  // What the block has stored whole it does not fetch to read it.
  const bool is_own = use.how == 2 && use.bytes == whole_sector && !is_local(t.sector);
  use.how |= static_cast<std::uint8_t>(is_own ? t.use & ~1U : t.use);
  const auto more = t.bytes & ~use.bytes;
  use.bytes |= more;
  // Sampled iterations touch the bytes that the skipped ones would: the weight belongs to the byte, not the sector.
  if (t.weight != 1 && more != 0) use.extra += (t.weight - 1) * count_of(more);
  if (!t.in_histogram) return;
  if (t.first_of_request) begin_request(t);
  const bool is_new = distance == StackDistance::never;
  follow(t, warp, entry, is_new);
  unsigned k = ReuseHistogram::classes;
  if (!is_new) k = class_of(distance);
  // A thread loads what it has stored itself: in an iteration that was skipped.
  if (is_new && is_local(t.sector)) k = class_of(stack_.total());
  (k < ReuseHistogram::classes ? reuse_[k] : first_) += t.weight;
  request_.farthest = std::max(request_.farthest, k);
}

/// Adds the unique sectors by slot, by buffer and of local memory.
void BlockFootprint::finish(Detail& into) {
  end_request();
  into.resize(slots_, buffers_.numbers.size());
  const auto& entries = stack_.entries();
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const auto weight = entries[e].weight;
    const auto used = use_[e].extra + count_of(use_[e].bytes);
    const auto buffer = buffers_.find(entries[e].sector);
    for_each_bit(marks(e), words_, [&](std::size_t slot) {
      into.unique[slot] += weight;
      into.used_bytes[slot] += used;
      if (buffer < 0) return;
      into.slot_buffer[slot].resize(buffers_.numbers.size());
      into.slot_buffer[slot][static_cast<std::size_t>(buffer)] += weight;
    });
    if (buffer < 0 && !is_local(entries[e].sector)) continue;
    auto& counts = buffer < 0 ? into.local : into.buffers[static_cast<std::size_t>(buffer)];
    counts.unique += weight;
    counts.used_bytes += used;
    if ((use_[e].how & 1) != 0) counts.read += weight;
    if ((use_[e].how & 2) != 0) counts.written += weight;
  }
  for (const Visit& visit : visits_of_pieces_.all())
    if (const auto buffer = buffers_.find(visit.piece << piece_shift); buffer >= 0)
      into.buffers[static_cast<std::size_t>(buffer)].visits += visit.weight;
  for (unsigned k = 0; k < ReuseHistogram::classes; ++k) {
    into.reuse[k] += reuse_[k];
    into.request_reuse[k] += request_reuse_[k];
    into.rewritten[k] += rewritten_[k];
    into.rewriting_visits[k] += rewriting_visits_[k];
    into.rewritten_local[k] += rewritten_local_[k];
  }
  into.first += first_;
  into.first_requests += request_reuse_.back();
  for (std::size_t slot = 0; slot < slots_; ++slot) {
    into.loads[slot].requests += loads_[slot].requests;
    into.loads[slot].near += loads_[slot].near;
  }
  into.load_requests += load_requests_;
  into.in_flight += in_flight_;
}

/// The sectors, sorted; thinned by halving until at most max_kept are left.
BlockSectors BlockFootprint::sectors() const {
  BlockSectors out;
  out.words = words_;
  out.requests = requests_;
  const auto& entries = stack_.entries();
  while (entries.size() >> out.halvings > max_kept) ++out.halvings;
  // About as many as are kept; unrolled code has hundreds of words per sector, too much to move while it grows.
  const std::size_t expected = std::min(entries.size(), (entries.size() >> out.halvings) * 9 / 8 + 64);
  struct Kept {
    std::uint64_t number;
    std::size_t entry;
  };
  std::vector<Kept> kept;
  kept.reserve(expected);
  for (std::size_t e = 0; e < entries.size(); ++e)
    if (is_kept(entries[e].sector, out.halvings)) kept.push_back({entries[e].sector, e});
  sort_by_number(kept, [](const Kept& one) { return one.number; });
  out.sectors.reserve(kept.size());
  out.marks.reserve(kept.size() * words_);
  for (const auto [number, e] : kept) {
    const auto at = static_cast<std::uint32_t>(out.marks.size());
    out.sectors.push_back({number, entries[e].weight, at, use_[e].bytes, when_[e]});
    out.marks.insert(out.marks.end(), marks(e), marks(e) + words_);
  }
  for (const Visit& visit : visits_of_pieces_.all())
    if (is_kept(visit.piece, out.halvings) && buffers_.find(visit.piece << piece_shift) >= 0)
      out.visits.push_back(visit);
  sort_by_number(out.visits, [](const Visit& visit) { return visit.piece; });
  return out;
}

}  // namespace forewarp::profile
