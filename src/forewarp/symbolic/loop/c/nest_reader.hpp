// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From the body of a C function to its loops and statements.
#include <set>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/c/loop_header.hpp"
#include "forewarp/symbolic/loop/c/names.hpp"
#include "forewarp/symbolic/loop/c/nest.hpp"

namespace forewarp::loop::detail {

class NestReader {
 public:
  /// Throws ParseError at the first construct that is not affine.
  void read(const CNode& function);

  [[nodiscard]] CNest& nest() { return nest_; }
  [[nodiscard]] CNames& names() { return names_; }
  /// Lines that declare scalars: arguments and private ones.
  [[nodiscard]] const std::vector<std::string>& declarations() const { return declarations_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  [[nodiscard]] bool is_used(const std::string& array) const;
  /// Whether a whole-number division was taken for a floor, sizes being 0 or more.
  [[nodiscard]] bool divides() const { return divides_; }

 private:
  void find_assigned(const CNode& node);
  void find_globals(const CNode& node);
  void argument(const CNode& parameter);
  void statement(const CNode& node);
  void declaration(const CNode& variable);
  void assignment(const CNode& node);
  void conditional(const CNode& node);
  void returned(const CNode& node);
  void loop(const CNode& node);
  LoopRange range_of(const CNode& node);
  CLoop counted_loop(const LoopRange& range, const std::string& name, const CNode& node);
  CLoop bounded_loop(const LoopRange& range, const ExpressionPtr& own, const ExpressionPtr& value, const CNode& node);
  void add(ExpressionPtr target, ExpressionPtr value, const SourceLocation& where);
  ExpressionPtr target_of(const CNode& node);
  /// A whole-number expression of a bound, condition or subscript, its floors checked.
  ExpressionPtr index(const CNode& node);
  void check_floors(const ExpressionPtr& e, const SourceLocation& where);
  [[nodiscard]] bool is_of_data(const ExpressionPtr& e) const;
  std::string trips(const ExpressionPtr& count, const std::string& loop_name, const SourceLocation& where);

  CNames names_;
  CNest nest_;
  std::vector<std::size_t> open_;          // loops around the place
  std::vector<ExpressionPtr> conditions_;  // of the ifs around it
  std::set<std::string> assigned_;         // ids that statements set
  std::set<std::string> counters_;         // ids that for statements count
  std::vector<std::string> declarations_, notes_;
  bool divides_ = false, returned_ = false;
};

}  // namespace forewarp::loop::detail
