// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/fused_run.hpp"

// Writes a run as one loop over lanes, in static single assignment: each value has a name of its own, and `current_`
// has the name of each row's value so far. A row that is read before the run has written it is loaded once; the rows
// that are kept are stored at the end. A guarded operation selects between its result and the row's value before it.
// Predicates are bits of a mask outside the loop and bool inside. O(operations).
//
// A result of arithmetic has a second name for other arithmetic, `loose`, where it is not a number with any bits: what
// comes of it there has the same bits. Where nothing else reads it, clang leaves the one bit pattern (canonical.hpp)
// out, which takes longer than the operation.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/native/scalar_text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::emu::native {

namespace {

namespace control_bits = lanes::control_bits;

bool is_number(char letter) { return letter == 's' || letter == 'd'; }

/// Arithmetic whose result, where it is not a number, does not depend on which bits of what is not a number it reads.
bool takes_loose(const FusedOp& op) {
  if (op.fusion == Fusion::comparison) return true;
  if (op.fusion != Fusion::call || !is_number(op.letters.back())) return false;
  constexpr std::array<std::string_view, 8> names = {"add", "sub", "mul", "fma", "div", "rcp", "sqrt", "rsqrt"};
  return std::ranges::count(names, op.scalar.substr(0, op.scalar.find('<'))) != 0;
}
/// What saturates has no such result. A guarded one may be what was there before.
bool gives_loose(const FusedOp& op) {
  return op.fusion == Fusion::call && takes_loose(op) && !op.scalar.ends_with(", true>") &&
         op.guard == LaneInst::absent_row;
}

/// What a row holds, by the letter of an operand (LaneChoice::rows).
char kind_of(char letter) {
  if (letter == 'p') return 'p';
  return letter == 'l' || letter == 'd' ? 'l' : 'w';
}
std::string_view type_of(char kind) { return kind == 'p' ? "bool" : kind == 'l' ? "u64" : "u32"; }

constexpr unsigned warp_lanes = 32;

using Scratch = std::map<std::uint32_t, std::uint32_t>;

/// Where a row is: in the frame R or in the scratch S.
std::string place_of(std::uint32_t row, const Scratch& scratch) {
  const auto at = scratch.find(row);
  return at == scratch.end() ? fmt::format("R + {}", row) : fmt::format("S + {}", at->second);
}

class RunWriter {
 public:
  /// repeats: the text is that of a loop's iteration, which finds its rows in the scratch as it left them.
  RunWriter(const FusedRun& run, const KnownRow& known, const Scratch& scratch, bool repeats = false)
      : run_(run), known_(known), scratch_(scratch), repeats_(repeats) {}

  /// The function template body_NAME. Where it repeats it has no loop, so that the scratch may be in registers.
  std::string text(const std::string& name, unsigned vector_lanes) {
    for (const FusedOp& op : run_.ops) write(op);
    for (const std::uint32_t row : run_.kept) store(row);
    return fmt::format(
        "template <bool whole>\n[[gnu::always_inline]] static inline void body_{0}(unsigned char* R, unsigned char* S, "
        "u32 active) {{\n{1}#pragma clang loop vectorize(assume_safety) vectorize_width({2}) interleave(disable) "
        "{5}\n  for (u32 lane = 0; lane < 32; ++lane) {{\n{3}  }}\n{4}}}\n",
        name, before_, vector_lanes, loop_, behind_,
        repeats_ ? fmt::format("unroll_count({})", warp_lanes / vector_lanes) : "unroll(disable)");
  }

  /// The rows that the text uses outside of its loop, and what they hold.
  [[nodiscard]] const std::map<std::uint32_t, char>& opened() const { return opened_; }
  /// Whether the row of numbers is left without one bit pattern for what is none.
  [[nodiscard]] bool leaves_loose(std::uint32_t row) const { return loose_.contains(row); }

 private:
  struct Value {
    std::string name;
    char kind = 'w';
    std::string loose;  ///< the same as a float or double with any bits for what is not a number; may be empty
  };

