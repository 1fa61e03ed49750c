// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/label_references.hpp"

namespace forewarp::ptx::detail {

void LabelReferences::reset(Function& function) {
  function_ = &function;
  waiting_.clear();
  marks_.clear();
}

Operand LabelReferences::operand(const Token& token, bool branch_target) {
  Operand out;
  out.kind = OperandKind::label;
  out.index = -2 - static_cast<std::int32_t>(waiting_.size());
  waiting_.push_back({token, 0, -1, branch_target});
  return out;
}

void LabelReferences::table_entry(const Token& token, std::size_t table, std::size_t entry) {
  waiting_.push_back({token, entry, static_cast<std::int64_t>(table), true});
}

void LabelReferences::settle(const Waiting& waiting, std::int32_t label) {
  if (waiting.table >= 0)
    function_->tables[waiting.table].labels[waiting.where] = label;
  else
    function_->operands[waiting.where].index = label;
}

void LabelReferences::settle_from(std::size_t mark, Scopes& scopes) {
  std::size_t kept = mark;
  for (std::size_t i = mark; i < waiting_.size(); ++i) {
    const Symbol* symbol = scopes.find(waiting_[i].token.text);
    if (symbol != nullptr && symbol->kind == SymbolKind::label && symbol->depth == scopes.depth())
      settle(waiting_[i], symbol->index);
    else
      waiting_[kept++] = waiting_[i];
  }
  waiting_.resize(kept);
}

void LabelReferences::close(Scopes& scopes) {
  settle_from(marks_.back(), scopes);
  marks_.pop_back();
}

void LabelReferences::finish(Lexer& lexer, Scopes& scopes) {
  settle_from(0, scopes);
  if (waiting_.empty()) return;
  const Waiting& first = waiting_.front();
  lexer.fail(first.token, first.branch_target ? "expected a label of this function" : "this name is not declared");
}

}  // namespace forewarp::ptx::detail
