// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Sectors: collect_close_sectors is the fast way, by comparing neighbours where sectors rise from lane to lane, else
// with one bit per sector in a window of 2 MiB; collect_sectors is the general one. Wavefronts of shared memory: words
// are distributed over 32 banks, and the fullest bank decides.
#include "forewarp/emulate/profile/request_shape.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/profile/fullest_bank.hpp"
#include "forewarp/emulate/profile/sector_set.hpp"
#include "forewarp/emulate/profile/small_set.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

using emu::for_each_lane;

constexpr unsigned banks = 32, bank_bytes = 4, wavefront_bytes = banks * bank_bytes;
/// No lane requests more bytes (a 256-bit vector has 32 bytes); keeps the small set small whatever arrives.
constexpr std::uint64_t max_lane_bytes = 32;

bool is_atomic(emu::AccessKind kind) { return kind == emu::AccessKind::atomic || kind == emu::AccessKind::reduction; }

/// The distinct numbers of a stream; runs and rising streams, the common case, never reach the hash.
class Distinct {
 public:
  explicit Distinct(std::vector<std::uint64_t>& out) : out_(out) { out_.clear(); }

  void add(std::uint64_t value) {
    if (value == last_ && !out_.empty()) return;
    last_ = value;
    if (rising_) {
      if (out_.empty() || value > out_.back()) {
        out_.push_back(value);
        return;
      }
      rising_ = false;
      set().clear();
      for (const auto old : out_) set().insert(old);
    }
    if (set().insert(value)) out_.push_back(value);
  }

 private:
  static SmallSet& set() {
    thread_local SmallSet instance;
    return instance;
  }
  std::vector<std::uint64_t>& out_;
  std::uint64_t last_ = 0;
  bool rising_ = true;
};

/// The sectors of lanes that touch one each, by lane.
struct LaneSectors {
  static constexpr unsigned max_lanes = 64;
  std::array<std::uint64_t, max_lanes> numbers;
  std::uint32_t count = 0;
  std::uint64_t bits = 0;  ///< of all addresses: the low ones are set where one is misaligned

  explicit LaneSectors(const emu::Access& access) {
    const auto take = [&](unsigned lane) {
      const auto address = access.addresses[lane];
      numbers[count++] = address >> sector_shift;
      bits |= address;
    };
    if (std::has_single_bit(access.active + 1)) {
      const auto lanes = static_cast<unsigned>(std::countr_one(access.active));
      for (unsigned lane = 0; lane < lanes; ++lane) take(lane);
    } else {
      for_each_lane(access.active, take);
    }
  }

  /// Whether no lane's sector is before that of the lane before it: no difference is negative.
  [[nodiscard]] bool rise() const {
    std::uint64_t differences = 0;
    for (std::uint32_t i = 1; i < count; ++i) differences |= numbers[i] - numbers[i - 1];
    return differences >> 63 == 0;
  }

  /// SectorSet::reduce() of rising ones: equal numbers are side by side.
  SectorSet::Counts reduce_rising() {
    SectorSet::Counts kept{1, 1};
    std::uint64_t before = numbers[0];
    for (std::uint32_t i = 1; i < count; ++i) {
      const std::uint64_t sector = numbers[i];
      numbers[kept.sectors] = sector;
      kept.sectors += sector != before ? 1U : 0U;
      kept.lines += (sector ^ before) >> (line_shift - sector_shift) != 0 ? 1U : 0U;
      before = sector;
    }
    return kept;
  }

  [[nodiscard]] bool are_close(std::uint64_t origin) const {
    std::uint64_t outside = 0;
    for (std::uint32_t i = 0; i < count; ++i) outside |= numbers[i] - origin;
    return outside < SectorSet::max_span;
  }
};

/// Where lanes touch no more than one sector each, and these rise with the lanes (rows of a matrix, one a lane) or are
/// close together; false, with nothing done, where not.
bool collect_close_sectors(const emu::Access& access, RequestShape& shape, std::vector<std::uint64_t>& sectors) {
  thread_local SectorSet set;
  if (access.bytes > 1U << sector_shift || !std::has_single_bit(unsigned{access.bytes})) return false;
  LaneSectors lanes(access);
  if ((lanes.bits & (access.bytes - 1U)) != 0) return false;
  SectorSet::Counts kept{};
  if (lanes.rise()) {
    kept = lanes.reduce_rising();
  } else {
    const auto origin = SectorSet::origin_around(lanes.numbers[0]);
    if (!lanes.are_close(origin)) return false;
    kept = set.reduce(lanes.numbers.data(), lanes.count, origin);
  }
  sectors.assign(lanes.numbers.begin(), lanes.numbers.begin() + kept.sectors);
  shape.sectors = kept.sectors;
  shape.lines = kept.lines;
  return true;
}

