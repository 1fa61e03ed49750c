// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Shuffles of every 32- and 64-bit type; a 64-bit value travels as two 32-bit halves, as on the device. The clamp
/// operand packs the segment mask (32 - width) << 8 with the last lane of the segment (0 for up, 31 otherwise), PTX ISA
/// shfl.sync.
#define __FW_SHFL32(name, mode, clamp, type)                                                                           \
  __FW_D type name(unsigned mask, type value, int lane, int width = 32) {                                              \
    return __builtin_bit_cast(                                                                                         \
        type, __nvvm_shfl_sync_##mode##_i32(mask, __builtin_bit_cast(int, value), lane, ((32 - width) << 8) | clamp)); \
  }
#define __FW_SHFL64(name, type)                                                        \
  __FW_D type name(unsigned mask, type value, int lane, int width = 32) {              \
    const unsigned long long bits = __builtin_bit_cast(unsigned long long, value);     \
    const unsigned lo = name(mask, static_cast<unsigned>(bits), lane, width);          \
    const unsigned hi = name(mask, static_cast<unsigned>(bits >> 32), lane, width);    \
    return __builtin_bit_cast(type, (static_cast<unsigned long long>(hi) << 32) | lo); \
  }
#define __FW_SHFL(name, mode, clamp)       \
  __FW_SHFL32(name, mode, clamp, int)      \
  __FW_SHFL32(name, mode, clamp, unsigned) \
  __FW_SHFL32(name, mode, clamp, float)    \
  __FW_SHFL64(name, long)                  \
  __FW_SHFL64(name, unsigned long)         \
  __FW_SHFL64(name, long long)             \
  __FW_SHFL64(name, unsigned long long)    \
  __FW_SHFL64(name, double)
__FW_SHFL(__shfl_sync, idx, 0x1f)
__FW_SHFL(__shfl_up_sync, up, 0)
__FW_SHFL(__shfl_down_sync, down, 0x1f)
__FW_SHFL(__shfl_xor_sync, bfly, 0x1f)
#undef __FW_SHFL
#undef __FW_SHFL64
#undef __FW_SHFL32
// The forms without a mask went away with sm_70; older code means all lanes of the warp.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 700
#define __FW_SHFL_ALL(name, type)                            \
  template <class T>                                         \
  __FW_D T name(T value, type lane, int width = 32) {        \
    return name##_sync(0xffffffffu, value, lane, width);     \
  }
__FW_SHFL_ALL(__shfl, int)
__FW_SHFL_ALL(__shfl_up, unsigned)
__FW_SHFL_ALL(__shfl_down, unsigned)
__FW_SHFL_ALL(__shfl_xor, int)
#undef __FW_SHFL_ALL
#endif
