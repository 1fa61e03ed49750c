// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Thread blocks, clusters of them, tiles of a warp, coalesced groups and the grid, with sync, rank and shuffles, as in the toolkit's
/// <cooperative_groups.h>. A grid's sync is what the toolkit's compiles to (sync_grids in its details/helpers.h): a barrier of
/// the block, one atomic a block on a counter in the workspace of a cooperative launch, and a loop that reads it.
#define _COOPERATIVE_GROUPS_H_
#include "detail/parallel/warp.h"

namespace cooperative_groups {

class thread_block {
 public:
  struct arrival_token {};
  __device__ static void sync() { __syncthreads(); }
  /// All of the barrier is in the wait: who has arrived may not end before it, so no thread waits in vain.
  __device__ static arrival_token barrier_arrive() { return {}; }
  __device__ static void barrier_wait(arrival_token&&) { sync(); }
  __device__ static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned num_threads() { return size(); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return group_dim(); }
};
__FW_D thread_block this_thread_block() { return {}; }

/// Lanes of a warp that act together: a mask, this thread's rank in it.
class __fw_lanes {
 public:
  __device__ explicit __fw_lanes(unsigned mask) : mask_(mask) {}
  __device__ unsigned __fw_mask() const { return mask_; }
  __device__ void sync() const { __syncwarp(mask_); }
  __device__ int any(int p) const { return __any_sync(mask_, p); }
  __device__ int all(int p) const { return __all_sync(mask_, p); }

  __device__ static unsigned lane() { return thread_block::thread_rank() & 31u; }

 protected:
  unsigned mask_;
};

template <unsigned Size, class Parent = void>
class thread_block_tile;

/// Which of its parent's tiles one is.
template <unsigned Size, class Parent>
class __fw_part {
 public:
  __device__ __fw_part() {}
  template <class Other>
  __device__ explicit __fw_part(const Other&) {}
  __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  __device__ static unsigned meta_group_size() { return (thread_block::size() + Size - 1u) / Size; }
};
template <unsigned Size, unsigned OfParent, class Grandparent>
class __fw_part<Size, thread_block_tile<OfParent, Grandparent>> {
 public:
  __device__ __fw_part() {}
  template <class Other>
  __device__ explicit __fw_part(const Other&) {}
  __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() % OfParent / Size; }
  __device__ static constexpr unsigned meta_group_size() { return OfParent / Size; }
};
/// Its parent was forgotten: thread_block_tile<32> t = tiled_partition<32>(block).
template <unsigned Size>
class __fw_part<Size, void> {
 public:
  __device__ __fw_part() : __fw_part(__fw_part<Size, thread_block>()) {}
  template <class Other>
  __device__ explicit __fw_part(const Other& of) : rank_(of.meta_group_rank()), size_(of.meta_group_size()) {}
  __device__ unsigned meta_group_rank() const { return rank_; }
  __device__ unsigned meta_group_size() const { return size_; }

 private:
  unsigned rank_, size_;
};

template <unsigned Size, class Parent>
class thread_block_tile : public __fw_lanes, public __fw_part<Size, Parent> {
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads, 1024 at most");

 public:
  __device__ thread_block_tile() : __fw_lanes(lanes()) {}
  template <class Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other>& of)
      : __fw_lanes(lanes()), __fw_part<Size, Parent>(of) {}
  __device__ static unsigned thread_rank() { return lane() & (Size - 1u); }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ unsigned ballot(int p) const { return (__ballot_sync(mask_, p) & mask_) >> first(); }
  template <class T>
  __device__ unsigned match_any(T v) const {
    return (__match_any_sync(mask_, v) & mask_) >> first();
  }
  template <class T>
  __device__ unsigned match_all(T v, int& same) const {
    return (__match_all_sync(mask_, v, &same) & mask_) >> first();
  }
#define __FW_TILE_SHFL(name, shuffle, type)                    \
  template <class T>                                           \
  __device__ T name(T v, type lane) const {                    \
    return __fw_parallel::shuffle(mask_, v, lane, Size);       \
  }
  __FW_TILE_SHFL(shfl, shuffle, int)
  __FW_TILE_SHFL(shfl_down, shuffle_down, unsigned)
  __FW_TILE_SHFL(shfl_up, shuffle_up, unsigned)
  __FW_TILE_SHFL(shfl_xor, shuffle_xor, unsigned)
#undef __FW_TILE_SHFL

 private:
  __device__ static unsigned first() { return lane() & ~(Size - 1u); }
  __device__ static unsigned lanes() { return (Size == 32 ? ~0u : (1u << (Size & 31u)) - 1u) << first(); }
};
template <unsigned Size, class Parent>
__FW_D thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