/// Lanes may straddle sectors: every sector between the first and the last byte of a lane counts.
void collect_sectors(const emu::Access& access, std::vector<std::uint64_t>& sectors) {
  Distinct distinct(sectors);
  for_each_lane(access.active, [&](unsigned lane) {
    const auto first = access.addresses[lane];
    const auto last = first + std::clamp<std::uint64_t>(access.bytes, 1, max_lane_bytes) - 1;
    for (auto sector = first >> sector_shift; sector <= last >> sector_shift; ++sector) distinct.add(sector);
  });
}

/// Local memory: 4-byte words of the lanes side by side. Word 5 of 32 lanes is at (5 * 32 + lane) *
/// 4: 128 bytes in a row, four sectors, although each lane's own addresses are far apart.
void collect_local_sectors(const emu::Access& access, unsigned width, std::vector<std::uint64_t>& sectors) {
  Distinct distinct(sectors);
  const auto words = (std::clamp<std::uint64_t>(access.bytes, 1, max_lane_bytes) + bank_bytes - 1) / bank_bytes;
  for (std::uint64_t word = 0; word < words; ++word) {
    for_each_lane(access.active, [&](unsigned lane) {
      const auto row = access.addresses[lane] / bank_bytes + word;
      distinct.add((row * width + lane) * bank_bytes >> sector_shift);
    });
  }
}

/// Distinct groups of four sectors.
std::uint32_t count_lines(const std::vector<std::uint64_t>& sectors) {
  thread_local std::vector<std::uint64_t> lines;
  Distinct distinct(lines);
  for (const auto sector : sectors) distinct.add(sector >> (line_shift - sector_shift));
  return static_cast<std::uint32_t>(lines.size());
}

/// Two words of a lane of 32 bytes never fall into one bank.
using Banks = FullestBank<banks>;

void add_lanes(Banks& into, const emu::Access& access, emu::LaneMask lanes, bool share) {
  for_each_lane(lanes, [&](unsigned lane) {
    const auto first = access.addresses[lane] / bank_bytes;
    const auto bytes = std::clamp<std::uint64_t>(access.bytes, 1, max_lane_bytes);
    const auto last = (access.addresses[lane] + bytes - 1) / bank_bytes;
    for (auto word = first; word <= last; ++word) into.add(word, static_cast<unsigned>(word % banks), share);
  });
}

/// Requests of more than 128 bytes are served in groups of lanes (32 lanes of 4 bytes, 16 of 8, 8
/// of 16), each group in as many wavefronts as its fullest bank has words. Floats with a stride of
/// two words fill the even banks with two words each: 2 wavefronts. Groups without conflicts whose
/// words together fit one wavefront, as in a broadcast of one 8-byte value, take one.
std::uint32_t wavefronts_of(const emu::Access& access, unsigned width, bool share) {
  const unsigned group = wavefront_bytes / std::clamp<unsigned>(access.bytes, bank_bytes, wavefront_bytes);
  const emu::LaneMask group_mask = (emu::LaneMask{1} << group) - 1;
  std::uint32_t sum = 0, groups = 0;
  for (unsigned first = 0; first < width; first += group) {
    const auto lanes = access.active & (group_mask << first);
    if (lanes == 0) continue;
    Banks one;
    add_lanes(one, access, lanes, share);
    sum += one.most();
    ++groups;
  }
  if (groups < 2 || sum > groups) return sum;
  Banks all;
  add_lanes(all, access, access.active, share);
  return all.most() == 1 ? 1 : sum;
}

/// Whether every active lane has the address of the lane whose number differs in this bit, where that one is active.
bool is_paired(const emu::Access& access, unsigned bit) {
  bool paired = true;
  for_each_lane(access.active, [&](unsigned lane) {
    const unsigned other = lane ^ bit;
    if ((access.active >> other & 1) != 0) paired &= access.addresses[lane] == access.addresses[other];
  });
  return paired;
}

std::uint32_t wide_wavefronts_of(const emu::Access& access, unsigned width) {
  const bool packed = is_paired(access, 1) || is_paired(access, 2);
  const unsigned group = (packed ? 2 : 1) * wavefront_bytes / std::clamp<unsigned>(access.bytes, 8, wavefront_bytes);
  const emu::LaneMask group_mask = (emu::LaneMask{1} << group) - 1;
  std::uint32_t sum = 0;
  for (unsigned first = 0; first < width; first += group) {
    Banks one;
    add_lanes(one, access, access.active & (group_mask << first), true);
    sum += one.most();
  }
  return sum;
}

std::uint32_t count_addresses(const emu::Access& access) {
  thread_local std::vector<std::uint64_t> addresses;
  Distinct distinct(addresses);
  for_each_lane(access.active, [&](unsigned lane) { distinct.add(access.addresses[lane]); });
  return static_cast<std::uint32_t>(addresses.size());
}

