// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a kernel does, as formulas in its sizes: the statistics of stevens2020, section 5, from whichever source (a
/// loop program or PTX). Cost expressions match their features against these rows (section 6.1).
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::count {

using symbolic::PwQPolynomial;

/// How often one row is counted: once a work-item, a sub-group (32), or a work-group (section 5).
enum class Granularity : std::uint8_t { work_item, sub_group, work_group };

/// One kind of operation of one type of data.
struct Operation {
  std::string kind;          ///< "add" "mul" "madd" "div" "sqrt" "exp" "sin" "pow" ...; "index" for index arithmetic
  std::string data_type;     ///< "float16" "float32" "float64" "int32" "int64" ...
  PwQPolynomial executions;  ///< over all work-items, both branches of a conditional (section 4)
  PwQPolynomial guarded;     ///< the same, conditions taken into account where they are affine: what really runs
  PwQPolynomial count;       ///< executions at the row's granularity
  Granularity granularity = Granularity::sub_group;
};

/// One memory access of the text: one row each, equal rows are not merged.
struct MemoryAccess {
  std::string array;
  std::string tag;        ///< the memory access tag, "" without
  std::string space;      ///< "global" "local" ("constant" "param" of PTX)
  std::string direction;  ///< "load" "store" "atomic"
  std::string data_type;
  std::int64_t bytes = 0;  ///< one element
  /// Strides in elements of the flattened subscript by axis, those of 0 included for every axis in use.
  /// Absent (nullopt) where the subscript is not affine.
  std::optional<std::map<int, PwQPolynomial>> local_strides, group_strides;
  std::map<std::string, PwQPolynomial> loop_strides;  ///< of sequential loops, by name
  /// Accesses to the array in this direction / elements touched (Algorithm 2); absent where unknown.
  std::optional<PwQPolynomial> footprint;            ///< elements
  std::optional<PwQPolynomial> access_ratio;         ///< where the division comes out
  PwQPolynomial executions, guarded, count;          ///< as of Operation
  Granularity granularity = Granularity::work_item;  ///< sub_group for local ones and uniform ones (local stride 0 = 0)
};

/// A symbol that is no size: how often a block runs whose condition is data, say. The user or the emulator gives it.
struct Unknown {
  std::string name, meaning;
};

struct KernelCounts {
  std::string kernel;
  std::vector<std::string> parameters;  ///< sizes, then unknowns
  std::vector<Unknown> unknowns;
  std::vector<Operation> operations;
  /// Those of the operations that need their own result of the iteration before, as a sum's additions do: each waits
  /// for the one before it. By kind and type; they are among `operations` too.
  std::vector<Operation> chains;
  std::vector<MemoryAccess> accesses;
  PwQPolynomial local_barriers;  ///< that one work-item meets
  PwQPolynomial launches = PwQPolynomial::constant(1);
  PwQPolynomial groups;
  PwQPolynomial group_size;  ///< work-items a group
  std::int64_t sub_group_size = 32;
  std::vector<std::string> notes;  ///< what the reader must know: bounds that are not exact, and why
};

}  // namespace forewarp::count
