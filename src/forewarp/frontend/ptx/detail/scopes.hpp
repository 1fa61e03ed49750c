// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a name means inside a function body, scope by scope. A name met again (the usual case in inline assembly) gets
/// a name of its own, so that the flat lists of ptx::Function stay unambiguous. Ranges such as %r<100> become registers
/// one by one when they are used, so a range costs nothing by its size.
#include <optional>
#include <string>

#include "forewarp/frontend/ptx/detail/name_arena.hpp"
#include "forewarp/frontend/ptx/detail/name_map.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx::detail {

enum class SymbolKind : std::uint8_t { reg, vector_reg, variable, parameter, label, table, prototype };

struct Symbol {
  SymbolKind kind = SymbolKind::reg;
  std::int32_t index = -1;     ///< in the function's list for that kind; of a vector register: its first element
  std::uint32_t depth = 0;     ///< of the scope it was declared in
  std::string_view written;    ///< name in the text
  std::string_view name;       ///< unique name
  std::int32_t shadowed = -1;  ///< the symbol of the same written name in an outer scope
  std::uint32_t width = 1;     ///< elements of a vector register
};

/// A vector register becomes a register for each element, called name$x and so on.
[[nodiscard]] std::string element_name(std::string_view vector, std::uint32_t element);

enum class ModuleNameKind : std::uint8_t { variable, function, alias };
using ModuleNames = NameMap<ModuleNameKind>;

class Scopes {
 public:
  static constexpr std::uint32_t deepest = 128;

  Scopes(const ModuleNames& module_names, NameArena& arena) : module_names_(module_names), arena_(arena) {}

  /// Starts a function with nothing declared.
  void reset(Function& function);
  [[nodiscard]] std::uint32_t depth() const { return depth_; }
  void open();
  void close();

  /// Declares a name in the current scope and returns the unique name; nothing when this scope has it already.
  [[nodiscard]] std::optional<std::string_view> declare(SymbolKind kind, std::int32_t index, std::string_view written);
  /// Declares a vector register and makes its elements; false when this scope has the name already.
  [[nodiscard]] bool declare_vector(std::string_view written, Type type, std::uint32_t width);
  /// Declares a parameter, whose name is unchanged for any names of the module; the first of two equal names counts.
  void declare_parameter(SymbolKind kind, std::int32_t index, std::string_view name, std::uint32_t width = 1);
  /// Declares prefix0 .. prefix(count-1), of that many elements each; false when the scope has this range already.
  [[nodiscard]] bool declare_range(std::string_view prefix, std::uint32_t count, Type type, std::uint32_t width);
  /// A name that no symbol of this function has.
  [[nodiscard]] std::string_view fresh(std::string_view stem) { return unique(stem); }
  /// The innermost symbol of that name, or nullptr. A register of a range is made at its first use.
  [[nodiscard]] const Symbol* find(std::string_view written);

 private:
  struct Name {
    std::int32_t innermost = -1;
    std::uint32_t next_suffix = 0;
    bool taken = false;  ///< some symbol of this function bears it, alive or not
  };
  struct Range {
    std::string_view prefix;
    std::uint32_t count = 0, depth = 0;
    Type type = Type::none;
    std::int32_t shadowed = -1;
    std::uint32_t width = 1;
  };
  struct RangeName {
    std::int32_t innermost = -1;
  };

  std::string_view unique(std::string_view written);
  std::string_view declare_at(SymbolKind kind, std::int32_t index, std::string_view written, std::uint32_t depth);
  const Symbol* make_vector(std::string_view written, Type type, std::uint32_t width, std::uint32_t depth);
  [[nodiscard]] const Range* range_of(std::string_view written) const;
  const Symbol* make_register(const Range& range, std::string_view written);
  void close_ranges();

  const ModuleNames& module_names_;
  NameArena& arena_;
  Function* function_ = nullptr;
  std::uint32_t depth_ = 0;
  NameMap<Name> names_;
  NameMap<RangeName> range_names_;
  std::vector<Symbol> symbols_;
  std::vector<Range> ranges_;
  std::vector<std::vector<std::int32_t>> declared_at_{1};  ///< symbols of each inner scope, to be undone
  std::uint32_t deepest_range_ = 0;                        ///< deepest scope with a live range
};

}  // namespace forewarp::ptx::detail
