// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/find_segments.hpp"

// A segment is a sequence of instructions of one basic block that are lane operations with a text (Fusion) or loads and
// stores with quick functions (quick_access.hpp); without an access it is a run. A row must be in the warp's frame if
// its register is read outside the segment, or in it before the first write, where it has the value of an earlier
// execution. Other rows that are written in one piece and used in another are in the scratch, the rest is nowhere.
// O(instructions).
//
// Example: add %r2, %r1, 1; mad.wide %rd3, %r2, 4, %rd1; ld %f4, [%rd3]; mul %f5, %f4, %f4; and %f5 is stored by
// another block. The pieces are {add, mad}, ld, {mul}; %r2 is nowhere, %rd3 and %f4 are in the scratch, %f5 is in the
// frame.
#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

#include "forewarp/emulate/decode/frame_layout.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"

namespace forewarp::emu::native {

namespace {

constexpr std::size_t least_operations = 2;  ///< for which a call of their own is worth it
constexpr std::size_t longest_run = 192, longest_segment = 600;
constexpr std::uint32_t scratch_row = 256;  ///< bytes: 32 lanes of 8

class Finder {
 public:
  Finder(const FunctionCode& code, unsigned width)
      : code_(code), layout_(*code.function, width), flow_(*code.function) {
    for (std::size_t r = 0; r < code.function->registers.size(); ++r)
      register_of_[layout_.row(static_cast<std::int32_t>(r))] = static_cast<std::uint32_t>(r);
    for (const BlockCode& block : code.plain.blocks) find(block);
  }

  FoundSegments found;

 private:
  [[nodiscard]] std::uint32_t position(std::size_t at) const { return code_.positions[code_.plain.origin[at]]; }
  [[nodiscard]] const LaneText& text(std::size_t at) const { return code_.texts[code_.plain.origin[at]]; }
  [[nodiscard]] const MachineOp* access_at(std::size_t at) const {
    const Ready& ready = code_.plain.ready[at];
    if (ready.lane.fn) return nullptr;
    const MachineOp& op = code_.ops[ready.lane.control];
    return op.quick.move && !op.rows.empty() && std::ranges::count(op.rows, LaneInst::absent_row) == 0 ? &op : nullptr;
  }
  [[nodiscard]] bool may_be_part(std::size_t at) const {
    return text(at).fusion != Fusion::none || access_at(at) != nullptr;
  }

  void find(const BlockCode& block) {
    const Ready* const base = code_.plain.ready.data();
    const auto end = static_cast<std::size_t>(block.last - base);
    for (auto at = static_cast<std::size_t>(block.first - base); at < end;) {
      std::size_t last = at;
      while (last < end && last - at < longest_segment && may_be_part(last)) ++last;
      // Where a piece ends its block, a path goes on to the next block (path_text.hpp), however short the piece is.
      const SegmentPlace place{.first = at,
                               .last = last,
                               .block = block.index,
                               .begins = at == static_cast<std::size_t>(block.first - base),
                               .ends = last == end};
      if (last - at >= (place.ends ? 1 : least_operations)) add(place);
      at = std::max(last, at + 1);
    }
  }

  void add(SegmentPlace place) {
    Segment segment;
    std::size_t accesses = 0, operations = 0;
    for (std::size_t at = place.first; at < place.last; ++at) {
      if (const MachineOp* op = access_at(at)) {
        add_access(segment, code_.plain.ready[at], *op);
        ++accesses;
        continue;
      }
      auto* run = segment.pieces.empty() ? nullptr : std::get_if<FusedRun>(&segment.pieces.back());
      if (!run || run->ops.size() == longest_run) run = &std::get<FusedRun>(segment.pieces.emplace_back(FusedRun{}));
      run->ops.push_back(operation(at));
      ++operations;
    }
    if (operations == 0 && !place.ends) return;
    place_rows(segment, place.first, place.last);
    place.is_segment = accesses > 0 || segment.pieces.size() > 1;
    place.repeats = place.begins && place.ends && !place.is_segment && note_repetition(segment, place.block);
    place.number = place.is_segment ? found.segments.size() : found.runs.size();
    found.places.push_back(place);
    if (place.is_segment)
      found.segments.push_back(std::move(segment));
    else
      found.runs.push_back(std::move(std::get<FusedRun>(segment.pieces.front())));
  }

  /// Whether the block branches to itself under a guard, and the guard in the run that is the whole block.
  bool note_repetition(Segment& segment, std::uint32_t block) const {
    const Terminator& end = code_.plain.blocks[block].end;
    if (end.kind != Terminator::Kind::branch || end.target != block || end.next == block) return false;
    auto& run = std::get<FusedRun>(segment.pieces.front());
    run.repeat_guard = end.guard;
    run.repeat_negated = end.guard_negated;
    return run.repeats();
  }

  static void add_access(Segment& segment, const Ready& ready, const MachineOp& op) {
    segment.pieces.emplace_back(FusedAccess{.address_row = op.address_row,
                                            .rows = op.rows,
                                            .shape = {.is_store = op.kind == AccessKind::store,
                                                      .is_signed = op.is_signed,
                                                      .address_is_64 = op.address_is_64,
                                                      .elements = op.elements,
                                                      .element_bytes = op.element_bytes,
                                                      .register_bytes = op.register_bytes},
                                            .offset = static_cast<std::uint64_t>(op.offset),
                                            .is_local = op.space == ptx::StateSpace::local,
                                            .guard = ready.guard,
                                            .guard_negated = ready.guard_negated != 0});
  }

