// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer sets and maps: isl's, as values. isl itself is seen in sources only; code that needs more of it than is here
/// takes get() and includes isl/set.h in a .cpp.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/source_location.hpp"

struct isl_ctx;
struct isl_map;
struct isl_set;

namespace forewarp::symbolic {

class Memo;

/// Where isl's objects live; copies share it. Objects of one context belong together, and to one thread at a time.
class Context {
 public:
  /// Every call into isl may take this many of its operations, then throws LimitExceeded.
  explicit Context(std::uint64_t max_operations = 20'000'000);
  [[nodiscard]] isl_ctx* get() const { return context_.get(); }
  [[nodiscard]] std::uint64_t max_operations() const { return max_operations_; }
  /// What was computed in this context before (symbolic/memo.hpp).
  [[nodiscard]] Memo& memo() const { return *memo_; }
  /// A new allowance for the next question; forgets the last error.
  void renew() const;
  /// Throws the last error of isl: LimitExceeded, or InputError with its words.
  [[noreturn]] void fail(std::string_view what) const;

 private:
  std::shared_ptr<isl_ctx> context_;
  std::shared_ptr<Memo> memo_;  // after context_: its sets go before isl does
  std::uint64_t max_operations_;
};

class Map;

/// A set of integer tuples with parameters; never changes.
class Set {
 public:
  /// Text such as "[n] -> { [i,j] : 0 <= i < n and i <= j < n and j mod 2 = 0 }". Throws ParseError at the place,
  /// counted from `origin` (line and column of the first character; 1:1 where unknown).
  static Set parse(std::string_view text, const Context& context, const SourceLocation& origin = {});
  /// Takes the reference; null throws the last error of isl.
  static Set adopt(isl_set* set, const Context& context);

  [[nodiscard]] isl_set* get() const { return set_.get(); }
  [[nodiscard]] const Context& context() const { return context_; }
  [[nodiscard]] std::vector<std::string> parameters() const;
  [[nodiscard]] std::size_t dimensions() const;
  [[nodiscard]] std::string str() const;
  [[nodiscard]] bool is_empty() const;
  [[nodiscard]] Set intersect(const Set& other) const;
  [[nodiscard]] Set unite(const Set& other) const;
  [[nodiscard]] Set subtract(const Set& other) const;
  /// The tuples that the map gives for tuples of this set.
  [[nodiscard]] Set apply(const Map& map) const;

 private:
  Set(std::shared_ptr<isl_set> set, Context context) : context_(std::move(context)), set_(std::move(set)) {}
  Context context_;
  std::shared_ptr<isl_set> set_;
};

/// A relation between integer tuples, such as "[n] -> { [i,j] -> [n*0 + i + j] }"; never changes.
class Map {
 public:
  static Map parse(std::string_view text, const Context& context, const SourceLocation& origin = {});
  static Map adopt(isl_map* map, const Context& context);
  [[nodiscard]] isl_map* get() const { return map_.get(); }
  [[nodiscard]] const Context& context() const { return context_; }
  [[nodiscard]] std::string str() const;

 private:
  Map(std::shared_ptr<isl_map> map, Context context) : context_(std::move(context)), map_(std::move(map)) {}
  Context context_;
  std::shared_ptr<isl_map> map_;
};

}  // namespace forewarp::symbolic
