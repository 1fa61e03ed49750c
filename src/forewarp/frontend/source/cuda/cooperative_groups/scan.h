// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {
template <class T, class Operation>
__FW_D T inclusive_scan(const coalesced_group& group, T value, Operation op) {
  const unsigned earlier = group.__fw_mask() & ((1u << __fw_lanes::lane()) - 1u);
  return __fw_fold_along(group, value, earlier != 0 ? 31u - __clz(earlier) : 32u,
                         [&](T own, T before) { return op(before, own); });
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
