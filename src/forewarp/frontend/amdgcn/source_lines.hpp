// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What each line of the source executed, as counted in PTX, for AMD's machine code to be compared with: both are made
/// of the same source, and both name its lines. Loads, stores and atomics of one line are one entry for each memory
/// space, in threads times bytes, since the two compilers merge and vectorise them differently; the rest of a line is
/// an entry if all of its instructions were executed equally often. A line with code in several
/// loops, or inside and outside of one, has an entry per depth (loop_depths.hpp).
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "forewarp/frontend/amdgcn/assembly.hpp"
#include "forewarp/frontend/amdgcn/loop_depths.hpp"
#include "forewarp/frontend/machine/ptx_lines.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::amdgcn {

/// Thread and warp instructions of PTX at a place, of one kind that both compilers make one instruction of: sums and
/// products of f32 and f64, or additions, logic, shifts and products of 32-bit integers.
struct PlaceArithmetic {
  double threads = 0, warps = 0;
  bool has_floats = false;        ///< such sums and products
  bool has_other_floats = false;  ///< divisions, roots, halves, conversions: other instructions of each compiler
  bool has_effects = false;       ///< accesses, whose addresses are integers
};

/// A loop of PTX. Loops of one place are one of the source's as a rule: unrolled, and what remains of it.
struct PtxLoop {
  std::uint32_t depth = 1;        ///< loops around its body
  double threads = 0, warps = 0;  ///< iterations
  std::uint32_t step = 0;         ///< what an iteration adds to the counter; 0: not known
};

class SourceLines {
 public:
  /// Bytes that one execution of an entry stands for, so that machine::executions_of() weighs accesses by their bytes.
  static constexpr std::uint32_t unit_bytes = 16;

  SourceLines(const ptx::Module& module, const std::vector<machine::PtxBlockCount>& counts, double threads,
              double warps, const Kernel& machine);

  /// By number of the entry, as machine::Instruction::line has it.
  [[nodiscard]] const machine::PtxLines& lines() const { return lines_; }
  /// Of the entry that a machine instruction of this place, effect and space belongs to, inside so many loops; 0: none.
  [[nodiscard]] std::uint32_t entry_of(const Place& place, std::uint32_t depth, machine::Effect effect,
                                       machine::Space space) const;
  /// A place, and the depth that machine instructions of it are taken to have.
  using Spot = std::pair<Place, std::uint32_t>;
  [[nodiscard]] Spot spot_of(const Place& place, std::uint32_t depth, Arithmetic arithmetic) const;
  /// nullptr: PTX has nothing there.
  [[nodiscard]] const PlaceArithmetic* arithmetic_of(const Spot& spot, Arithmetic arithmetic) const;
  /// By the place of the branch that begins the next iteration.
  [[nodiscard]] const std::multimap<Place, PtxLoop>& loops() const { return loops_; }
  /// Divisions of integers at a place, with remainders, in 64 bits and in 32. has_wide: PTX has those of 64 bits there,
  /// executed or not.
  struct Divisions {
    bool has_wide = false;
    double wide_threads = 0, wide_warps = 0, narrow_threads = 0;
  };
  /// nullptr: PTX has none there.
  [[nodiscard]] const Divisions* divisions_of(const Place& place) const;
  /// Sums and products of floats, of all places.
  [[nodiscard]] double float_threads() const;
  /// An access of PTX, of an entry: its line in the text, its bytes of a lane, its warp instructions.
  struct PtxAccess {
    std::uint32_t line = 0, bytes = 0;
    double warps = 0;
  };
  [[nodiscard]] const std::multimap<std::uint32_t, PtxAccess>& accesses() const { return accesses_; }
  /// The widest access of the entry in PTX, in bytes of a lane.
  [[nodiscard]] std::uint32_t widest(std::uint32_t entry) const;

 private:
  using Key = std::tuple<Place, std::uint32_t, machine::Effect, machine::Space>;
  void add(const Place& place, std::uint32_t depth, std::uint32_t ptx_line, const machine::PtxLine& line);
  void add_arithmetic(const Place& place, std::uint32_t depth, const ptx::Instruction& i, const machine::PtxLine& line);
  void add_division(const Place& place, const ptx::Instruction& i, const machine::PtxLine& line);
  [[nodiscard]] std::uint32_t find(const Key& key) const;

  machine::PtxLines lines_;
  std::map<Key, std::uint32_t> entries_;
  std::map<std::uint32_t, std::uint32_t> widest_;
  std::multimap<std::uint32_t, PtxAccess> accesses_;  ///< to global memory
  LoopDepths depths_;
  std::multimap<Place, PtxLoop> loops_;
  std::map<Place, Divisions> divisions_;
  std::map<std::pair<Spot, Arithmetic>, PlaceArithmetic> arithmetic_;
};

}  // namespace forewarp::amdgcn
