// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A PTX file as data: what the parser makes, the printer writes back, and everything after it reads. Names are views
/// into the text that the module owns, operands lie in one pool per function, so parsing allocates little.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/ptx/opcode.hpp"
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::ptx {

/// What an operand is. The fields of Operand that a kind uses follow it.
enum class OperandKind : std::uint8_t {
  reg,        ///< index: register of the function; negated: written !p
  immediate,  ///< bits, type (s64 or u64 for integers, f32 / f64 for 0f.. / 0d.. literals and decimals)
  special,    ///< special, component: %tid.x, %laneid, ...
  symbol,     ///< name; offset (symbol+4 as a value). index: place in Function::variables, tables or prototypes
              ///< when declared in the body (the instruction decides which), else -1: parameter or module level
  label,      ///< index: label of the function
  address,    ///< [base + offset]: base register in index (or none: -1), or symbol in name; offset. With count > 0 a
              ///< tuple [tex, {x, y}]: elements in the pool from first for count
  vector,     ///< {a, b, c}, (a, b) of calls, a|b pairs: elements in the pool from first for count; see brackets
  sink,       ///< _
};

/// How a vector operand is written; kept in Operand::component.
enum class Brackets : std::uint8_t { braces, parentheses, bar };

struct Operand {
  OperandKind kind = OperandKind::sink;
  Type type = Type::none;
  bool negated = false;
  Special special{};
  /// 0..3 for .x .y .z .w of a special register, n of %envreg<n>; of a register: 0 whole, 1..4 for .b0 .. .b3 and 5, 6
  /// for .h0, .h1 of video instructions; Brackets of a vector.
  std::uint8_t component = 0;
  std::int32_t index = -1;
  std::uint32_t first = 0, count = 0;
  std::uint64_t bits = 0;
  std::int64_t offset = 0;
  std::string_view name;

  [[nodiscard]] Brackets brackets() const { return static_cast<Brackets>(component); }
};

/// One instruction. `mnemonic` is the whole dotted text ("ld.global.nc.v4.f32"); what everybody asks for is taken out.
struct Instruction {
  Opcode opcode = Opcode::unknown;
  StateSpace space = StateSpace::none;  ///< of ld/st/atom/red/cvta/...; none when generic or not applicable
  std::uint8_t vector = 1;              ///< 1, 2, 4, 8 from .v2 .v4 .v8
  std::uint8_t type_count = 0;
  std::array<Type, 4> types{};  ///< type suffixes in order of appearance
  std::int32_t guard = -1;      ///< register of @p, -1 when unconditional
  bool guard_negated = false;   ///< @!p
  std::uint32_t first_operand = 0, operand_count = 0;
  std::uint32_t line = 0, column = 0;  ///< in the PTX text
  std::int32_t loc = -1;               ///< Function::locs entry in force, -1 without .loc
  std::string_view mnemonic;

  [[nodiscard]] Type type(unsigned i = 0) const { return i < type_count ? types[i] : Type::none; }
  /// Whether the dotted text has this suffix, given without its dot ("ftz", "rn", "cta").
  [[nodiscard]] bool has(std::string_view suffix) const;
  /// The suffixes in order, without dots; the opcode itself is not among them.
  [[nodiscard]] std::vector<std::string_view> suffixes() const;
};

struct Register {
  std::string_view name;  ///< as written, "%r12"; a name met again in an inner scope is made unique by a suffix
  Type type = Type::none;
};

struct Label {
  std::string_view name;
  std::uint32_t target = 0;  ///< index of the instruction after it; body.size() at the end
};

/// .branchtargets / .calltargets / .callprototype and array-of-labels tables, by name.
struct LabelTable {
  std::string_view name;
  std::vector<std::int32_t> labels;         ///< for branch tables
  std::vector<std::string_view> functions;  ///< for call targets
};

/// One initial value: bytes, or the address of a symbol plus an offset.
struct Initializer {
  std::uint64_t bits = 0;
  std::string_view symbol;  ///< empty for a plain number
  std::int64_t offset = 0;
  bool generic = false;            ///< generic(symbol)
  std::uint8_t mask_shift = 0xff;  ///< 0xff(symbol) style byte masks: shift in bits, 0xff when whole
};

/// A variable in any memory space, or a parameter.
struct Variable {
  std::string_view name;
  StateSpace space = StateSpace::none;
  Type type = Type::none;
  std::uint32_t alignment = 0;  ///< bytes; natural when not written
  std::uint64_t elements = 1;   ///< product of array extents and vector width; 0 for extern [] (dynamic shared memory)
  bool is_array = false;
  bool managed = false;                   ///< .attribute(.managed)
  std::string_view linkage;               ///< "", ".extern", ".visible", ".weak", ".common"
  StateSpace pointee = StateSpace::none;  ///< .param .u64 .ptr .global: space; none when not written
  std::uint32_t pointee_alignment = 0;
  std::vector<Initializer> initial;  ///< may be shorter than elements: the rest is zero
  std::string_view initial_text;     ///< {addr_mode_0 = ...} of a sampler, as written
  std::uint32_t line = 0;
  [[nodiscard]] std::uint64_t bytes() const { return elements * size_of(type); }
};

/// .loc: a place in the source; with inlined_at.file != 0 the place of the call this code was inlined into.
struct Loc {
  struct Place {
    std::uint32_t file = 0, line = 0, column = 0;
  };
  std::uint32_t file = 0, line = 0, column = 0;
  Place inlined_at;
  std::string_view function_name;  ///< label in .debug_str of the inlined function's name
  std::int64_t function_name_offset = 0;
};

/// A .pragma inside a body.
struct BodyPragma {
  std::uint32_t before = 0;  ///< index of the instruction after it
  std::string_view text;
};

/// A performance directive: .maxntid 256, .reqntid, .minnctapersm, .maxnreg, .pragma ...
struct Directive {
  std::string_view name;  ///< without the dot
  std::vector<std::uint32_t> values;
  std::string_view text;  ///< .pragma's string
};

struct Prototype {
  std::string_view name;
  std::vector<Variable> returns, parameters;
  bool noreturn = false;
};

struct Function {
  std::string_view name;
  bool is_entry = false;
  bool is_declaration = false;
  bool noreturn = false;
  std::string_view linkage;
  std::string_view attribute;  ///< the text in .attribute( ), as written
  std::vector<Variable> returns, parameters;
  std::vector<Variable> variables;  ///< declared in the body: .local .shared .param .const
  std::vector<Register> registers;
  std::vector<Instruction> body;
  std::vector<Operand> operands;  ///< the pool
  std::vector<Label> labels;
  std::vector<LabelTable> tables;
  std::vector<Prototype> prototypes;
  std::vector<Loc> locs;  ///< every .loc in order
  std::vector<Directive> directives;
  std::vector<BodyPragma> pragmas;
  std::uint32_t line = 0;

  [[nodiscard]] std::span<const Operand> operands_of(const Instruction& i) const {
    return std::span(operands).subspan(i.first_operand, i.operand_count);
  }
  [[nodiscard]] std::span<const Operand> elements_of(const Operand& vector) const {
    return std::span(operands).subspan(vector.first, vector.count);
  }
  [[nodiscard]] const Directive* directive(std::string_view name) const;
};

/// .alias name, target: two names for one function.
struct Alias {
  std::string_view name, target;
};

/// One thing at module level, so that the order of the text is known.
struct ModuleItem {
  enum class Kind : std::uint8_t { variable, function, alias, directive, section };
  Kind kind = Kind::variable;
  std::uint32_t index = 0;
};

struct Module {
  std::string file;                         ///< name for messages
  std::shared_ptr<const std::string> text;  ///< every string_view of the module points into it or into `names`
  std::shared_ptr<std::vector<std::unique_ptr<std::string>>> names;  ///< made-up names (inner scopes, %r<9> ranges)
  unsigned version_major = 0, version_minor = 0;
  std::string_view target;  ///< "sm_80" or "sm_90a, texmode_independent" as written
  unsigned address_size = 64;
  std::vector<std::string> files;  ///< .file table, by index
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<std::string_view> sections;  ///< debug sections, kept as text and not looked into
  std::vector<Alias> aliases;
  std::vector<Directive> directives;  ///< .pragma at module level
  std::vector<ModuleItem> items;      ///< everything above in the order of the text

  /// The function of that name (or alias), its definition before its declarations; nullptr when there is none.
  [[nodiscard]] const Function* find(std::string_view name) const;
  /// Names of the .entry functions that have a body, in order.
  [[nodiscard]] std::vector<std::string_view> entries() const;
  /// 80 for sm_80 and sm_80a; 0 when there is none.
  [[nodiscard]] unsigned sm() const;
};

}  // namespace forewarp::ptx
