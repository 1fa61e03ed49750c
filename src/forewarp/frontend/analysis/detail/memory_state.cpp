// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/memory_state.hpp"

namespace forewarp::analysis::detail {

using ptx::StateSpace;

namespace {

template <typename Set>
bool joined(Set& into, const Set& from) {
  const Set before = into;
  into |= from;
  return !(before == into);
}

}  // namespace

Sources MemoryState::loaded(const Sources& address, const Targets& targets, StateSpace space) const {
  Sources out = address;
  out.values &= ~targets.words;
  out |= unknown;
  if (space == StateSpace::shared || targets.shared) out |= shared;
  if (space == StateSpace::local || targets.local) {
    out |= local;
    out |= passed;
  }
  if (space == StateSpace::shared || space == StateSpace::local) return out;
  for (std::size_t w = 0; w < words.size(); ++w)
    if (targets.words.test(w)) {
      out.contents.set(w);
      out |= words[w];
    }
  if (space == StateSpace::const_ || targets.variable) {
    out.variables = true;
    out |= variable;
  }
  if (targets.loaded || targets.none()) out |= anywhere;
  return out;
}

Targets MemoryState::loaded_pointers(const Targets& targets, StateSpace space) const {
  Targets out;
  if (space == StateSpace::local || targets.local) out |= local_pointers;
  if (space == StateSpace::shared || targets.shared) out |= shared_pointers;
  if (space == StateSpace::local || space == StateSpace::shared) return out;
  out.loaded = targets.words.any() || targets.variable || targets.loaded || targets.none();
  return out;
}

bool MemoryState::store(const Targets& where, StateSpace space, const Sources& what, const Targets& pointers) {
  bool changed = joined(anywhere, what);
  if (space == StateSpace::shared || where.shared) {
    changed |= joined(shared, what);
    changed |= joined(shared_pointers, pointers);
  }
  if (space == StateSpace::local || where.local) {
    changed |= joined(local, what);
    changed |= joined(local_pointers, pointers);
  }
  if (space == StateSpace::shared || space == StateSpace::local) return changed;
  for (std::size_t w = 0; w < words.size(); ++w)
    if (where.words.test(w)) changed |= joined(words[w], what);
  if (where.variable) changed |= joined(variable, what);
  if (where.loaded || where.none()) changed |= joined(unknown, what);
  return changed;
}

}  // namespace forewarp::analysis::detail