/// Lanes beyond the first on an address: 32 lanes on 4 addresses have 28 collisions.
std::uint32_t count_collisions(const emu::Access& access) {
  return static_cast<std::uint32_t>(std::popcount(access.active)) - count_addresses(access);
}

std::uint32_t most_on_one_address(const emu::Access& access) {
  std::uint32_t most = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    std::uint32_t same = 0;
    for_each_lane(access.active, [&](unsigned other) { same += access.addresses[lane] == access.addresses[other]; });
    most = std::max(most, same);
  });
  return most;
}

/// Where each lane has a sector of its own; false where not.
bool bytes_of_own_sectors(const emu::Access& access, std::uint64_t asked, std::vector<std::uint32_t>& bytes) {
  if (!std::has_single_bit(asked)) return false;
  const std::uint32_t ones = ~std::uint32_t{0} >> (sector_bytes - asked);
  std::uint64_t bits = 0;
  std::uint32_t* out = bytes.data();
  for_each_lane(access.active, [&](unsigned lane) {
    const auto address = access.addresses[lane];
    bits |= address;
    *out++ = ones << address % sector_bytes;
  });
  return (bits & (asked - 1)) == 0;
}

}  // namespace

RequestShape shape_of(const emu::Access& access, unsigned width, std::vector<std::uint64_t>& sectors) {
  RequestShape shape;
  sectors.clear();
  shape.lanes = static_cast<std::uint32_t>(std::popcount(access.active));
  if (shape.lanes == 0) return shape;
  if (is_atomic(access.kind)) shape.collisions = count_collisions(access);
  if (access.space == ptx::StateSpace::shared) {
    const bool atomic = is_atomic(access.kind);
    shape.wavefronts = wavefronts_of(access, width, !atomic);
    if (atomic) shape.passes = wavefronts_of(access, width, true);
    const bool wide = access.kind == emu::AccessKind::load && access.bytes >= 8;
    shape.wide_wavefronts = wide ? wide_wavefronts_of(access, width) : shape.wavefronts;
    const std::uint32_t ideal = atomic && shape.collisions > 0
                                    ? most_on_one_address(access)
                                    : (shape.lanes * access.bytes + wavefront_bytes - 1U) / wavefront_bytes;
    shape.ideal_wavefronts = std::clamp<std::uint32_t>(ideal, 1, shape.wavefronts);
  } else if (has_sectors(access.space)) {
    if (access.space == ptx::StateSpace::local) {
      collect_local_sectors(access, width, sectors);
    } else if (!collect_close_sectors(access, shape, sectors)) {
      collect_sectors(access, sectors);
    }
    if (shape.sectors == 0) {
      shape.sectors = static_cast<std::uint32_t>(sectors.size());
      shape.lines = count_lines(sectors);
    }
    const bool constant = access.space == ptx::StateSpace::const_;
    shape.passes = constant ? count_addresses(access) : shape.lines;
  }
  return shape;
}

/// For each sector a bit per byte that some lane requests. Every lane adds a run of ones, which may
/// continue in the next sector: 16 bytes from offset 24 set bits 24 to 31 of one sector and 0 to 7
/// of the next.
void bytes_of(const emu::Access& access, const RequestShape& shape, std::uint64_t base,
              const std::vector<std::uint64_t>& sectors, std::vector<std::uint32_t>& bytes) {
  const auto asked = std::clamp<std::uint64_t>(access.bytes, 1, max_lane_bytes);
  bytes.resize(sectors.size());
  if (shape.lanes == shape.sectors && bytes_of_own_sectors(access, asked, bytes)) return;
  std::fill(bytes.begin(), bytes.end(), 0);
  const std::uint32_t ones = ~std::uint32_t{0} >> (sector_bytes - asked);
  const auto begin = sectors.begin();
  auto at = begin, met = begin;  // sectors are in the order in which lanes first touch them: a new one is the next
  const auto add = [&](std::uint64_t sector, std::uint32_t mask) {
    if (met == begin || *at != sector) {
      at = met != sectors.end() && *met == sector ? met++ : std::find(begin, met, sector);
      FOREWARP_ASSERT(at != met, "a request's sectors are those that its lanes meet");
    }
    bytes[static_cast<std::size_t>(at - begin)] |= mask;
  };
  for_each_lane(access.active, [&](unsigned lane) {
    const auto address = access.addresses[lane], sector = (address >> sector_shift) - base;
    const auto offset = address % sector_bytes;
    add(sector, ones << offset);
    if (offset + asked > sector_bytes) add(sector + 1, ones >> (sector_bytes - offset));
  });
}

}  // namespace forewarp::profile
