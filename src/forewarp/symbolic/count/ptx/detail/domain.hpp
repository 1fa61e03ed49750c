// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often conditions hold over all threads and iterations: integer sets made from them, and their sizes.
///
/// Axes of the launch and loops that share no condition are counted on their own and multiplied. A loop that strides by
/// the number of threads, v + T k with 0 <= v < T, is counted over u = v + T k, which runs over the same values once.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"
#include "forewarp/symbolic/sets/count.hpp"

namespace forewarp::count::detail {

/// What is counted already, by the text of the sets: attempts with more or fewer sizes fixed share it, as most sets
/// have none of them.
struct CountedSets {
  using Texts = std::pair<std::string, std::string>;  ///< points, and the map to what they touch
  std::map<std::string, std::optional<symbolic::PwQPolynomial>> points;
  std::map<std::vector<Texts>, std::optional<symbolic::PwQPolynomial>> touched;
};

class Domains {
 public:
  static constexpr std::size_t readable_pieces = 16;
  /// Formulas of more pieces than max_pieces are not made; up to readable_pieces, none where the block's size stands
  /// in the code as a number either: another size means nothing there.
  Domains(Algebra& algebra, std::size_t max_pieces, CountedSets& counted);

  /// Over all threads of the grid, or of one thread where all are alike; nothing where the conditions are opaque or not
  /// affine, or the count takes too long.
  std::optional<symbolic::PwQPolynomial> executions(const std::vector<Cond>& conditions, bool one_thread = false);
  /// A value that depends on sizes alone; nothing for others.
  std::optional<symbolic::PwQPolynomial> formula(const Form& form);
  /// One access of an array: when it runs, and where, in bytes from the array's start.
  struct Touch {
    std::vector<Cond> conditions;
    Form offset;
  };
  /// How many arrays there are under one name: one, one for each group (shared memory) or one for each thread.
  enum class Copies { one, group, thread };
  /// The number of different elements that the accesses touch together, `bytes` each (stevens2020, Algorithm 2), in all
  /// copies of the array; nothing where conditions or offsets are not affine, or where the count takes too long. The
  /// algorithm: footprint.cpp.
  std::optional<symbolic::PwQPolynomial> footprint(std::vector<Touch> touches, std::int64_t bytes,
                                                   Copies copies = Copies::one);

 private:
  struct Part {
    std::vector<SymbolId> indices;
    std::vector<Cond> conditions;
  };
  using Pw = symbolic::PwQPolynomial;

  std::optional<Pw> counted(std::vector<Cond> conditions, bool one_thread);
  void split(Cond c, std::vector<Cond>& out);
  /// An offset is rewritten in the same indices as the conditions.
  bool flatten(std::vector<Cond>& conditions, std::vector<SymbolId>& flat, Form* offset = nullptr);
  bool flatten(std::vector<Cond>& conditions, SymbolId counter, SymbolId stride, std::vector<SymbolId>& flat,
               Form* offset);
  std::optional<Cond> without_counter(Cond c, SymbolId counter, SymbolId stride, SymbolId flat);
  [[nodiscard]] bool has_block_inside(const std::vector<Cond>& conditions) const;
  void join_axes(std::vector<Cond>& conditions);
  [[nodiscard]] std::vector<Part> parts_of(const std::vector<Cond>& conditions);
  std::optional<Pw> count(const Part& part);
  std::optional<Pw> extents(const std::vector<SymbolId>& used, const std::vector<SymbolId>& flat);
  [[nodiscard]] bool is_index(SymbolId s) const;

  std::string text(const Part& part);
  std::string case_text(const std::vector<Cond>& conditions);
  std::string text(Cond c);
  std::string text(const Form& form);
  std::string bounds(SymbolId s);

  /// One coordinate of an offset for each product of sizes that indices are multiplied by.
  using Coordinates = std::map<Monomial, Form>;
  std::optional<Coordinates> coordinates(const Form& offset);
  [[nodiscard]] bool has_index(SymbolId s) const;
  std::optional<Part> points(Touch& touch);
  /// What tells the copies of an array apart: indices that all parts have, and how many copies there are for each of
  /// their values.
  struct Owners {
    std::vector<SymbolId> indices;
    Form times = Form::of(1);
  };
  std::optional<Owners> owners(const std::vector<Part>& parts, Copies copies);
  std::optional<Owners> owners_along(const std::vector<Part>& parts, SymbolKind kind, std::uint32_t axis);
  /// The innermost coordinates of accesses that differ by a constant alone: constant + step * u, 0 <= u < count.
  struct Steps {
    std::int64_t first = 0, step = 1, count = 1;
  };
  std::string map_text(const Part& part, const Coordinates& coordinates, const std::vector<Monomial>& axes,
                       const std::vector<SymbolId>& owners, const Steps& steps);
  using Texts = CountedSets::Texts;
  std::optional<std::vector<Texts>> different_texts(const std::vector<Part>& parts, std::vector<Coordinates> places,
                                                    const std::vector<Monomial>& axes,
                                                    const std::vector<SymbolId>& owners);
  std::optional<Pw> points_touched(const std::vector<Texts>& accesses);

  Algebra& algebra_;
  symbolic::Context context_, footprints_;  ///< the second with a smaller allowance
  std::size_t max_pieces_;
  std::map<std::pair<bool, std::vector<Cond>>, std::optional<Pw>> known_;
  CountedSets& sets_;
  std::map<SymbolId, SymbolId> flat_stride_;  // of flattened indices
};

}  // namespace forewarp::count::detail
