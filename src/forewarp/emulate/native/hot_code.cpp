// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/hot_code.hpp"

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/native/find_segments.hpp"
#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu::native {

namespace {

constexpr std::size_t most_operations = 20'000;  ///< of a kernel: clang takes some 10 s for them
constexpr unsigned lanes = 32;

/// A load or store of a segment: quickly where its rows are, else by the interpreter, with the rows in the frame.
void segment_access(void* in_warp, const void* of, LaneMask active, const std::byte* address, std::byte* registers,
                    const std::uint32_t* rows) {
  auto& warp = *static_cast<Warp*>(in_warp);
  const auto& op = *static_cast<const MachineOp*>(of);
  if (access_quickly(warp, op, active, {address, registers, rows})) {
    if (op.kind == AccessKind::store && op.space != ptx::StateSpace::local) warp.block.note_change();
    return;
  }
  const std::size_t data_bytes = lanes * (op.register_bytes == 8 ? 8U : 4U);
  std::byte* const frame_address = warp.regs + op.address_row;
  if (address != frame_address) std::memcpy(frame_address, address, lanes * (op.address_is_64 ? 8U : 4U));
  const bool moved = registers != warp.regs;
  for (std::size_t e = 0; moved && e < op.rows.size(); ++e)
    std::memcpy(warp.regs + op.rows[e], registers + rows[e], data_bytes);
  (void)op.fn(warp, op, active);
  for (std::size_t e = 0; moved && op.kind == AccessKind::load && e < op.rows.size(); ++e)
    std::memcpy(registers + rows[e], warp.regs + op.rows[e], data_bytes);
}

/// The machine operation that stands for a segment: control is its number.
Flow run_segment(Warp& warp, const MachineOp& op, LaneMask active) {
  const HotCode::CompiledSegment& segment = warp.block.launch().hot->segment(op.control);
  segment.run(warp.regs, &warp, active, segment.calls);
  return Flow::next;
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
            !entry.plain.blocks.empty() && entry.plain.ready.size() <= most_operations;
  if (wanted_ && after_ == 0) compile();
}

void HotCode::executed(std::uint64_t warp_instructions) {
  if (!wanted_) return;
  executed_ += warp_instructions;
  if (executed_ >= after_) compile();
}

/// Without a compiler the kernel is interpreted on, which gives the same results.
void HotCode::compile() {
  wanted_ = false;
  const FoundSegments found = find_segments(program_.entry(), program_.width);
  if (found.places.empty()) return;
  try {
    const std::string text = source_of(found.runs, found.segments, found.known, vector_lanes(isa_));
    put_in_place(found, compile_text(text, found.runs.size(), found.segments.size(), isa_));
    ready_ = true;
  } catch (const Unavailable& e) {
    if (required_) throw;
    failure_ = e.what();
  }
}

/// The plain code with one ready element for each run and segment.
void HotCode::put_in_place(const FoundSegments& found, const CompiledText& compiled) {
  FunctionCode& entry = *program_.functions.front();
  const PlainCode& plain = entry.plain;
  std::vector<std::size_t> first;
  auto place = found.places.begin();
  for (const BlockCode& block : plain.blocks) {
    first.push_back(code_.ready.size());
    code_.blocks.push_back(block);
    const auto end = static_cast<std::size_t>(block.last - plain.ready.data());
    for (auto at = static_cast<std::size_t>(block.first - plain.ready.data()); at < end;) {
      if (place == found.places.end() || place->first != at) {
        code_.ready.push_back(plain.ready[at++]);
        continue;
      }
      Ready whole;
      if (place->is_segment) {
        whole.lane.control = static_cast<std::uint32_t>(entry.ops.size());
        MachineOp op;
        op.fn = &run_segment;
        op.function = &entry;
        op.control = static_cast<std::uint32_t>(segments_.size());
        entry.ops.push_back(std::move(op));
        add_segment(entry, *place, compiled.segments[place->number]);
      } else {
        whole.lane.fn = compiled.runs[place->number];
      }
      code_.ready.push_back(whole);
      at = (place++)->last;
    }
  }
  first.push_back(code_.ready.size());
  for (std::size_t b = 0; b < code_.blocks.size(); ++b) {
    code_.blocks[b].first = code_.ready.data() + first[b];
    code_.blocks[b].last = code_.ready.data() + first[b + 1];
  }
}

void HotCode::add_segment(const FunctionCode& entry, const SegmentPlace& place, SegmentFn run) {
  CompiledSegment& segment = segments_.emplace_back();
  segment.run = run;
  for (std::size_t at = place.first; at < place.last; ++at)
    if (const Ready& ready = entry.plain.ready[at]; !ready.lane.fn)
      segment.ops.push_back(&entry.ops[ready.lane.control]);
  segment.calls = {&segment_access, segment.ops.data()};
}

}  // namespace forewarp::emu::native
