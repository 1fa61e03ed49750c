// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Operations across the lanes of a group of 32: shfl, vote, match, redux, activemask, elect. A lane takes part where
/// it is active and its membermask has it. What PTX leaves undefined: shfl from a lane that is not active gives the
/// lane its own value.
#include "forewarp/emulate/lanes/kernels/row.hpp"
#include "forewarp/emulate/lanes/scalar/minmax.hpp"

namespace forewarp::emu::lanes {
namespace {

enum class Shuffle : std::uint8_t { up, down, bfly, idx };

struct Choice {
  s32 lane;
  bool in_range;
};
/// PTX ISA, shfl: c holds the clamp in bits 0-4 and the segment mask in bits 8-12. Bits of the mask
/// are those of the lane number that must stay as they are. Example, shfl.down by 1 in segments of
/// 16, c = 0x101f: lane 14 reads lane 15; for lane 15 the highest lane is (15 & 16) | (31 & ~16) =
/// 15, so 16 is out of range and it keeps its own value.
template <Shuffle mode>
FOREWARP_LANES_INLINE Choice source_lane(s32 lane, u32 b, u32 c) {
  const auto step = static_cast<s32>(b & 31), clamp = static_cast<s32>(c & 31), segment = static_cast<s32>(c >> 8 & 31);
  const s32 highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
  // up compares with the same number, but from below: a clamp of 0 makes it the segment's lowest
  // lane.
  if (mode == Shuffle::up) return {lane - step, lane - step >= highest};
  const s32 from = mode == Shuffle::down   ? lane + step
                   : mode == Shuffle::bfly ? lane ^ step
                                           : lowest | (step & ~segment);
  return {from, from <= highest};
}

/// d{|p}, a, b, c{, membermask}.
template <Shuffle mode, bool predicate>
void shfl(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned first = predicate ? 2 : 1;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 *a = row<u32>(regs, inst, first, group), *b = row<u32>(regs, inst, first + 1, group);
    const u32* c = row<u32>(regs, inst, first + 2, group);
    alignas(64) u32 from[group_size], computed[group_size];
    u32 in_range = 0;
    FOREWARP_LANES_LOOP {
      const Choice choice = source_lane<mode>(static_cast<s32>(lane), b[lane], c[lane]);
      from[lane] = choice.in_range ? static_cast<u32>(choice.lane) & 31 : lane;
      in_range |= choice.in_range ? lane_bits32.bit[lane] : 0;
    }
    if (mask == all_lanes) {
      for (unsigned lane = 0; lane < group_size; ++lane) computed[lane] = a[from[lane]];
    } else {
      for (unsigned lane = 0; lane < group_size; ++lane) {
        computed[lane] = a[(mask >> from[lane] & 1) != 0 ? from[lane] : lane];
      }
    }
    blend_row(regs, inst, 0, group, computed, mask);
    if (predicate) write_predicate(regs, inst, 1, group, mask, in_range);
  });
}

enum class Vote : std::uint8_t { all, any, uni, ballot };

/// Members of a lane's mask, or all lanes where the instruction has none.
template <bool sync>
FOREWARP_LANES_INLINE u32 members(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group,
                                  unsigned lane) {
  return sync ? row<u32>(regs, inst, operand, group)[lane] : all_lanes;
}

template <Vote mode, bool sync>
void vote(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 yes = read_predicate(regs, inst, 1, group) & mask;
    alignas(64) u32 ballots[group_size];
    u32 result = 0;
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const u32 voters = members<sync>(regs, inst, 2, group, lane) & mask, ballot = yes & voters;
      const bool holds = mode == Vote::all   ? ballot == voters
                         : mode == Vote::any ? ballot != 0
                                             : ballot == voters || ballot == 0;
      ballots[lane] = ballot;
      result |= u32{holds} << lane;
    }
    if (mode == Vote::ballot) {
      blend_row(regs, inst, 0, group, ballots, mask);
    } else {
      write_predicate(regs, inst, 0, group, mask, result);
    }
  });
}

/// Lanes of voters that hold the same value as lane.
template <class T>
u32 alike(const T* values, unsigned lane, u32 voters) {
  u32 result = 0;
  for (unsigned other = 0; other < group_size; ++other) result |= u32{values[other] == values[lane]} << other;
  return result & voters;
}

template <class T>
void match_any(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const T* values = row<T>(regs, inst, 1, group);
    alignas(64) u32 computed[group_size];
    for (unsigned lane = 0; lane < group_size; ++lane) {
      computed[lane] = alike(values, lane, members<true>(regs, inst, 2, group, lane) & mask);
    }
    blend_row(regs, inst, 0, group, computed, mask);
  });
}

/// d{|p}: the members where all agree, else 0.
template <class T, bool predicate>
void match_all(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned first = predicate ? 2 : 1;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const T* values = row<T>(regs, inst, first, group);
    alignas(64) u32 computed[group_size];
    u32 agree = 0;
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const u32 voters = members<true>(regs, inst, first + 1, group, lane) & mask;
      const bool same = alike(values, lane, voters) == voters;
      computed[lane] = same ? voters : 0;
      agree |= u32{same} << lane;
    }
    blend_row(regs, inst, 0, group, computed, mask);
    if (predicate) write_predicate(regs, inst, 1, group, mask, agree);
  });
}

template <class T>
T sum_of(Control, T a, T b) {
  return static_cast<T>(static_cast<u32>(a) + static_cast<u32>(b));
}
template <bool largest, class T>
T integer_extreme_of(Control, T a, T b) {
  return (a < b) != largest ? a : b;
}
u32 and_of(Control, u32 a, u32 b) { return a & b; }
u32 or_of(Control, u32 a, u32 b) { return a | b; }
u32 xor_of(Control, u32 a, u32 b) { return a ^ b; }
template <bool largest>
float extreme_of(Control control, float a, float b) {
  const bool sizes = (control & control_bits::xorsign_abs) != 0;  // .abs here
  return extreme<largest>(control & control_bits::nan, sizes ? magnitude(a) : a, sizes ? magnitude(b) : b);
}

