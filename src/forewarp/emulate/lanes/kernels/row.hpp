// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Turns a function of scalars into one of rows. A kernel writes `float add(Control, float a, float b)`; op<&add>("..")
/// makes of it a LaneFn that walks the warp 32 lanes at a time in a loop the compiler vectorises, blends where lanes
/// are inactive, and derives the letters of its operands from the parameter types. Everything here has internal
/// linkage: the same source is compiled for several instruction sets into one program.
#include <type_traits>
#include <utility>

#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/lanes/scalar/types.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see above

constexpr unsigned group_size = 32;

// Rows are the same or apart, so that no lane's store is another lane's load.
#ifdef __clang__
#define FOREWARP_LANES_LOOP for (unsigned lane = 0; lane < group_size; ++lane)
#else
#define FOREWARP_LANES_LOOP _Pragma("GCC ivdep") for (unsigned lane = 0; lane < group_size; ++lane)
#endif

/// 1 << lane, as a table: baseline x86 has no shift by a different amount in each lane.
template <class T>
struct LaneBits {
  T bit[group_size];
  constexpr LaneBits() : bit() {
    for (unsigned lane = 0; lane < group_size; ++lane) bit[lane] = T{1} << lane;
  }
};
alignas(64) constexpr LaneBits<u32> lane_bits32;
alignas(64) constexpr LaneBits<u64> lane_bits64;

template <class T>
FOREWARP_LANES_INLINE bool lane_in(u32 mask, unsigned lane) {
  if constexpr (sizeof(T) == 8) {
    return (mask & lane_bits64.bit[lane]) != 0;
  } else {
    return (mask & lane_bits32.bit[lane]) != 0;
  }
}

template <class T>
constexpr char letter() {
  if (std::is_same_v<T, bool>) return 'p';
  if (std::is_same_v<T, float>) return 's';
  if (std::is_same_v<T, double>) return 'd';
  return sizeof(T) == 8 ? 'l' : 'w';
}

template <class T>
FOREWARP_LANES_INLINE T* row(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group = 0) {
  return reinterpret_cast<T*>(regs + inst.rows[operand]) + group * group_size;
}

/// A predicate operand of one group, its ! applied; false where the operand is absent.
FOREWARP_LANES_INLINE u32 read_predicate(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group) {
  const auto mask = static_cast<u32>(*row<u64>(regs, inst, operand) >> (group * group_size));
  return (inst.negated >> operand & 1) != 0 ? ~mask : mask;
}

FOREWARP_LANES_INLINE void write_predicate(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group,
                                           u32 active, u32 value) {
  if (inst.rows[operand] == LaneInst::absent_row) return;
  auto* const mask = row<u64>(regs, inst, operand);
  const u64 chosen = u64{active} << (group * group_size);
  *mask = (*mask & ~chosen) | (u64{value} << (group * group_size) & chosen);
}

template <class T>
struct Source {
  const Slot<T>* values;
  Source(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group)
      : values(row<Slot<T>>(regs, inst, operand, group)) {}
  template <class As>
  FOREWARP_LANES_INLINE T at(unsigned lane) const {
    return static_cast<T>(values[lane]);
  }
};

template <>
struct Source<bool> {
  u32 mask;
  Source(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group)
      : mask(read_predicate(regs, inst, operand, group)) {}
  template <class As>
  FOREWARP_LANES_INLINE bool at(unsigned lane) const {
    return lane_in<As>(mask, lane);
  }
};

/// Copies computed lanes over those of the destination that are active.
template <class T>
FOREWARP_LANES_INLINE void blend(T* to, const T* computed, u32 active) {
  FOREWARP_LANES_LOOP to[lane] = lane_in<T>(active, lane) ? computed[lane] : to[lane];
}

template <class T>
FOREWARP_LANES_INLINE void blend_row(std::byte* regs, const LaneInst& inst, unsigned operand, unsigned group,
                                     const T* computed, u32 active) {
  if (inst.rows[operand] != LaneInst::absent_row) blend(row<T>(regs, inst, operand, group), computed, active);
}

/// Calls body(group, active lanes of the group) for the groups that have any.
template <class Body>
FOREWARP_LANES_INLINE void for_groups(LaneMask active, unsigned width, Body body) {
  for (unsigned group = 0; group * group_size < width; ++group) {
    const auto mask = static_cast<u32>(active >> (group * group_size));
    if (mask != 0) body(group, mask);
  }
}

template <auto fn, class Type = decltype(fn)>
struct Map;

template <auto fn, class R, class... A>
struct Map<fn, R (*)(Control, A...)> {
  static constexpr char rows[] = {letter<R>(), letter<A>()..., '\0'};

  /// Every lane is computed, whatever the mask: fn must be cheap.
  static void dense(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
    for_groups(active, width, [&](unsigned group, u32 mask) {
      dense_group(regs, inst, mask, group, inst.control, std::index_sequence_for<A...>{});
    });
  }