  [[nodiscard]] FusedOp operation(std::size_t at) const {
    const Ready& ready = code_.plain.ready[at];
    const LaneText& t = text(at);
    const std::string_view letters = t.letters;
    return {.fusion = t.fusion,
            .scalar = t.scalar,
            .letters = letters,
            .destinations = t.destinations,
            .rows = {ready.lane.rows, letters.size()},
            .negated = ready.lane.negated,
            .control = ready.lane.control,
            .guard = ready.guard,
            .guard_negated = ready.guard_negated != 0};
  }

  using Rows = std::set<std::uint32_t>;

  /// The rows that a piece reads and writes, in order; a guarded write reads what was there before.
  template <class Read, class Write>
  static void visit(const FusedRun& run, Read read, Write write) {
    for (const FusedOp& op : run.ops) {
      for (std::size_t i = op.destinations; i < op.rows.size(); ++i) read(op.rows[i]);
      visit_written(op.rows.first(op.destinations), op.guard, read, write);
    }
  }
  template <class Read, class Write>
  static void visit(const FusedAccess& access, Read read, Write write) {
    read(access.address_row);
    if (access.shape.is_store) {
      for (const std::uint32_t row : access.rows) read(row);
      if (access.guard != LaneInst::absent_row) read(access.guard);
    } else {
      visit_written(access.rows, access.guard, read, write);
    }
  }
  template <class Read, class Write>
  static void visit_written(std::span<const std::uint32_t> rows, std::uint32_t guard, Read read, Write write) {
    if (guard != LaneInst::absent_row) {
      read(guard);
      for (const std::uint32_t row : rows)
        if (row != LaneInst::absent_row) read(row);
    }
    for (const std::uint32_t row : rows)
      if (row != LaneInst::absent_row) write(row);
  }

  void place_rows(Segment& segment, std::size_t first, std::size_t last) {
    Rows written, early;
    std::vector<Rows> used(segment.pieces.size()), changed(segment.pieces.size());
    for (std::size_t i = 0; i < segment.pieces.size(); ++i)
      std::visit(
          [&](const auto& piece) {
            visit(
                piece,
                [&](std::uint32_t row) {
                  used[i].insert(row);
                  if (!written.contains(row)) early.insert(row);
                },
                [&](std::uint32_t row) {
                  written.insert(row);
                  changed[i].insert(row);
                });
          },
          segment.pieces[i]);
    Rows frame = early;
    for (const std::uint32_t row : written)
      if (is_read_elsewhere(row, first, last)) frame.insert(row);
    for (const auto& piece : segment.pieces)
      if (const auto* access = std::get_if<FusedAccess>(&piece); access && access->rows.size() > 1)
        frame.insert(access->rows.begin(), access->rows.end());
    for (std::size_t i = 0; i < segment.pieces.size(); ++i) {
      auto* const run = std::get_if<FusedRun>(&segment.pieces[i]);
      for (const std::uint32_t row : changed[i]) {
        const bool in_frame = frame.contains(row);
        const bool elsewhere = is_used_in_another(used, i, row);
        if (!in_frame && (elsewhere || !run)) add_scratch(segment, row);
        if (run && (in_frame || elsewhere)) run->kept.push_back(row);
      }
    }
  }

  static bool is_used_in_another(const std::vector<Rows>& used, std::size_t piece, std::uint32_t row) {
    for (std::size_t i = 0; i < used.size(); ++i)
      if (i != piece && used[i].contains(row)) return true;
    return false;
  }

  static void add_scratch(Segment& segment, std::uint32_t row) {
    if (segment.scratch.emplace(row, segment.scratch_bytes).second) segment.scratch_bytes += scratch_row;
  }

  [[nodiscard]] bool is_read_elsewhere(std::uint32_t row, std::size_t first, std::size_t last) const {
    const auto reg = register_of_.find(row);
    if (reg == register_of_.end()) return true;
    return std::ranges::any_of(flow_.readers(reg->second),
                               [&](std::uint32_t n) { return n < position(first) || n > position(last - 1); });
  }

  const FunctionCode& code_;
  FrameLayout layout_;
  analysis::DefUse flow_;
  std::map<std::uint32_t, std::uint32_t> register_of_;
};

/// Rows of constants have the same number in each lane; those of special registers, which stand among them, do not.
KnownRow known_rows(const FunctionCode& code) {
  std::set<std::uint32_t> changing;
  for (const EnteredRow& row : code.entered) changing.insert(row.offset);
  return [&code, changing = std::move(changing)](std::uint32_t row) -> std::optional<std::uint64_t> {
    if (row < code.register_bytes || changing.contains(row)) return std::nullopt;
    std::uint64_t number = 0;
    std::memcpy(&number, &code.constants[row - code.register_bytes], sizeof number);
    return number;
  };
}

}  // namespace

FoundSegments find_segments(const FunctionCode& code, unsigned width) {
  FoundSegments found = std::move(Finder(code, width).found);
  found.known = known_rows(code);
  return found;
}

}  // namespace forewarp::emu::native