/// Any lanes of a warp. A group that binary_partition() or labeled_partition() made knows how many there are of them.
class coalesced_group : public __fw_lanes {
 public:
  __device__ explicit coalesced_group(unsigned mask, unsigned group = 0, unsigned groups = 1)
      : __fw_lanes(mask), group_(group), groups_(groups) {}
  __device__ unsigned size() const { return __popc(mask_); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const { return __popc(mask_ & ((1u << lane()) - 1u)); }
  __device__ unsigned meta_group_rank() const { return group_; }
  __device__ unsigned meta_group_size() const { return groups_; }
  template <class T>
  __device__ T shfl(T v, unsigned rank) const {
    return __fw_parallel::shuffle(mask_, v, lane_of(rank));
  }
  template <class T>
  __device__ T shfl_down(T v, unsigned by) const {
    const unsigned to = thread_rank() + by;
    return __fw_parallel::shuffle(mask_, v, to < size() ? lane_of(to) : lane());
  }
  template <class T>
  __device__ T shfl_up(T v, unsigned by) const {
    const unsigned rank = thread_rank();
    return __fw_parallel::shuffle(mask_, v, rank >= by ? lane_of(rank - by) : lane());
  }
  /// Bit k is the answer of rank k.
  __device__ unsigned ballot(int p) const { return packed(__ballot_sync(mask_, p) & mask_); }
  template <class T>
  __device__ unsigned match_any(T v) const {
    return packed(__match_any_sync(mask_, v) & mask_);
  }
  template <class T>
  __device__ unsigned match_all(T v, int& same) const {
    return packed(__match_all_sync(mask_, v, &same) & mask_);
  }

 private:
  __device__ unsigned lane_of(unsigned rank) const {
    if (mask_ == ~0u) return rank;
    if (rank == 0) return __ffs(mask_) - 1;
    unsigned lane = 0;
    for (unsigned width = 16; width > 0; width /= 2) {
      const unsigned below = __popc((mask_ >> lane) & ((1u << width) - 1u));
      if (rank < below) continue;
      rank -= below;
      lane += width;
    }
    return lane;
  }
  __device__ unsigned packed(unsigned lanes) const {
    unsigned result = 0, rank = 0;
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1u, ++rank)
      if (lanes & rest & (0u - rest)) result |= 1u << rank;
    return result;
  }
  unsigned group_, groups_;
};
__FW_D coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

class grid_group {
 public:
  struct arrival_token {};
  __device__ static arrival_token barrier_arrive() { return {}; }
  __device__ static void barrier_wait(arrival_token&&) { sync(); }
  __device__ static void sync() {
    constexpr unsigned phase = 0x80000000u;  // turns when the last block has come
    const unsigned long long base = workspace();
    if (base == 0) __builtin_trap();
    const unsigned long long came = base + 4;
    __nvvm_barrier_sync(0);
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
      const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
      const unsigned add = blockIdx.x + blockIdx.y + blockIdx.z == 0 ? phase - (blocks - 1u) : 1u;
      unsigned before, now;
#ifdef __FW_AMD__
      unsigned* const word = reinterpret_cast<unsigned*>(came);
      before = __scoped_atomic_fetch_add(word, add, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
      do {
        now = __scoped_atomic_load_n(word, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
      } while (((before ^ now) & phase) == 0);
#else
      asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(came), "r"(add) : "memory");
      do {
        asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(came) : "memory");
      } while (((before ^ now) & phase) == 0);
#endif
    }
    __nvvm_barrier_sync(0);
  }
  __device__ static bool is_valid() { return workspace() != 0; }
  __device__ static unsigned long long size() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z * thread_block::size();
  }
  __device__ static unsigned long long thread_rank() {
    const unsigned long long block = (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
                                     blockIdx.x;
    return block * thread_block::size() + thread_block::thread_rank();
  }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 group_dim() { return dim_blocks(); }
  __device__ static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }

 private:
  __device__ static unsigned long long workspace() {
#ifdef __FW_AMD__
    return reinterpret_cast<unsigned long long>(__builtin_amdgcn_implicitarg_ptr());
#else
    unsigned low, high;
    asm volatile("mov.u32 %0, %%envreg2;" : "=r"(low));
    asm volatile("mov.u32 %0, %%envreg1;" : "=r"(high));
    return static_cast<unsigned long long>(high) << 32 | low;
#endif
  }
};
__FW_D grid_group this_grid() { return {}; }

__FW_D thread_block_tile<1> this_thread() { return {}; }

