// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/detail/lexer.hpp"
#include "forewarp/frontend/ptx/detail/scopes.hpp"

namespace forewarp::ptx::detail {

/// Names that may be labels further down. A scope that closes settles those it has labels for; the rest wait for the
/// scope around it.
class LabelReferences {
 public:
  void reset(Function& function);
  void open() { marks_.push_back(waiting_.size()); }
  /// Settles what the current scope knows; to be called before it closes.
  void close(Scopes& scopes);
  /// Settles the rest at the end of the function. Throws ParseError for a name that is nowhere.
  void finish(Lexer& lexer, Scopes& scopes);

  /// A label operand to be settled; place() must be called when it has found its place in the pool.
  [[nodiscard]] Operand operand(const Token& token, bool branch_target);
  void place(const Operand& operand, std::size_t pool_index) { waiting_[-2 - operand.index].where = pool_index; }
  /// Operands of the pool from start on, of the instruction that was read last, moved by that many places.
  void move(std::size_t start, std::size_t by) {
    for (auto w = waiting_.rbegin(); w != waiting_.rend() && w->table < 0 && w->where >= start; ++w) w->where += by;
  }
  [[nodiscard]] static bool waits(const Operand& operand) {
    return operand.kind == OperandKind::label && operand.index <= -2;
  }
  /// An entry of a branch table.
  void table_entry(const Token& token, std::size_t table, std::size_t entry);

 private:
  struct Waiting {
    Token token;
    std::size_t where = 0;
    std::int64_t table = -1;
    bool branch_target = true;
  };
  void settle(const Waiting& waiting, std::int32_t label);
  void settle_from(std::size_t mark, Scopes& scopes);

  Function* function_ = nullptr;
  std::vector<Waiting> waiting_;
  std::vector<std::size_t> marks_;
};

}  // namespace forewarp::ptx::detail
