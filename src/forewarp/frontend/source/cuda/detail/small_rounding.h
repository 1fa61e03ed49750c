// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The instruction behind + - * of 16-bit floats in kernels for NVIDIA's devices, twice: __fw_hadd may be fused with a
/// product to one fma, as ptxas does with add.f16; __fw_hadd_rn, an add.rn.f16, never is. clang fuses whatever it sees,
/// so that the latter are written in PTX. Devices of compute capability 8.x have fma of bfloats, but neither add nor mul:
/// there both are one fma with a 1 or a -0, which changes no sum and no product. Devices without arithmetic of a type have
/// that of floats, rounded once more.
typedef _Float16 __fw_half_vector __attribute__((ext_vector_type(2)));
typedef __bf16 __fw_bfloat_vector __attribute__((ext_vector_type(2)));
#if defined(__CUDA_ARCH__) && !defined(__FW_AMD__)
#define __FW_PLAIN(name, op, value) \
  __FW_D value __fw_##name(value a, value b) { return a op b; }
#define __FW_PTX(name, value, bits, constraint, ptx)                                         \
  __FW_D value __fw_##name##_rn(value a, value b) {                                          \
    bits r;                                                                                  \
    asm(ptx " %0, %1, %2;"                                                                   \
        : "=" constraint(r)                                                                  \
        : constraint(__builtin_bit_cast(bits, a)), constraint(__builtin_bit_cast(bits, b))); \
    return __builtin_bit_cast(value, r);                                                     \
  }
/// x * y + z, where x, y and z are two operands and a constant's bits.
#define __FW_PTX_FUSED(name, value, bits, constraint, ptx, x, y, z)                                             \
  __FW_D value __fw_##name##_rn(value a, value b) {                                                             \
    bits r;                                                                                                     \
    asm(ptx " %0, %1, %2, %3;"                                                                                  \
        : "=" constraint(r)                                                                                     \
        : constraint(__builtin_bit_cast(bits, x)), constraint(__builtin_bit_cast(bits, y)),                     \
          constraint(__builtin_bit_cast(bits, z)));                                                             \
    return __builtin_bit_cast(value, r);                                                                        \
  }                                                                                                             \
  __FW_D value __fw_##name(value a, value b) { return __fw_##name##_rn(a, b); }
#define __FW_BY_FLOATS(name, value, pair, ptx)                                                                  \
  __FW_D value __fw_##name##_rn(value a, value b) {                                                             \
    float r;                                                                                                    \
    asm(ptx " %0, %1, %2;" : "=f"(r) : "f"(static_cast<float>(a)), "f"(static_cast<float>(b)));                 \
    return static_cast<value>(r);                                                                               \
  }                                                                                                             \
  __FW_D pair __fw_##name##_rn(pair a, pair b) {                                                                \
    return pair{__fw_##name##_rn(a[0], b[0]), __fw_##name##_rn(a[1], b[1])};                                    \
  }                                                                                                             \
  __FW_D value __fw_##name(value a, value b) { return __fw_##name##_rn(a, b); }                                 \
  __FW_D pair __fw_##name(pair a, pair b) { return __fw_##name##_rn(a, b); }
#define __FW_EACH_BY_FLOATS(value, pair)            \
  __FW_BY_FLOATS(hadd, value, pair, "add.rn.f32")   \
  __FW_BY_FLOATS(hsub, value, pair, "sub.rn.f32")   \
  __FW_BY_FLOATS(hmul, value, pair, "mul.rn.f32")
#define __FW_EACH_PLAIN(value)  \
  __FW_PLAIN(hadd, +, value)    \
  __FW_PLAIN(hsub, -, value)    \
  __FW_PLAIN(hmul, *, value)
#define __FW_EACH_PTX(value, bits, constraint, kind)          \
  __FW_PTX(hadd, value, bits, constraint, "add.rn." kind)     \
  __FW_PTX(hsub, value, bits, constraint, "sub.rn." kind)     \
  __FW_PTX(hmul, value, bits, constraint, "mul.rn." kind)
#define __FW_EACH_PTX_FUSED(value, bits, constraint, kind, one, minus_one, minus_zero)                  \
  __FW_PTX_FUSED(hadd, value, bits, constraint, "fma.rn." kind, a, static_cast<bits>(one), b)           \
  __FW_PTX_FUSED(hsub, value, bits, constraint, "fma.rn." kind, b, static_cast<bits>(minus_one), a)     \
  __FW_PTX_FUSED(hmul, value, bits, constraint, "fma.rn." kind, a, b, static_cast<bits>(minus_zero))

#if __CUDA_ARCH__ >= 530
__FW_EACH_PLAIN(_Float16)
__FW_EACH_PLAIN(__fw_half_vector)
__FW_EACH_PTX(_Float16, unsigned short, "h", "f16")
__FW_EACH_PTX(__fw_half_vector, unsigned, "r", "f16x2")
#else
__FW_EACH_BY_FLOATS(_Float16, __fw_half_vector)
#endif

#if __CUDA_ARCH__ >= 900
__FW_EACH_PLAIN(__bf16)
__FW_EACH_PLAIN(__fw_bfloat_vector)
__FW_EACH_PTX(__bf16, unsigned short, "h", "bf16")
__FW_EACH_PTX(__fw_bfloat_vector, unsigned, "r", "bf16x2")
#elif __CUDA_ARCH__ >= 800
__FW_EACH_PTX_FUSED(__bf16, unsigned short, "h", "bf16", 0x3f80, 0xbf80, 0x8000)
__FW_EACH_PTX_FUSED(__fw_bfloat_vector, unsigned, "r", "bf16x2", 0x3f803f80u, 0xbf80bf80u, 0x80008000u)
#else
__FW_EACH_BY_FLOATS(__bf16, __fw_bfloat_vector)
#endif
#undef __FW_EACH_PTX_FUSED
#undef __FW_EACH_PTX
#undef __FW_EACH_PLAIN
#undef __FW_EACH_BY_FLOATS
#undef __FW_BY_FLOATS
#undef __FW_PTX_FUSED
#undef __FW_PTX
#undef __FW_PLAIN
#endif