  std::string fresh() { return fmt::format("v{}", count_++); }

  void open(std::uint32_t row, char kind) {
    const auto [at, is_new] = opened_.emplace(row, kind);
    if (!is_new) return;
    before_ += fmt::format("  {1}* const r{0} = reinterpret_cast<{1}*>({2});\n", row, kind == 'l' ? "u64" : "u32",
                           place_of(row, scratch_));
    if (kind == 'p') before_ += fmt::format("  const u32 m{0} = *r{0};\n", row);
  }

  /// The value that a row has at this point of the run.
  std::string read(std::uint32_t row, char kind) {
    if (row == LaneInst::absent_row) return "false";
    if (const auto at = current_.find(row); at != current_.end()) return at->second.name;
    if (const auto number = known_(row)) {
      if (kind == 'p') return *number != 0 ? "true" : "false";
      return fmt::format("{}{{{:#x}}}", type_of(kind), kind == 'w' ? *number & 0xffffffff : *number);
    }
    open(row, kind);
    const std::string name = fresh();
    loop_ += kind == 'p' ? fmt::format("    const bool {} = (m{} >> lane & 1) != 0;\n", name, row)
                         : fmt::format("    const {} {} = r{}[lane];\n", type_of(kind), name, row);
    current_[row] = {name, kind, {}};
    return name;
  }

  void note_strict(std::uint32_t row) {
    if (!current_.contains(row)) strict_.insert(row);
  }

  std::string source(const FusedOp& op, std::size_t operand) {
    const char letter = op.letters[operand];
    if (takes_loose(op) && is_number(letter)) {
      const auto at = current_.find(op.rows[operand]);
      if (at != current_.end() && !at->second.loose.empty()) return at->second.loose;
    } else {
      note_strict(op.rows[operand]);
    }
    std::string name = read(op.rows[operand], kind_of(letter));
    if (letter == 'p' && (op.negated >> operand & 1) != 0) return "!" + name;
    if (letter == 's') return fmt::format("bits_as<float>({})", name);
    if (letter == 'd') return fmt::format("bits_as<double>({})", name);
    return name;
  }

  std::vector<std::string> sources(const FusedOp& op) {
    std::vector<std::string> all;
    for (std::size_t i = op.destinations; i < op.letters.size(); ++i) all.push_back(source(op, i));
    return all;
  }

  void write(const FusedOp& op) {
    std::vector<std::string> results;
    switch (op.fusion) {
      case Fusion::call:
        results = {called(op)};
        break;
      case Fusion::comparison:
        results = compared(op);
        break;
      case Fusion::expression:
        results = expressions(op);
        break;
      case Fusion::none:
        FOREWARP_ASSERT(false, "an operation that has no text in a run");
    }
    FOREWARP_ASSERT(results.size() == op.destinations, "as many results as destinations");
    std::vector<Value> values;
    for (unsigned d = 0; d < op.destinations; ++d) values.push_back(assigned(op, d, results[d]));
    for (unsigned d = 0; d < op.destinations; ++d)
      if (op.rows[d] != LaneInst::absent_row) current_[op.rows[d]] = values[d];
  }

  Value assigned(const FusedOp& op, unsigned destination, const std::string& result) {
    const char kind = kind_of(op.letters[destination]);
    if (op.rows[destination] == LaneInst::absent_row) return {};
    std::string text = result;
    if (op.guard != LaneInst::absent_row) {
      note_strict(op.rows[destination]);
      text = fmt::format("{}{} ? {} : {}", op.guard_negated ? "!" : "", read(op.guard, 'p'), result,
                         read(op.rows[destination], kind));
    }
    const std::string name = fresh();
    if (gives_loose(op)) {
      const std::string loose = fresh();
      loop_ += fmt::format("    const auto {0} = {1};\n    const {2} {3} = raw(canonical({0}));\n", loose, text,
                           type_of(kind), name);
      return {name, kind, loose};
    }
    loop_ += fmt::format("    const {} {} = {};\n", type_of(kind), name, text);
    return {name, kind, {}};
  }

