// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/hot_code.hpp"

#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/native/find_segments.hpp"
#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu::native {

namespace {

constexpr std::size_t most_operations = 20'000;  ///< of a kernel, and basic blocks: clang takes some 10 s for them
constexpr unsigned lanes = 32;
/// Most are compiled in a second or two, for which the interpreter waits: it is slow, and the compiler wants a core.
constexpr double wait_s = 3;

/// A load or store of a segment: quickly where its rows are, else by the interpreter, with the rows in the frame.
void segment_access(void* in_warp, const void* of, LaneMask active, QuickRows rows, AccessSite* site) {
  auto& warp = *static_cast<Warp*>(in_warp);
  const auto& op = *static_cast<const MachineOp*>(of);
  if (access_quickly(warp, op, active, rows, site)) {
    if (op.kind == AccessKind::store && op.space != ptx::StateSpace::local) warp.block.note_change();
    return;
  }
  const std::size_t data_bytes = lanes * (op.register_bytes == 8 ? 8U : 4U);
  std::byte* const frame_address = warp.regs + op.address_row;
  if (rows.address != frame_address) std::memcpy(frame_address, rows.address, lanes * (op.address_is_64 ? 8U : 4U));
  const bool moved = rows.registers != warp.regs;
  for (std::size_t e = 0; moved && e < op.rows.size(); ++e)
    std::memcpy(warp.regs + op.rows[e], rows.registers + rows.rows[e], data_bytes);
  (void)op.fn(warp, op, active);
  for (std::size_t e = 0; moved && op.kind == AccessKind::load && e < op.rows.size(); ++e)
    std::memcpy(rows.registers + rows.rows[e], warp.regs + op.rows[e], data_bytes);
}

AccessSite local_site(Warp& warp) {
  return {0, warp.local_bytes(), reinterpret_cast<std::uint8_t*>(warp.local(0)), warp.local_stride()};
}

/// The machine operations that stand for a segment and for an entry of the path: control is its number.
Flow emulated_segment(Warp& warp, const MachineOp& op, LaneMask active) {
  warp.block.launch().hot->run_segment(op.control, warp, active);
  return Flow::next;
}
void lanes_part(void* in_warp, CodeState* state, std::uint32_t block, LaneMask taken) {
  auto& warp = *static_cast<Warp*>(in_warp);
  warp.block.launch().hot->part(warp, *state, block, taken);
}
std::uint64_t lanes_arrive(void* in_warp, CodeState* state) {
  auto& warp = *static_cast<Warp*>(in_warp);
  return warp.block.launch().hot->arrive(warp, *state);
}
Flow emulated_path(Warp& warp, const MachineOp& op, LaneMask active) {
  return warp.block.launch().hot->run_path(op.control, warp, active);
}

}  // namespace

HotCode::HotCode(Program& program, const MachineOptions& options)
    : program_(program), isa_(options.isa.value_or(best_isa())), after_(options.native_after) {
  if (const char* const said = std::getenv("FOREWARP_NATIVE")) {
    if (std::string_view(said) == "off") after_ = ~std::uint64_t{0};
    if (std::string_view(said) == "always") after_ = 0, required_ = true;
  }
  const FunctionCode& entry = program.entry();
  wanted_ = after_ != ~std::uint64_t{0} && program.width == lanes && vector_lanes(isa_) != 0 &&
            !entry.plain.blocks.empty() && entry.plain.ready.size() <= most_operations &&
            entry.plain.blocks.size() <= most_operations;
  if (wanted_ && after_ == 0) compile();
}

void HotCode::executed(std::uint64_t warp_instructions, std::uint64_t blocks) {
  if (compiles() && begun_->compilation.ends_within(0)) take_compiled();
  if (!wanted_) return;
  executed_ += warp_instructions;
  blocks_ += blocks;
  if (executed_ >= after_) compile();
}

bool HotCode::may_compile_within(std::uint64_t blocks) const {
  if (compiles()) return true;
  if (!wanted_ || blocks_ == 0) return wanted_;
  const double expected = static_cast<double>(executed_) / static_cast<double>(blocks_) * static_cast<double>(blocks);
  return static_cast<double>(executed_) + expected >= static_cast<double>(after_);
}

void HotCode::compile() {
  wanted_ = false;
  FoundSegments found = find_segments(program_.entry(), program_.width);
  if (found.places.empty()) return;
  PathText path = path_text(program_.entry().plain.blocks, found.places);
  std::string text = source_of(found.runs, found.segments, found.known, vector_lanes(isa_), path.text);
  const std::size_t runs = found.runs.size(), segments = found.segments.size();
  begun_.reset(new Begun{std::move(found), std::move(path), {std::move(text), runs, segments, isa_}});
  if (required_ || begun_->compilation.ends_within(wait_s)) take_compiled();
}

/// Without a compiler the kernel is interpreted on, which gives the same results.
void HotCode::take_compiled() {
  const std::unique_ptr<Begun> begun = std::move(begun_);
  try {
    compiled_ = begun->compilation.take();
    list_accesses(begun->found);
    put_in_place(begun->found, begun->path);
    can_begin_ = begun->path.begins;
    ready_ = true;
  } catch (const Unavailable& e) {
    if (required_) throw;
    failure_ = e.what();
  }
}

