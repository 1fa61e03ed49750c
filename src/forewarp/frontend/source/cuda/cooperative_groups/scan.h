// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {
/// Of the lanes that take part, in any number: each folds what those of lower rank hold, and its own.
template <class T, class Operation>
__FW_D T inclusive_scan(const coalesced_group& group, T value, Operation op) {
  T sum = group.shfl(value, 0);
  for (unsigned i = 1; i < group.size(); ++i) {
    const T next = group.shfl(value, i);
    if (i <= group.thread_rank()) sum = op(sum, next);
  }
  return sum;
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
