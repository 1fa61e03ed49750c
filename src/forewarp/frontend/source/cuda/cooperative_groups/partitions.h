// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Groups by a condition or a label of their lanes, and thread_group, which is any of the groups of one block. Part of
/// cooperative_groups.h, which includes it.
namespace cooperative_groups {

/// The lanes of a tile or a coalesced group for which `condition` has the same value as for this one.
template <class Group>
__FW_D coalesced_group binary_partition(const Group& group, bool condition) {
  const unsigned mask = group.__fw_mask(), yes = __ballot_sync(mask, condition) & mask;
  return condition ? coalesced_group(yes, 1, 2) : coalesced_group(mask & ~yes, 0, 2);
}

/// The lanes with the same label.
template <class Group, class Label>
__FW_D coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned mask = group.__fw_mask(), same = __match_any_sync(mask, label) & mask;
  const unsigned first = same & (0u - same);
  const unsigned firsts = __ballot_sync(mask, first == 1u << __fw_lanes::lane()) & mask;
  return coalesced_group(same, __popc(firsts & (first - 1u)), __popc(firsts));
}

/// A block, a tile or a coalesced group, known while the program runs.
class thread_group {
 public:
  __device__ thread_group(const thread_block&) : mask_(0) {}
  __device__ thread_group(const __fw_lanes& lanes) : mask_(lanes.__fw_mask()) {}
  __device__ explicit thread_group(unsigned mask) : mask_(mask) {}
  __device__ void sync() const {
    if (mask_ == 0) thread_block::sync();
    else __syncwarp(mask_);
  }
  __device__ unsigned size() const { return mask_ == 0 ? thread_block::size() : __popc(mask_); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return mask_ == 0 ? thread_block::thread_rank() : __popc(mask_ & ((1u << __fw_lanes::lane()) - 1u));
  }

 private:
  unsigned mask_;  // of lanes; 0: the whole block
};

/// Parts of `size` threads, a power of two up to 32, of a block or of one of its parts.
__FW_D thread_group tiled_partition(const thread_group&, unsigned size) {
  const unsigned lanes = size >= 32 ? ~0u : (1u << size) - 1u;
  return thread_group(lanes << (__fw_lanes::lane() & ~(size - 1u)));
}

}  // namespace cooperative_groups
