// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "forewarp/frontend/analysis/dependence.hpp"

namespace forewarp::analysis::detail {

/// What everything that was stored depends on, by where it was stored. Only ever grows.
struct MemoryState {
  std::vector<Sources> words = std::vector<Sources>(Words().size());  ///< of the buffers that these words point to
  Sources variable, local, shared, passed, anywhere, unknown;         ///< anywhere: the contents of any of them
  Targets local_pointers, shared_pointers, passed_pointers;

  /// What a load depends on whose address depends on this and points there.
  [[nodiscard]] Sources loaded(const Sources& address, const Targets& targets, ptx::StateSpace space) const;
  /// Where a pointer that is loaded from there may point to.
  [[nodiscard]] Targets loaded_pointers(const Targets& targets, ptx::StateSpace space) const;
  /// Whether the store changed anything.
  bool store(const Targets& where, ptx::StateSpace space, const Sources& what, const Targets& pointers);
};

}  // namespace forewarp::analysis::detail
