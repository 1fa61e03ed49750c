// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Features of cost expressions (stevens2020, section 6.1) and their values for a kernel's counts:
///
///     f_op_<data type>_<operation>                       f_op_float32_madd
///     f_mem_access_[tag:<tag>_][<space>_][<data type>_][<direction>_][lstrides:{..}_][gstrides:{..}_][afr:..]
///         f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:0}_afr:>1
///     f_sync_barrier_local  f_sync_kernel_launch  f_thread_groups  f_work_items
///
/// Fields after the class are optional, in this order. A constraint is a number, a size or a product of them (16*n)
/// after one of < <= > >= = or nothing (equal). An axis that is not named is free.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/symbolic/count/counts.hpp"
#include "forewarp/symbolic/sets/evaluator.hpp"

namespace forewarp::model::expression {

using Sizes = std::map<std::string, std::int64_t>;

struct Constraint {
  enum class Relation : unsigned char { equal, less, less_equal, greater, greater_equal } relation = Relation::equal;
  std::int64_t factor = 1;
  std::vector<std::string> sizes;  ///< factor * sizes[0] * ...
};

struct Feature {
  enum class Class : unsigned char {
    operation,
    chain,
    mem_access,
    barrier,
    launch,
    groups,
    work_items,
    own
  } kind = Class::own;
  std::string text;
  std::string operation, data_type;   ///< "" where any
  std::string tag, space, direction;  ///< of mem_access
  std::map<int, Constraint> lstrides, gstrides;
  std::optional<Constraint> afr;
};

/// Throws InputError: fields out of order or unknown (with near ones), constraints that cannot be read. A name of no
/// class (f_my_own, f_cl_wall_time_...) is `own`.
[[nodiscard]] Feature parse_feature(std::string_view text);

/// A user's own feature of a kernel at its sizes.
using OwnFeature = std::function<double(const count::KernelCounts&, const Sizes&)>;
using OwnFeatures = std::map<std::string, OwnFeature>;

enum class Unmatched { is_an_error, is_zero };

/// The values of features for one kernel. Which rows match is evaluated again where a constraint or a stride names a
/// size; a sum of the same rows is made once.
class FeatureValues {
 public:
  /// Throws InputError for a feature that no row can match, listing near ones, and for one of no class that `own`
  /// lacks.
  FeatureValues(const count::KernelCounts& counts, const std::vector<std::string>& features, OwnFeatures own = {},
                Unmatched unmatched = Unmatched::is_an_error);
  ~FeatureValues();
  FeatureValues(FeatureValues&&) noexcept;
  FeatureValues& operator=(FeatureValues&&) noexcept;

  /// In the order of the features. Throws InputError where a size has no value, or where nothing matches at these
  /// sizes. Not for several threads at once.
  [[nodiscard]] std::vector<double> at(const Sizes& sizes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether a feature of accesses counts this row at these sizes. Throws InputError where a constraint names a size that
/// has no value.
[[nodiscard]] bool matches(const Feature& feature, const count::KernelCounts& counts, const count::MemoryAccess& row,
                           const Sizes& sizes);

/// Accesses that a feature would count but for its afr: constraint, the ratio of accesses to footprint being unknown:
/// one sentence per feature and array. A prediction from the features' values then misses their cost, or has it twice.
[[nodiscard]] std::vector<std::string> undecided(const std::vector<std::string>& features,
                                                 const count::KernelCounts& counts, const Sizes& sizes);

/// What the kernel's rows are called as features, for messages and lists.
[[nodiscard]] std::vector<std::string> feature_names_of(const count::KernelCounts& counts);

}  // namespace forewarp::model::expression