  std::string called(const FusedOp& op) {
    if (gives_loose(op))
      return fmt::format("loose::{}(Control{{{:#x}}}, {})", op.scalar, op.control, fmt::join(sources(op), ", "));
    return fmt::format("raw({}(Control{{{:#x}}}, {}))", op.scalar, op.control, fmt::join(sources(op), ", "));
  }

  /// p{|q}, a, b {, c}, as setp in lanes/kernels/compare.cpp.
  std::vector<std::string> compared(const FusedOp& op) {
    const std::string a = source(op, op.destinations), b = source(op, op.destinations + 1);
    const std::string holds = fresh();
    loop_ += fmt::format("    const bool {} = {}compared<{}>({}, {});\n", holds,
                         (op.control & control_bits::negate) != 0 ? "!" : "", op.scalar, a, b);
    constexpr std::array<std::string_view, 4> signs = {"", " & ", " | ", " ^ "};
    const std::string_view sign = signs[op.control >> control_bits::combine_shift & 3];
    const std::string c = sign.empty() ? "" : fmt::format("{}({})", sign, source(op, op.destinations + 2));
    std::vector<std::string> results = {fmt::format("(({}){}) != 0", holds, c)};
    if (op.destinations == 2) results.push_back(fmt::format("((!{}){}) != 0", holds, c));
    return results;
  }

  std::vector<std::string> expressions(const FusedOp& op) {
    std::string parameters;
    for (std::size_t i = op.destinations; i < op.letters.size(); ++i)
      parameters += fmt::format("{}[[maybe_unused]] {} {}", parameters.empty() ? "" : ", ",
                                type_of(kind_of(op.letters[i])), static_cast<char>('a' + (i - op.destinations)));
    const std::vector<std::string> values = sources(op);
    std::vector<std::string> results;
    for (const std::string_view text : split_at(op.scalar, ';'))
      results.push_back(fmt::format("raw([]({}) {{ return {}; }}({}))", parameters, text, fmt::join(values, ", ")));
    return results;
  }

  /// Lanes that are not active keep what they have in the frame; in the scratch their values are not read.
  void store(std::uint32_t row) {
    const auto at = current_.find(row);
    if (at == current_.end()) return;
    const auto& [name, kind, loose] = at->second;
    const bool all = scratch_.contains(row);
    open(row, kind);
    if (repeats_ && !loose.empty() && !strict_.contains(row)) {
      loop_ += fmt::format("    r{}[lane] = bits_as<{}>({});\n", row, type_of(kind), loose);
      loose_.insert(row);
      return;
    }
    if (kind != 'p') {
      loop_ +=
          all ? fmt::format("    r{}[lane] = {};\n", row, name)
              : fmt::format("    r{0}[lane] = whole || (active >> lane & 1) != 0 ? {1} : r{0}[lane];\n", row, name);
      return;
    }
    before_ += fmt::format("  u32 o{} = 0;\n", row);
    loop_ += fmt::format("    o{} |= static_cast<u32>({}) << lane;\n", row, name);
    behind_ += all ? fmt::format("  *r{0} = o{0};\n", row)
                   : fmt::format("  *r{0} = (m{0} & ~active) | (o{0} & active);\n", row);
  }

