// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a thread does by itself in CUB: loads and stores with a cache operator, fields of bits, masks of lanes,
/// shuffles; and loads and stores of a warp.
#include "block.h"

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier Modifier, class T>
__FW_D std::remove_cv_t<T> ThreadLoad(T* p) {
  if constexpr (!__is_arithmetic(T))
    return *p;
  else if constexpr (Modifier == LOAD_CA)
    return __ldca(p);
  else if constexpr (Modifier == LOAD_CG)
    return __ldcg(p);
  else if constexpr (Modifier == LOAD_CS)
    return __ldcs(p);
  else if constexpr (Modifier == LOAD_CV || Modifier == LOAD_VOLATILE)
    return *const_cast<const volatile T*>(p);
  else if constexpr (Modifier == LOAD_LDG)
    return __ldg(p);
  else
    return *p;
}
template <CacheStoreModifier Modifier, class T>
__FW_D void ThreadStore(T* p, T value) {
  if constexpr (!__is_arithmetic(T))
    *p = value;
  else if constexpr (Modifier == STORE_WB)
    __stwb(p, value);
  else if constexpr (Modifier == STORE_CG)
    __stcg(p, value);
  else if constexpr (Modifier == STORE_CS)
    __stcs(p, value);
  else if constexpr (Modifier == STORE_WT)
    __stwt(p, value);
  else if constexpr (Modifier == STORE_VOLATILE)
    *const_cast<volatile T*>(p) = value;
  else
    *p = value;
}
template <int N>
struct Log2 {
  enum { VALUE = N <= 1 ? 0 : 1 + Log2<(N + 1) / 2>::VALUE };
};
template <>
struct Log2<1> {
  enum { VALUE = 0 };
};
template <int N>
struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};
/// `bits` bits of the word from `start` on.
template <class T>
__FW_D unsigned BFE(T word, unsigned start, unsigned bits) {
  return static_cast<unsigned>(word >> start) & (bits >= 32 ? ~0u : (1u << bits) - 1u);
}
__FW_D void BFI(unsigned& out, unsigned x, unsigned y, unsigned start, unsigned bits) {
  const unsigned mask = (bits >= 32 ? ~0u : (1u << bits) - 1u) << start;
  out = (x & ~mask) | (y << start & mask);
}
__FW_D unsigned LaneMaskLt() { return (1u << LaneId()) - 1u; }
__FW_D unsigned LaneMaskLe() { return LaneMaskLt() | 1u << LaneId(); }
__FW_D unsigned LaneMaskGt() { return ~LaneMaskLe(); }
__FW_D unsigned LaneMaskGe() { return ~LaneMaskLt(); }
/// A lane whose source is beyond first or last keeps its own.
template <int Width, class T>
__FW_D T ShuffleUp(T value, int by, int first, unsigned mask) {
  const T other = __fw_parallel::shuffle_up(mask, value, by, Width);
  return static_cast<int>(LaneId()) % Width - by >= first ? other : value;
}
template <int Width, class T>
__FW_D T ShuffleDown(T value, int by, int last, unsigned mask) {
  const T other = __fw_parallel::shuffle_down(mask, value, by, Width);
  return static_cast<int>(LaneId()) % Width + by <= last ? other : value;
}
template <int Width, class T>
__FW_D T ShuffleIndex(T value, int from, unsigned mask) {
  return __fw_parallel::shuffle(mask, value, from, Width);
}

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

/// Transposing ones come to the same items as direct ones: a lane has N beside each other.
template <class T, int N, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int Width = 32, int = 0>
class WarpLoad {
  __device__ static int place(int i) {
    const int lane = static_cast<int>(__fw_parallel::lane()) % Width;
    return Algorithm == WARP_LOAD_STRIPED ? i * Width + lane : lane * N + i;
  }

 public:
  struct TempStorage {};
  __device__ WarpLoad() {}
  __device__ explicit WarpLoad(TempStorage&) {}
  template <class In>
  __device__ void Load(In from, T (&items)[N]) {
    for (int i = 0; i < N; ++i) items[i] = from[place(i)];
  }
  template <class In>
  __device__ void Load(In from, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i)
      if (place(i) < valid) items[i] = from[place(i)];
  }
  template <class In, class Default>
  __device__ void Load(In from, T (&items)[N], int valid, Default other) {
    for (int i = 0; i < N; ++i) items[i] = place(i) < valid ? static_cast<T>(from[place(i)]) : static_cast<T>(other);
  }
};
template <class T, int N, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int Width = 32, int = 0>
class WarpStore {
 public:
  struct TempStorage {};
  __device__ WarpStore() {}
  __device__ explicit WarpStore(TempStorage&) {}
  template <class Out>
  __device__ void Store(Out to, T (&items)[N], int valid = N * Width) {
    const int lane = static_cast<int>(__fw_parallel::lane()) % Width;
    for (int i = 0; i < N; ++i) {
      const int place = Algorithm == WARP_STORE_STRIPED ? i * Width + lane : lane * N + i;
      if (place < valid) to[place] = items[i];
    }
  }
};

}  // namespace cub
