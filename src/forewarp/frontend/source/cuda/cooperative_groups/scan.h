// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {
/// Of the lanes that take part, in any number: each folds what the one before it has folded, and goes on where that one
/// began. Lanes that nothing precedes read themselves.
template <class T, class Operation>
__FW_D T inclusive_scan(const coalesced_group& group, T value, Operation op) {
  const unsigned lane = __fw_lanes::lane(), earlier = group.__fw_mask() & ((1u << lane) - 1u);
  unsigned before = earlier != 0 ? 31 - __clz(earlier) : 32;
  for (unsigned folded = 1; folded < group.size(); folded *= 2) {
    const unsigned from = before < 32 ? before : lane;
    const T other = __fw_parallel::shuffle(group.__fw_mask(), value, from);
    const unsigned first = __fw_parallel::shuffle(group.__fw_mask(), before, from);
    if (before == 32) continue;
    value = op(other, value);
    before = first;
  }
  return value;
}
template <class T>
__FW_D T inclusive_scan(const coalesced_group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class T, class Operation>
__FW_D T exclusive_scan(const coalesced_group& group, T value, Operation op) {
  const T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class T>
__FW_D T exclusive_scan(const coalesced_group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}
}  // namespace cooperative_groups