  const FusedRun& run_;
  const KnownRow& known_;
  const Scratch& scratch_;
  bool repeats_;
  std::set<std::uint32_t> strict_;  ///< rows whose first value is read by more than arithmetic
  std::set<std::uint32_t> loose_;
  std::string before_, loop_, behind_;
  std::map<std::uint32_t, Value> current_;
  std::map<std::uint32_t, char> opened_;
  unsigned count_ = 0;
};

/// The call of body_NAME for the lanes in `active`.
std::string call_of(const std::string& name) {
  return fmt::format(
      "  if (active == all_lanes)\n    body_{0}<true>(R, S, active);\n  else\n    body_{0}<false>(R, S, active);\n",
      name);
}

/// All rows of a run, which are in its loop's scratch.
Scratch rows_of(const FusedRun& run) {
  Scratch rows;
  const auto add = [&](std::uint32_t row) {
    if (row != LaneInst::absent_row)
      rows.emplace(row, static_cast<std::uint32_t>(rows.size() * warp_lanes * sizeof(std::uint64_t)));
  };
  for (const FusedOp& op : run.ops) {
    for (const std::uint32_t row : op.rows) add(row);
    add(op.guard);
  }
  add(run.repeat_guard);
  return rows;
}

/// loop_NUMBER executes the run, and again while all lanes branch back, at most `most` times more; how often is in
/// `again`. The scratch S is copied from the frame and back: as nothing takes its address, its rows become registers.
std::string loop_text(const FusedRun& run, const KnownRow& known, std::size_t number, unsigned vector_lanes) {
  const std::string name = fmt::format("loop_{}", number);
  const Scratch scratch = rows_of(run);
  RunWriter writer(run, known, scratch, true);
  std::string text = writer.text(name, vector_lanes), before, behind;
  std::map<std::uint32_t, char> rows = writer.opened();
  rows.emplace(run.repeat_guard, 'p');  // which the run need not write
  for (const auto& [row, kind] : rows) {
    const std::string_view suffix = kind == 'p' ? "mask" : kind == 'l' ? "row<u64>" : "row<u32>";
    if (writer.leaves_loose(row))
      behind += fmt::format("  settle_row<{}>(S + {});\n", kind == 'l' ? "double" : "float", scratch.at(row));
    before += fmt::format("  take_{}(S + {}, R + {});\n", suffix, scratch.at(row), row);
    if (std::ranges::count(run.kept, row) != 0)
      behind += fmt::format("  put_{}(R + {}, S + {}, active);\n", suffix, row, scratch.at(row));
  }
  return text +
         fmt::format(
             "[[gnu::noinline]] static void {0}(unsigned char* R, u32 active, u64 most, u64& again) {{\n  alignas(64) "
             "unsigned char S[{1}];\n{2}  u64 count = 0;\n  for (;; ++count) {{\n    body_{0}<true>(R, S, active);\n"
             "    if (({3}*reinterpret_cast<const u32*>({4}) & active) != active || count == most) break;\n  }}\n{5}  "
             "again = count;\n}}\n",
             name, scratch.size() * warp_lanes * sizeof(std::uint64_t), before, run.repeat_negated ? "~" : "",
             place_of(run.repeat_guard, scratch), behind);
}

std::string run_text(const FusedRun& run, const KnownRow& known, std::size_t number, unsigned vector_lanes) {
  const std::string name = fmt::format("run_{}", number);
  return RunWriter(run, known, {}).text(name, vector_lanes) +
         fmt::format(
             "extern \"C\" [[gnu::visibility(\"default\"), gnu::noinline]] void {}(unsigned char* R, const void*, u64 "
             "lanes, unsigned) {{\n  unsigned char* const S = nullptr;\n  const auto active = "
             "static_cast<u32>(lanes);\n{}}}\n",
             name, call_of(name));
}

std::string_view integer_of(unsigned bytes, bool is_signed) {
  constexpr std::array<std::string_view, 4> plain = {"u8", "u16", "u32", "u64"},
                                            with_sign = {"s8", "s16", "s32", "s64"};
  return (is_signed ? with_sign : plain)[static_cast<std::size_t>(std::countr_zero(bytes))];
}

/// The function of scalar_text.cpp that makes an access of this shape. Of stores the type of the slot counts.
std::string function_of(const FusedAccess& access) {
  const QuickShape& s = access.shape;
  const unsigned value_bytes = access.shape.is_store ? std::max(s.register_bytes, 4U) : s.register_bytes;
  return fmt::format("access_at<{}, {}, {}, {}, {}>", access.shape.is_store, s.address_is_64 ? "u64" : "u32",
                     s.elements,
                     integer_of(s.element_bytes, s.is_signed && !access.shape.is_store && s.element_bytes < 8),
                     integer_of(value_bytes, false));
}

/// Rows of one access lie all in the frame or all in the scratch.
std::string access_text(const FusedAccess& access, const Scratch& scratch, std::size_t number) {
  std::string rows, chosen = "active";
  const bool in_scratch = scratch.contains(access.rows.front());
  for (const std::uint32_t row : access.rows)
    rows += fmt::format("{}{}", rows.empty() ? "" : ", ", in_scratch ? scratch.at(row) : row);
  if (access.guard != LaneInst::absent_row)
    chosen = fmt::format("active & {}*reinterpret_cast<const u32*>({})", access.guard_negated ? "~" : "",
                         place_of(access.guard, scratch));
  const std::string place = place_of(access.address_row, scratch), data = in_scratch ? "S" : "R";
  const unsigned bytes = access.shape.elements * access.shape.element_bytes;
  return fmt::format(
      "  {{\n    static const u32 rows[] = {{{rows}}};\n    const u32 chosen = {chosen};\n"
      "    if (chosen != 0) {{\n      if ({function}({place}, {data}, rows, {offset:#x}, chosen, {site})) {{\n"
      "        --*state->slice;\n{change}      }} else {{\n"
      "        state->access(warp, state->ops[{number}], chosen, {{{place}, {data}, rows}}, state->sites + {number});\n"
      "      }}\n    }}\n  }}\n",
      fmt::arg("rows", rows), fmt::arg("chosen", chosen), fmt::arg("function", function_of(access)),
      fmt::arg("place", place), fmt::arg("data", data), fmt::arg("offset", access.offset), fmt::arg("number", number),
      fmt::arg("site", access.is_local ? fmt::format("within(state->local, {})", bytes)
                                       : fmt::format("state->sites[{}]", number)),
      fmt::arg("change", access.shape.is_store && !access.is_local ? "        ++*state->changes;\n" : ""));
}

/// accesses: those of the segments before, and then of this one, too.
std::string segment_text(const Segment& segment, const KnownRow& known, std::size_t number, unsigned vector_lanes,
                         std::size_t& accesses) {
  std::string bodies, calls;
  for (std::size_t i = 0; i < segment.pieces.size(); ++i) {
    if (const auto* access = std::get_if<FusedAccess>(&segment.pieces[i])) {
      calls += access_text(*access, segment.scratch, accesses++);
      continue;
    }
    const std::string name = fmt::format("segment_{}_{}", number, i);
    bodies += RunWriter(std::get<FusedRun>(segment.pieces[i]), known, segment.scratch).text(name, vector_lanes);
    calls += call_of(name);
  }
  return bodies +
         fmt::format(
             "extern \"C\" [[gnu::visibility(\"default\"), gnu::noinline]] void segment_{}(unsigned char* R, void* "
             "warp, "
             "u64 lanes, const CodeState* state) {{\n  alignas(64) unsigned char S[{}];\n  const auto active = "
             "static_cast<u32>(lanes);\n{}}}\n",
             number, std::max(segment.scratch_bytes, 64U), calls);
}

}  // namespace

std::string source_of(std::span<const FusedRun> runs, std::span<const Segment> segments, const KnownRow& known,
                      unsigned vector_lanes, std::string_view path) {
  std::string text = scalar_functions();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    text += run_text(runs[i], known, i, vector_lanes);
    if (runs[i].repeats()) text += loop_text(runs[i], known, i, vector_lanes);
  }
  std::size_t accesses = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) text += segment_text(segments[i], known, i, vector_lanes, accesses);
  return text.append(path).append("}  // namespace forewarp::emu::lanes\n");
}

}  // namespace forewarp::emu::native