/// Folds the members' values in the order of lanes, once per group of lanes with the same
/// membermask: the lowest lane whose result is not known computes it for all that named the same
/// members.
template <class T, T (*fold)(Control, T, T)>
void redux(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const T* values = row<T>(regs, inst, 1, group);
    alignas(64) T computed[group_size] = {};
    u32 known = 0;
    for (u32 left = mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      if ((known >> lane & 1) != 0) continue;
      const u32 named = members<true>(regs, inst, 2, group, lane), voters = named & mask;
      if (voters == 0) continue;  // undefined: a lane outside its own mask
      T result = values[__builtin_ctz(voters)];
      result = fold(inst.control, result, result);  // .abs and NaN hold for a single member, too
      if constexpr (std::is_same_v<T, u32> || std::is_same_v<T, s32>) result = values[__builtin_ctz(voters)];
      for (u32 rest = voters & (voters - 1); rest != 0; rest &= rest - 1) {
        result = fold(inst.control, result, values[__builtin_ctz(rest)]);
      }
      for (u32 same = left; same != 0; same &= same - 1) {
        const auto other = static_cast<unsigned>(__builtin_ctz(same));
        if (members<true>(regs, inst, 2, group, other) != named) continue;
        computed[other] = result;
        known |= u32{1} << other;
      }
    }
    blend_row(regs, inst, 0, group, computed, mask);
  });
}

void activemask(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    alignas(64) u32 computed[group_size];
    FOREWARP_LANES_LOOP computed[lane] = mask;
    blend_row(regs, inst, 0, group, computed, mask);
  });
}

/// d|p, membermask: the lowest member leads.
void elect(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    alignas(64) u32 computed[group_size];
    u32 leads = 0;
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const u32 voters = members<true>(regs, inst, 2, group, lane) & mask;
      const u32 leader = voters == 0 ? lane : static_cast<u32>(__builtin_ctz(voters));
      computed[lane] = leader;
      leads |= u32{leader == lane} << lane;
    }
    blend_row(regs, inst, 0, group, computed, mask);
    write_predicate(regs, inst, 1, group, mask, leads);
  });
}

#define FOREWARP_LANES_SHFL(mode)                                             \
  {"shfl." #mode ".b32", &shfl<Shuffle::mode, false>, "wwww", 1},             \
      {"shfl." #mode ".b32/p", &shfl<Shuffle::mode, true>, "wpwww", 2},       \
      {"shfl.sync." #mode ".b32", &shfl<Shuffle::mode, false>, "wwwww", 1}, { \
    "shfl.sync." #mode ".b32/p", &shfl<Shuffle::mode, true>, "wpwwww", 2      \
  }
// CUB writes "vote.ballot.sync", which ptxas takes for "vote.sync.ballot".
#define FOREWARP_LANES_VOTE(mode, type, letter)                                 \
  {"vote." #mode "." type, &vote<Vote::mode, false>, letter "p", 1},            \
      {"vote.sync." #mode "." type, &vote<Vote::mode, true>, letter "pw", 1}, { \
    "vote." #mode ".sync." type, &vote<Vote::mode, true>, letter "pw", 1        \
  }

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_SHFL(up),
    FOREWARP_LANES_SHFL(down),
    FOREWARP_LANES_SHFL(bfly),
    FOREWARP_LANES_SHFL(idx),
    FOREWARP_LANES_VOTE(all, "pred", "p"),
    FOREWARP_LANES_VOTE(any, "pred", "p"),
    FOREWARP_LANES_VOTE(uni, "pred", "p"),
    FOREWARP_LANES_VOTE(ballot, "b32", "w"),
    {"match.any.sync.b32", &match_any<u32>, "www", 1},
    {"match.any.sync.b64", &match_any<u64>, "wlw", 1},
    {"match.all.sync.b32", &match_all<u32, false>, "www", 1},
    {"match.all.sync.b64", &match_all<u64, false>, "wlw", 1},
    {"match.all.sync.b32/p", &match_all<u32, true>, "wpww", 2},
    {"match.all.sync.b64/p", &match_all<u64, true>, "wplw", 2},
    {"redux.sync.add.u32", &redux<u32, &sum_of<u32>>, "www", 1},
    {"redux.sync.add.s32", &redux<u32, &sum_of<u32>>, "www", 1},
    {"redux.sync.min.u32", &redux<u32, &integer_extreme_of<false, u32>>, "www", 1},
    {"redux.sync.min.s32", &redux<s32, &integer_extreme_of<false, s32>>, "www", 1},
    {"redux.sync.max.u32", &redux<u32, &integer_extreme_of<true, u32>>, "www", 1},
    {"redux.sync.max.s32", &redux<s32, &integer_extreme_of<true, s32>>, "www", 1},
    {"redux.sync.and.b32", &redux<u32, &and_of>, "www", 1},
    {"redux.sync.or.b32", &redux<u32, &or_of>, "www", 1},
    {"redux.sync.xor.b32", &redux<u32, &xor_of>, "www", 1},
    {"redux.sync.min.f32", &redux<float, &extreme_of<false>>, "ssw", 1},
    {"redux.sync.max.f32", &redux<float, &extreme_of<true>>, "ssw", 1},
    {"activemask.b32", &activemask, "w", 1},
    {"elect.sync", &elect, "wpw", 2},
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::cross_table() { return entries; }

}  // namespace forewarp::emu::lanes
