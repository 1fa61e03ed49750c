// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/path_text.hpp"

// One label for each block that begins with a piece (or has no instruction), one for each piece that ends a block;
// gotos for branches. O(blocks).
//
// Example, a loop of one block, `LOOP: ...; @p bra LOOP;` in block 1 with five instructions, and block 2 behind it:
//
//     block_1: segment_0(R, warp, lanes, state);
//              const u32 taken = active & *reinterpret_cast<const u32*>(R + 384);
//              if (taken == active) goto enter_1;
//              if (taken == 0) goto enter_2;
//              state->part(warp, state, 1, taken);                // of block 1
//              active &= ~taken; goto enter_2;                    // those that branch have their turn later
//     enter_1: if (state->reconverge == 1) goto arrive;
//              if (*state->slice <= 0 || *state->spent + 5 > state->limit) return 1;
//              *state->slice -= 1; *state->executed += 5; *state->spent += 5; goto block_1;
#include <fmt/format.h>

#include <optional>

namespace forewarp::emu::native {

namespace {

class PathWriter {
 public:
  PathWriter(std::span<const BlockCode> blocks, std::span<const SegmentPlace> places)
      : blocks_(blocks), places_(places), heads_(blocks.size()), tails_(blocks.size()) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i].begins) heads_[places[i].block] = i;
      if (places[i].ends) tails_[places[i].block] = i;
    }
  }

  PathText written() {
    PathText out;
    std::string body, entries, begins;
    for (const BlockCode& block : blocks_) {
      out.begins.push_back(can_begin(block));
      if (can_begin(block)) {
        body += block_text(block);
        begins += fmt::format("    case {0}: goto block_{0};\n", block.index);
      }
      const auto head = heads_[block.index], tail = tails_[block.index];
      if (head) add_entry(out, entries, *head, fmt::format("block_{}", block.index));
      if (!tail || tail == head) continue;
      body += fmt::format("tail_{}:\n{}{}", block.index, piece(*tail), end_of(block));
      add_entry(out, entries, *tail, fmt::format("tail_{}", block.index));
    }
    if (out.entries.empty()) return out;
    out.text = fmt::format(
        "extern \"C\" [[gnu::visibility(\"default\")]] u64 path(unsigned char* R, void* warp, u64 lanes, CodeState* "
        "state, u32 entry) {{\n  auto active = static_cast<u32>(lanes);\n  switch (entry) {{\n{0}    default: "
        "__builtin_unreachable();\n  }}\narrive:\n  {{\n    const u64 there = state->arrive(warp, state);\n    active "
        "= static_cast<u32>(there >> 32);\n    if (active == 0) return there << 32;\n    switch "
        "(static_cast<u32>(there)) {{\n{1}    default: __builtin_unreachable();\n    }}\n  }}\n{2}}}\n",
        entries, begins, body);
    return out;
  }

 private:
  static void add_entry(PathText& out, std::string& entries, std::size_t place, const std::string& label) {
    entries += fmt::format("    case {}: goto {};\n", out.entries.size(), label);
    out.entries.push_back(place);
  }

  /// Whether the path knows what comes behind the block.
  static bool goes_on(const BlockCode& block) {
    return block.end.kind == Terminator::Kind::fall || block.end.kind == Terminator::Kind::branch;
  }
  [[nodiscard]] bool is_empty(const BlockCode& block) const { return block.first == block.last; }
  [[nodiscard]] bool can_begin(const BlockCode& block) const {
    return heads_[block.index] || (is_empty(block) && goes_on(block));
  }

  static std::string leave(PathEnd end, std::uint32_t block) {
    return fmt::format("return u64{{{}}} << 32 | {};", static_cast<unsigned>(end), block);
  }

  [[nodiscard]] std::string piece(std::size_t place) const {
    const SegmentPlace& p = places_[place];
    if (p.repeats) return repeated(p);
    return p.is_segment ? fmt::format("  segment_{0}(R, warp, active, state);\n", p.number)
                        : fmt::format("  run_{}(R, nullptr, active, 32);\n", p.number);
  }

  /// A run that is executed again counts as if it were entered again.
  [[nodiscard]] std::string repeated(const SegmentPlace& place) const {
    const BlockCode& block = blocks_[place.block];
    return fmt::format(
        "  {{\n    u64 again = 0;\n    loop_{0}(R, active, turns_left(*state, {1}, {2}, {3}), again);\n"
        "    *state->slice -= again * {3};\n    *state->executed += again * {2};\n    *state->spent += again * {2};\n"
        "  }}\n",
        place.number, block.index, block.instructions, cost_of(block));
  }
  /// What a block takes of the slice when it is entered.
  static std::uint64_t cost_of(const BlockCode& block) { return 1 + std::uint64_t{block.hoisted_accesses}; }

  [[nodiscard]] std::string go_to(std::uint32_t block) const {
    if (block < blocks_.size() && can_begin(blocks_[block])) return fmt::format("goto enter_{};", block);
    return leave(PathEnd::before, block);
  }

  /// Lanes that leave a loop without those that wait for them inside are left to the interpreter (Warp::leave).
  [[nodiscard]] std::string edge(const BlockCode& block, std::uint32_t target) const {
    const auto* const way = leaving(block, target);
    if (way == nullptr || way->inside->empty()) return go_to(target);
    std::string cases;
    for (const std::uint32_t place : *way->inside) cases += fmt::format("case {}: ", place);
    return fmt::format("{{ switch (state->reconverge) {{ {}{} default: break; }} {} }}", cases,
                       leave(PathEnd::at_end, block.index), go_to(target));
  }

  [[nodiscard]] std::string end_of(const BlockCode& block) const {
    const Terminator& end = block.end;
    if (!goes_on(block)) return fmt::format("  {}\n", leave(PathEnd::at_end, block.index));
    if (end.kind == Terminator::Kind::fall || end.target == end.next)
      return fmt::format("  {}\n", edge(block, end.next));
    if (end.guard == LaneInst::absent_row) return fmt::format("  {}\n", edge(block, end.target));
    return fmt::format(
        "  {{\n    const u32 taken = active & {}*reinterpret_cast<const u32*>(R + {});\n    if (taken == active) {}\n  "
        "  if (taken == 0) {}\n{}  }}\n",
        end.guard_negated ? "~" : "", end.guard, edge(block, end.target), edge(block, end.next), parting(block));
  }

  /// Those that do not branch go on first, unless they are where the others will meet them (Warp::diverge).
  [[nodiscard]] std::string parting(const BlockCode& block) const {
    const Terminator& end = block.end;
    if (end.target >= blocks_.size() || end.next >= blocks_.size())
      return fmt::format("    {}\n", leave(PathEnd::at_end, block.index));
    const bool branches = goes_on_by_branch(block);
    return fmt::format("    state->part(warp, state, {}, taken);\n    active = {};\n    {}\n", block.index,
                       branches ? "taken" : "active & ~taken", edge(block, branches ? end.target : end.next));
  }

  [[nodiscard]] std::string block_text(const BlockCode& block) const {
    std::string text = fmt::format(
        "enter_{0}:\n  if (state->reconverge == {0}) goto arrive;\n  if (*state->slice <= 0 || *state->spent + {1} > "
        "state->limit) {3}\n"
        "  *state->slice -= {2};\n  *state->executed += {1};\n  *state->spent += {1};\n  goto block_{0};\nblock_{0}:\n",
        block.index, block.instructions, cost_of(block), leave(PathEnd::before, block.index));
    const auto head = heads_[block.index];
    if (head) text += piece(*head);
    return text +
           (!head || places_[*head].ends ? end_of(block) : fmt::format("  {}\n", leave(PathEnd::behind, block.index)));
  }

  std::span<const BlockCode> blocks_;
  std::span<const SegmentPlace> places_;
  std::vector<std::optional<std::size_t>> heads_, tails_;  ///< of each block: its piece in places_
};

}  // namespace

PathText path_text(std::span<const BlockCode> blocks, std::span<const SegmentPlace> places) {
  return PathWriter(blocks, places).written();
}

}  // namespace forewarp::emu::native
