// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Tiles of several warps. They meet at barriers of their own and pass values through shared memory, one place a warp.
/// Part of cooperative_groups.h, which includes it.
namespace cooperative_groups {

/// The toolkit's tiles pass values through this; ours have memory of their own.
template <unsigned MaximumSize = 1024>
struct alignas(8) block_tile_memory {
  char unused[8];
};
template <unsigned MaximumSize>
__FW_D thread_block this_thread_block(block_tile_memory<MaximumSize>&) {
  return {};
}

template <unsigned Size>
class __fw_warps_tile {
 public:
  __device__ static void sync() {
    // Barrier 0 is the block's; only with 16 tiles of 64 is it the last tile's, too.
    __nvvm_barrier_sync_cnt((thread_block::thread_rank() / Size + 1u) % 16u, Size);
  }
  __device__ static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  /// All threads name the same rank.
  template <class T>
  __device__ static T shfl(T value, unsigned rank) {
    return passed(
        value, thread_rank() == rank, [](T* of_warp) { return of_warp[0]; }, 0);
  }
  __device__ static int any(int p) { return __fw_reduce(p != 0, bit_or<int>()); }
  __device__ static int all(int p) { return __fw_reduce(p != 0, bit_and<int>()); }

  template <class T, class Operation>
  __device__ static T __fw_reduce(T value, Operation op) {
    return passed(reduce(thread_block_tile<32>(), value, op), lane() == 0, [&](T* of_warp) {
      T sum = of_warp[0];
      for (unsigned i = 1; i < warps; ++i) sum = op(sum, of_warp[i]);
      return sum;
    });
  }
  template <class T, class Operation>
  __device__ static T __fw_inclusive_scan(T value, Operation op) {
    const T own = inclusive_scan(thread_block_tile<32>(), value, op);
    return passed(own, lane() == 31, [&](T* of_warp) { return warp() == 0 ? own : op(before(of_warp, op), own); });
  }
  template <class T, class Operation>
  __device__ static T __fw_exclusive_scan(T value, Operation op) {
    const T all = inclusive_scan(thread_block_tile<32>(), value, op);
    const T own = thread_block_tile<32>().shfl_up(all, 1);
    return passed(all, lane() == 31, [&](T* of_warp) {
      if (warp() == 0) return lane() == 0 ? T() : own;
      return lane() == 0 ? before(of_warp, op) : op(before(of_warp, op), own);
    });
  }

 private:
  static constexpr unsigned warps = Size / 32;
  __device__ static unsigned lane() { return thread_block::thread_rank() & 31u; }
  __device__ static unsigned warp() { return thread_rank() / 32u; }
  template <class T, class Operation>
  __device__ static T before(const T* of_warp, Operation op) {
    T sum = of_warp[0];
    for (unsigned i = 1; i < warp(); ++i) sum = op(sum, of_warp[i]);
    return sum;
  }
  /// What `take` makes of the values that one thread of each warp, or of the tile, gives.
  template <class T, class Take>
  __device__ static T passed(T value, bool gives, Take take, unsigned place = ~0u) {
    __shared__ alignas(T) unsigned char memory[32 * sizeof(T)];
    T* const of_warp = reinterpret_cast<T*>(memory) + thread_block::thread_rank() / Size * warps;
    if (gives) of_warp[place == ~0u ? warp() : place] = value;
    sync();
    const T result = take(of_warp);
    sync();
    return result;
  }
};

#define __FW_WARPS_TILE(size)                                                                               \
  template <class Parent>                                                                                   \
  class thread_block_tile<size, Parent> : public __fw_warps_tile<size>, public __fw_part<size, Parent> {    \
   public:                                                                                                  \
    __device__ thread_block_tile() {}                                                                       \
    template <class Other>                                                                                  \
    __device__ thread_block_tile(const thread_block_tile<size, Other>& of) : __fw_part<size, Parent>(of) {} \
  };
__FW_WARPS_TILE(64)
__FW_WARPS_TILE(128)
__FW_WARPS_TILE(256)
__FW_WARPS_TILE(512)
__FW_WARPS_TILE(1024)
#undef __FW_WARPS_TILE

}  // namespace cooperative_groups