/// One thread of the group calls f; of a warp's groups, all of them get what it returns.
template <class Group, class F, class... Arguments>
__FW_D void invoke_one(const Group& group, F&& f, Arguments&&... arguments) {
  if (group.thread_rank() == 0) f(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class F, class... Arguments>
__FW_D auto invoke_one_broadcast(const Group& group, F&& f, Arguments&&... arguments) {
  decltype(f(static_cast<Arguments&&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = f(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

template <class Group>
__FW_D void sync(const Group& group) {
  group.sync();
}
template <class Group>
__FW_D unsigned thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
__FW_D unsigned group_size(const Group& group) {
  return group.size();
}

template <class T>
struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

/// Folds of 32-bit integers that are one instruction from sm_80 on.
template <class Operation>
struct __fw_folds {
  static constexpr bool at_once = false;
};
#if !defined(__FW_AMD__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define __FW_FOLD(operation, T, instruction)                                              \
  template <>                                                                             \
  struct __fw_folds<operation<T>> {                                                       \
    static constexpr bool at_once = true;                                                 \
    static __device__ T fold(unsigned mask, T value) { return instruction(mask, value); } \
  };
#define __FW_FOLDS(operation, instruction)     \
  __FW_FOLD(operation, int, instruction)       \
  __FW_FOLD(operation, unsigned, instruction)
__FW_FOLDS(plus, __reduce_add_sync)
__FW_FOLDS(less, __reduce_min_sync)
__FW_FOLDS(greater, __reduce_max_sync)
__FW_FOLDS(bit_and, __reduce_and_sync)
__FW_FOLDS(bit_or, __reduce_or_sync)
__FW_FOLDS(bit_xor, __reduce_xor_sync)
#undef __FW_FOLDS
#undef __FW_FOLD
#endif

template <unsigned Size, class Parent, class T, class Operation>
__FW_D T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation op) {
  if constexpr (Size > 32) {
    return tile.__fw_reduce(value, op);
  } else if constexpr (__fw_folds<Operation>::at_once) {
    return __fw_folds<Operation>::fold(tile.__fw_mask(), value);
  } else {
    for (unsigned step = Size / 2; step > 0; step /= 2) value = op(value, tile.shfl_xor(value, step));
    return value;
  }
}

/// Of the lanes that take part, in any number: each folds what its neighbour has folded, and goes on where that one ended.
/// Lanes without a neighbour (32) read themselves. fold: takes the lane's own value and the neighbour's.
template <class T, class Fold>
__FW_D T __fw_fold_along(const coalesced_group& group, T value, unsigned neighbour, Fold fold) {
  for (unsigned folded = 1; folded < group.size(); folded *= 2) {
    const unsigned from = neighbour < 32 ? neighbour : __fw_lanes::lane();
    const T other = __fw_parallel::shuffle(group.__fw_mask(), value, from);
    const unsigned end = __fw_parallel::shuffle(group.__fw_mask(), neighbour, from);
    if (neighbour == 32) continue;
    value = fold(value, other);
    neighbour = end;
  }
  return value;
}
template <class T, class Operation>
__FW_D T reduce(const coalesced_group& group, T value, Operation op) {
  if constexpr (__fw_folds<Operation>::at_once) {
    return __fw_folds<Operation>::fold(group.__fw_mask(), value);
  } else {
    const unsigned later = group.__fw_mask() & ~((2u << __fw_lanes::lane()) - 1u);
    return group.shfl(__fw_fold_along(group, value, later != 0 ? __ffs(later) - 1u : 32u, op), 0);
  }
}
template <unsigned Size, class Parent, class T, class Operation>
__FW_D T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Operation op) {
  if constexpr (Size > 32) return tile.__fw_inclusive_scan(value, op);
  else
    for (unsigned step = 1; step < Size; step *= 2) {
      const T other = tile.shfl_up(value, step);
      if (tile.thread_rank() >= step) value = op(other, value);
    }
  return value;
}
template <unsigned Size, class Parent, class T>
__FW_D T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value) {
  return inclusive_scan(tile, value, plus<T>());
}
template <unsigned Size, class Parent, class T, class Operation>
__FW_D T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Operation op) {
  if constexpr (Size > 32) {
    return tile.__fw_exclusive_scan(value, op);
  } else {
    const T before = tile.shfl_up(inclusive_scan(tile, value, op), 1);
    return tile.thread_rank() == 0 ? T() : before;
  }
}
template <unsigned Size, class Parent, class T>
__FW_D T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value) {
  return exclusive_scan(tile, value, plus<T>());
}

}  // namespace cooperative_groups
#include "cooperative_groups/cluster.h"
#include "cooperative_groups/partitions.h"
#ifndef __FW_AMD__
#include "cooperative_groups/warps.h"
#endif
