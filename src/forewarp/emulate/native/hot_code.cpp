// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/hot_code.hpp"

// A run is a sequence of instructions of one basic block that all are lane operations with a text (Fusion). The rows
// that it keeps are those whose register another instruction reads: one outside the run, or one inside it that stands
// before the first write, and so reads the value of an earlier execution. Everything else is a value in a register of
// this processor. O(instructions).
//
// Example: ld %r1; add %r2, %r1, 1; mul %r3, %r2, %r2; st %r3; has the run {add, mul}, which keeps %r3.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string_view>

#include "forewarp/emulate/decode/frame_layout.hpp"
#include "forewarp/emulate/native/fused_run.hpp"
#include "forewarp/emulate/native/host_compiler.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu::native {

namespace {

constexpr std::size_t least_run = 2;  ///< operations for which a call of their own is worth it
constexpr std::size_t longest_run = 192;
constexpr std::size_t most_operations = 20'000;  ///< of a kernel: clang takes some 10 s for them

/// Where a run stands in PlainCode::ready.
struct Place {
  std::size_t first = 0, last = 0;
};

class Runs {
 public:
  explicit Runs(const FunctionCode& code, unsigned width)
      : code_(code), layout_(*code.function, width), flow_(*code.function) {
    for (std::size_t r = 0; r < code.function->registers.size(); ++r)
      register_of_[layout_.row(static_cast<std::int32_t>(r))] = static_cast<std::uint32_t>(r);
    for (const EnteredRow& row : code.entered) changing_.insert(row.offset);
    for (const BlockCode& block : code.plain.blocks) find(block);
  }

  std::vector<Place> places;
  std::vector<FusedRun> runs;

  /// Rows of constants have the same number in each lane.
  [[nodiscard]] std::optional<std::uint64_t> known(std::uint32_t row) const {
    if (row < code_.register_bytes || changing_.contains(row)) return std::nullopt;
    std::uint64_t number = 0;
    std::memcpy(&number, &code_.constants[row - code_.register_bytes], sizeof number);
    return number;
  }

 private:
  [[nodiscard]] std::uint32_t position(std::size_t at) const { return code_.positions[code_.plain.origin[at]]; }
  [[nodiscard]] const LaneText& text(std::size_t at) const { return code_.texts[code_.plain.origin[at]]; }

  void find(const BlockCode& block) {
    const Ready* const base = code_.plain.ready.data();
    const auto end = static_cast<std::size_t>(block.last - base);
    for (auto at = static_cast<std::size_t>(block.first - base); at < end;) {
      std::size_t last = at;
      while (last < end && last - at < longest_run && text(last).fusion != Fusion::none) ++last;
      if (last - at >= least_run) add({at, last});
      at = std::max(last, at + 1);
    }
  }

  void add(Place place) {
    FusedRun run;
    for (std::size_t at = place.first; at < place.last; ++at) {
      const Ready& ready = code_.plain.ready[at];
      const LaneText& t = text(at);
      const std::string_view letters = t.letters;
      run.ops.push_back({.fusion = t.fusion,
                         .scalar = t.scalar,
                         .letters = letters,
                         .destinations = t.destinations,
                         .rows = {ready.lane.rows, letters.size()},
                         .negated = ready.lane.negated,
                         .control = ready.lane.control,
                         .guard = ready.guard,
                         .guard_negated = ready.guard_negated != 0});
    }
    run.kept = kept(run, place);
    places.push_back(place);
    runs.push_back(std::move(run));
  }

  [[nodiscard]] std::vector<std::uint32_t> kept(const FusedRun& run, Place place) const {
    std::set<std::uint32_t> written, kept;
    std::set<std::uint32_t> early;  // read before they are written
    for (const FusedOp& op : run.ops) {
      const auto reads = [&](std::uint32_t row) {
        if (!written.contains(row)) early.insert(row);
      };
      for (std::size_t i = op.destinations; i < op.rows.size(); ++i) reads(op.rows[i]);
      if (op.guard != LaneInst::absent_row) {
        reads(op.guard);
        for (unsigned d = 0; d < op.destinations; ++d) reads(op.rows[d]);
      }
      for (unsigned d = 0; d < op.destinations; ++d)
        if (op.rows[d] != LaneInst::absent_row) written.insert(op.rows[d]);
    }
    for (const std::uint32_t row : written)
      if (early.contains(row) || is_read_elsewhere(row, place)) kept.insert(row);
    return {kept.begin(), kept.end()};
  }

  [[nodiscard]] bool is_read_elsewhere(std::uint32_t row, Place place) const {
    const auto reg = register_of_.find(row);
    if (reg == register_of_.end()) return true;
    return std::ranges::any_of(flow_.readers(reg->second), [&](std::uint32_t n) {
      return n < position(place.first) || n > position(place.last - 1);
    });
  }

  const FunctionCode& code_;
  FrameLayout layout_;
  analysis::DefUse flow_;
  std::map<std::uint32_t, std::uint32_t> register_of_;
  std::set<std::uint32_t> changing_;  ///< rows of special registers, which stand among the constants
};

/// The plain code with one ready element for each run.
PlainCode with_runs(const FunctionCode& code, const std::vector<Place>& places, const std::vector<LaneFn>& functions) {
  PlainCode out;
  const PlainCode& plain = code.plain;
  std::vector<std::size_t> first;
  std::size_t run = 0;
  for (const BlockCode& block : plain.blocks) {
    first.push_back(out.ready.size());
    out.blocks.push_back(block);
    const auto end = static_cast<std::size_t>(block.last - plain.ready.data());
    for (auto at = static_cast<std::size_t>(block.first - plain.ready.data()); at < end;) {
      if (run == places.size() || places[run].first != at) {
        out.ready.push_back(plain.ready[at++]);
        continue;
      }
      Ready whole;
      whole.lane.fn = functions[run];
      out.ready.push_back(whole);
      at = places[run++].last;
    }
  }
  first.push_back(out.ready.size());
  for (std::size_t b = 0; b < out.blocks.size(); ++b) {
    out.blocks[b].first = out.ready.data() + first[b];
    out.blocks[b].last = out.ready.data() + first[b + 1];
  }
  return out;
}

}  // namespace

HotCode::HotCode(const Program& program, const MachineOptions& options)
    : program_(program), isa_(options.isa.value_or(best_isa())), after_(options.native_after) {
  if (const char* const said = std::getenv("FOREWARP_NATIVE")) {
    if (std::string_view(said) == "off") after_ = ~std::uint64_t{0};
    if (std::string_view(said) == "always") after_ = 0, required_ = true;
  }
  const FunctionCode& entry = program.entry();
  wanted_ = after_ != ~std::uint64_t{0} && program.width == 32 && vector_lanes(isa_) != 0 &&
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
  const FunctionCode& entry = program_.entry();
  const Runs found(entry, program_.width);
  if (found.runs.empty()) return;
  const auto known = [&](std::uint32_t row) { return found.known(row); };
  try {
    code_ = with_runs(entry, found.places,
                      compile_runs(source_of(found.runs, known, vector_lanes(isa_)), found.runs.size(), isa_));
    ready_ = true;
  } catch (const Unavailable& e) {
    if (required_) throw;
    failure_ = e.what();
  }
}

}  // namespace forewarp::emu::native
