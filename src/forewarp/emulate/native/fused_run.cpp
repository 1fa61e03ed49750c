// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/fused_run.hpp"

// Writes a run as one loop over lanes, in static single assignment: each value has a name of its own, and `current_`
// has the name of each row's value so far. A row that is read before the run has written it is loaded once; the rows
// that are kept are stored at the end. A guarded operation selects between its result and the row's value before it.
// Predicates are bits of a mask outside the loop and bool inside. O(operations).
#include <fmt/format.h>

#include <array>
#include <map>

#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/native/scalar_text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::emu::native {

namespace {

namespace control_bits = lanes::control_bits;

/// What a row holds, by the letter of an operand (LaneChoice::rows).
char kind_of(char letter) {
  if (letter == 'p') return 'p';
  return letter == 'l' || letter == 'd' ? 'l' : 'w';
}
std::string_view type_of(char kind) { return kind == 'p' ? "bool" : kind == 'l' ? "u64" : "u32"; }

class RunWriter {
 public:
  RunWriter(const FusedRun& run, const KnownRow& known) : run_(run), known_(known) {}

  std::string text(std::size_t number, unsigned vector_lanes) {
    for (const FusedOp& op : run_.ops) write(op);
    for (const std::uint32_t row : run_.kept) store(row);
    return fmt::format(
        "template <bool whole>\n[[gnu::always_inline]] static inline void body_{0}(unsigned char* R, u32 active) "
        "{{\n{1}"
        "#pragma clang loop vectorize(assume_safety) vectorize_width({2}) interleave(disable) unroll(disable)\n"
        "  for (u32 lane = 0; lane < 32; ++lane) {{\n{3}  }}\n{4}}}\n"
        "extern \"C\" [[gnu::visibility(\"default\")]] void run_{0}(unsigned char* R, const void*, u64 lanes, "
        "unsigned) {{\n  const auto active = static_cast<u32>(lanes);\n  if (active == all_lanes)\n    "
        "body_{0}<true>(R, "
        "active);\n  else\n    body_{0}<false>(R, active);\n}}\n",
        number, before_, vector_lanes, loop_, behind_);
  }

 private:
  struct Value {
    std::string name;
    char kind = 'w';
  };

  std::string fresh() { return fmt::format("v{}", count_++); }

  void open(std::uint32_t row, char kind) {
    const auto [at, is_new] = opened_.emplace(row, kind);
    if (!is_new) return;
    before_ +=
        kind == 'p'
            ? fmt::format("  u32* const r{0} = reinterpret_cast<u32*>(R + {0});\n  const u32 m{0} = *r{0};\n", row)
            : fmt::format("  {1}* const r{0} = reinterpret_cast<{1}*>(R + {0});\n", row, type_of(kind));
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
    current_[row] = {name, kind};
    return name;
  }

  std::string source(const FusedOp& op, std::size_t operand) {
    const char letter = op.letters[operand];
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
    if (op.guard != LaneInst::absent_row)
      text = fmt::format("{}{} ? {} : {}", op.guard_negated ? "!" : "", read(op.guard, 'p'), result,
                         read(op.rows[destination], kind));
    const std::string name = fresh();
    loop_ += fmt::format("    const {} {} = {};\n", type_of(kind), name, text);
    return {name, kind};
  }

  std::string called(const FusedOp& op) {
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

  void store(std::uint32_t row) {
    const auto at = current_.find(row);
    if (at == current_.end()) return;
    const auto& [name, kind] = at->second;
    open(row, kind);
    if (kind != 'p') {
      loop_ += fmt::format("    r{0}[lane] = whole || (active >> lane & 1) != 0 ? {1} : r{0}[lane];\n", row, name);
      return;
    }
    before_ += fmt::format("  u32 o{} = 0;\n", row);
    loop_ += fmt::format("    o{} |= static_cast<u32>({}) << lane;\n", row, name);
    behind_ += fmt::format("  *r{0} = (m{0} & ~active) | (o{0} & active);\n", row);
  }

  const FusedRun& run_;
  const KnownRow& known_;
  std::string before_, loop_, behind_;
  std::map<std::uint32_t, Value> current_;
  std::map<std::uint32_t, char> opened_;
  unsigned count_ = 0;
};

}  // namespace

std::string source_of(std::span<const FusedRun> runs, const KnownRow& known, unsigned vector_lanes) {
  std::string text = scalar_functions();
  for (std::size_t i = 0; i < runs.size(); ++i) text += RunWriter(runs[i], known).text(i, vector_lanes);
  return text + "}  // namespace forewarp::emu::lanes\n";
}

}  // namespace forewarp::emu::native
