// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// prefetch ARRAY [LOOPS] [box] [private] [as NAME] [tags TAG, ... | tags none]
#include <optional>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

struct PrefetchOptions {
  /// Fetch the smallest box around what is read, elements that nothing reads included (the corners of a stencil).
  bool bounding_box = false;
  /// Into registers of each work-item rather than into local memory; the swept loops must be unrolled.
  bool private_copy = false;
  std::string name;  ///< of the copy; ARRAY_fetch where empty
  /// One for each axis of the copy; empty: none. Where absent: the last axis l.0, the one before it l.1 and so on,
  /// split where the box is larger than the group.
  std::optional<std::vector<LoopTag>> tags;
};

/// What the reads of `array` touch while the loops `sweep` run is fetched first, and read from there (stevens2020,
/// section 2.1). New loops ARRAY_dim_D run over the box, D the axis of the array; the statement fetch_ARRAY has the
/// access tag of the reads, and conditions where the box may leave the array. Throws InputError where the box has no
/// constant size, where it holds elements that nothing reads (unless bounding_box), where the subscripts differ by more
/// than constants, or where the array may change in between.
[[nodiscard]] Program prefetch(const Program& program, const std::string& array, const std::vector<std::string>& sweep,
                               const PrefetchOptions& options = {});

}  // namespace forewarp::loop