  /// The same with a loop of its own for each rounding, in which the compiler knows it.
  static void dense_by_rounding(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
    switch (static_cast<Rounding>(inst.control & control_bits::rounding)) {
      case Rounding::nearest:
        return dense_rounded<Rounding::nearest>(regs, inst, active, width);
      case Rounding::zero:
        return dense_rounded<Rounding::zero>(regs, inst, active, width);
      case Rounding::down:
        return dense_rounded<Rounding::down>(regs, inst, active, width);
      case Rounding::up:
        return dense_rounded<Rounding::up>(regs, inst, active, width);
      case Rounding::away:
        return dense_rounded<Rounding::away>(regs, inst, active, width);
    }
  }

  /// Only active lanes are computed, one after the other: for functions that do not vectorise.
  static void sparse(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
    for_groups(active, width, [&](unsigned group, u32 mask) {
      sparse_group(regs, inst, mask, group, std::index_sequence_for<A...>{});
    });
  }

 private:
  template <Rounding rounding>
  static void dense_rounded(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
    const Control control = (inst.control & ~control_bits::rounding) | static_cast<Control>(rounding);
    for_groups(active, width, [&](unsigned group, u32 mask) {
      dense_group(regs, inst, mask, group, control, std::index_sequence_for<A...>{});
    });
  }

  template <std::size_t... I>
  FOREWARP_LANES_INLINE static void dense_group(std::byte* regs, const LaneInst& inst, u32 mask, unsigned group,
                                                Control control, std::index_sequence<I...>) {
    dense_loop(regs, inst, mask, group, control, Source<A>(regs, inst, I + 1, group)...);
  }

  template <class... S>
  FOREWARP_LANES_INLINE static void dense_loop(std::byte* regs, const LaneInst& inst, u32 mask, unsigned group,
                                               Control control, const S... sources) {
    if constexpr (std::is_same_v<R, bool>) {
      u32 result = 0;
      FOREWARP_LANES_LOOP { result |= fn(control, sources.template at<u32>(lane)...) ? lane_bits32.bit[lane] : 0; }
      write_predicate(regs, inst, 0, group, mask, result);
    } else {
      auto* const to = row<Slot<R>>(regs, inst, 0, group);
      if (mask == all_lanes) {
        FOREWARP_LANES_LOOP to[lane] = to_slot(fn(control, sources.template at<R>(lane)...));
      } else {
        FOREWARP_LANES_LOOP {
          const Slot<R> value = to_slot(fn(control, sources.template at<R>(lane)...));
          to[lane] = lane_in<R>(mask, lane) ? value : to[lane];
        }
      }
    }
  }

  template <std::size_t... I>
  FOREWARP_LANES_INLINE static void sparse_group(std::byte* regs, const LaneInst& inst, u32 mask, unsigned group,
                                                 std::index_sequence<I...>) {
    sparse_loop(regs, inst, mask, group, inst.control, Source<A>(regs, inst, I + 1, group)...);
  }

  template <class... S>
  FOREWARP_LANES_INLINE static void sparse_loop(std::byte* regs, const LaneInst& inst, u32 mask, unsigned group,
                                                Control control, const S... sources) {
    u32 result = 0;
    for (u32 left = mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      const R value = fn(control, sources.template at<R>(lane)...);
      if constexpr (std::is_same_v<R, bool>) {
        result |= value ? u32{1} << lane : 0;
      } else {
        row<Slot<R>>(regs, inst, 0, group)[lane] = to_slot(value);
      }
    }
    if constexpr (std::is_same_v<R, bool>) write_predicate(regs, inst, 0, group, mask, result);
  }
};

/// scalar: the function as text, see LaneEntry.
template <auto fn>
constexpr LaneEntry op(const char* key, const char* scalar = nullptr) {
  return {key, &Map<fn>::dense, Map<fn>::rows, 1, scalar, Fusion::call};
}

/// For functions whose work depends on the rounding in their control.
template <auto fn>
constexpr LaneEntry rounding_op(const char* key, const char* scalar = nullptr) {
  return {key, &Map<fn>::dense_by_rounding, Map<fn>::rows, 1, scalar, Fusion::call};
}

template <auto fn>
constexpr LaneEntry sparse_op(const char* key) {
  return {key, &Map<fn>::sparse, Map<fn>::rows, 1};
}

/// An operation of a function in scalar/, under its own name.
#define FOREWARP_LANES_OP(key, ...) op<&__VA_ARGS__>(key, #__VA_ARGS__)
#define FOREWARP_LANES_ROUNDING_OP(key, ...) rounding_op<&__VA_ARGS__>(key, #__VA_ARGS__)

}  // namespace
}  // namespace forewarp::emu::lanes
