// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What clang -ast-dump=json prints of a file, as far as loops need it.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/support/source_location.hpp"
#include "forewarp/symbolic/loop/c/from_c.hpp"

namespace forewarp::loop::detail {

/// A declaration, a statement or an expression. Fields that do not apply are empty.
struct CNode {
  std::string kind;                                           ///< "ForStmt"; empty where an optional part is left out
  std::string id;                                             ///< of a declaration
  std::string name;                                           ///< of a declaration
  std::string type;                                           ///< as C writes it, without typedefs
  std::string opcode;                                         ///< "+=" of operators
  std::string value;                                          ///< of literals
  std::string cast;                                           ///< clang's kind of cast
  std::string refers, refers_name, refers_kind, refers_type;  ///< the declaration that a DeclRefExpr names
  bool has_value = false;                                     ///< of a variable: it has an initialiser
  SourceLocation where;
  std::vector<CNode> inner;
};

/// Throws ParseError with the place of `node`.
[[noreturn]] void fail(const CNode& node, const std::string& message);

/// The functions with a body that the file itself defines. Throws InputError with clang's first message where clang
/// refuses the file, Unavailable where there is no clang.
[[nodiscard]] std::vector<CNode> functions_of(const std::filesystem::path& file, const COptions& options);

}  // namespace forewarp::loop::detail