/// Segments are numbered in the order of their places.
void HotCode::list_accesses(const FoundSegments& found) {
  const FunctionCode& entry = program_.entry();
  for (const SegmentPlace& place : found.places)
    for (std::size_t at = place.first; place.is_segment && at < place.last; ++at)
      if (const Ready& ready = entry.plain.ready[at]; !ready.lane.fn)
        accesses_.push_back(&entry.ops[ready.lane.control]);
}

/// The plain code with one ready element for each run and segment.
void HotCode::put_in_place(const FoundSegments& found, const PathText& path) {
  const PlainCode& plain = program_.entry().plain;
  std::map<std::size_t, std::uint32_t> entries;  // of places
  for (std::size_t e = 0; e < path.entries.size(); ++e) entries[path.entries[e]] = static_cast<std::uint32_t>(e);
  std::vector<std::size_t> first, behind(plain.blocks.size());
  std::size_t place = 0;
  for (const BlockCode& block : plain.blocks) {
    first.push_back(code_.ready.size());
    code_.blocks.push_back(block);
    const auto end = static_cast<std::size_t>(block.last - plain.ready.data());
    for (auto at = static_cast<std::size_t>(block.first - plain.ready.data()); at < end;) {
      if (place == found.places.size() || found.places[place].first != at) {
        code_.ready.push_back(plain.ready[at++]);
        continue;
      }
      const auto entry = entries.find(place);
      code_.ready.push_back(compiled(
          found.places[place], entry == entries.end() ? std::nullopt : std::optional<std::uint32_t>(entry->second)));
      at = found.places[place++].last;
    }
    behind[block.index] = first.back() + 1;
  }
  first.push_back(code_.ready.size());
  for (std::size_t b = 0; b < code_.blocks.size(); ++b) {
    code_.blocks[b].first = code_.ready.data() + first[b];
    code_.blocks[b].last = code_.ready.data() + first[b + 1];
    behind_first_.push_back(code_.ready.data() + behind[b]);
  }
}

/// What is executed instead of the instructions of a run or segment.
Ready HotCode::compiled(const SegmentPlace& place, std::optional<std::uint32_t> path_entry) {
  Ready whole;
  if (!place.is_segment && !path_entry) {
    whole.lane.fn = compiled_.runs[place.number];
    return whole;
  }
  FunctionCode& entry = *program_.functions.front();
  whole.lane.control = static_cast<std::uint32_t>(entry.ops.size());
  MachineOp op;
  op.fn = path_entry ? &emulated_path : &emulated_segment;
  op.function = &entry;
  op.control = path_entry.value_or(static_cast<std::uint32_t>(place.number));
  entry.ops.push_back(std::move(op));
  return whole;
}

CodeState HotCode::state_of(Warp& warp) const {
  Block& block = warp.block;
  return {.access = &segment_access,
          .part = &lanes_part,
          .arrive = &lanes_arrive,
          .ops = accesses_.data(),
          .sites = block.sites(accesses_.size()),
          .local = local_site(warp),
          .slice = &warp.slice,
          .changes = &block.changes(),
          .executed = &warp.executed,
          .spent = &block.executed(),
          .limit = block.budget(),
          .reconverge = warp.top().reconverge};
}

void HotCode::run_segment(std::uint32_t number, Warp& warp, LaneMask active) const {
  compiled_.segments[number](warp.regs, &warp, active, state_of(warp));
}

Flow HotCode::run_path(std::uint32_t entry, Warp& warp, LaneMask active) const {
  CodeState state = state_of(warp);
  const std::uint64_t end = compiled_.path(warp.regs, &warp, active, state, entry);
  const auto number = static_cast<std::uint32_t>(end);
  Warp::Position at;
  switch (static_cast<PathEnd>(end >> 32)) {
    case PathEnd::before:
      return warp.advance_to(number, at) ? warp.continue_at(at) : Flow::refetch;
    case PathEnd::behind:
      return warp.continue_at({&code_.blocks[number], behind_first_[number]});
    case PathEnd::at_end:
      return warp.continue_at({&code_.blocks[number], code_.blocks[number].last});
    case PathEnd::moved:
      return Flow::moved;
    case PathEnd::waits:
      return Flow::refetch;
  }
  FOREWARP_ASSERT(false, "a path ends in one of these ways");
}

void HotCode::part(Warp& warp, CodeState& state, std::uint32_t block, LaneMask taken) const {
  warp.part(code_.blocks[block], taken);
  state.reconverge = warp.top().reconverge;
}

std::uint64_t HotCode::arrive(Warp& warp, CodeState& state) const {
  constexpr auto ended = [](PathEnd how) { return std::uint64_t{static_cast<std::uint8_t>(how)}; };
  Warp::Position at;
  if (!warp.advance_to(state.reconverge, at)) return ended(PathEnd::waits);
  const bool begins = warp.top().frame == 0 && at.next == at.block->first && can_begin_[at.block->index];
  if (!begins) {
    (void)warp.continue_at(at);
    return ended(PathEnd::moved);
  }
  state.reconverge = warp.top().reconverge;
  state.local = local_site(warp);
  return at.lanes << 32 | at.block->index;
}

}  // namespace forewarp::emu::native
