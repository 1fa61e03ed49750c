// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The format of a texel type: cudaCreateChannelDesc<float4>().
template <class T>
static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define __FW_FORMAT(type, x, y, z, w, kind)                                \
  template <>                                                              \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {             \
    return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind); \
  }
#define __FW_VECTOR_FORMATS(name, bits, kind)  \
  __FW_FORMAT(name##1, bits, 0, 0, 0, kind)    \
  __FW_FORMAT(name##2, bits, bits, 0, 0, kind) \
  __FW_FORMAT(name##4, bits, bits, bits, bits, kind)
#define __FW_FORMATS(scalar, name, bits, kind) \
  __FW_FORMAT(scalar, bits, 0, 0, 0, kind)     \
  __FW_VECTOR_FORMATS(name, bits, kind)
__FW_FORMAT(char, 8, 0, 0, 0, Signed)
__FW_FORMATS(signed char, char, 8, Signed)
__FW_FORMATS(unsigned char, uchar, 8, Unsigned)
__FW_FORMATS(short, short, 16, Signed)
__FW_FORMATS(unsigned short, ushort, 16, Unsigned)
__FW_FORMATS(int, int, 32, Signed)
__FW_FORMATS(unsigned, uint, 32, Unsigned)
__FW_FORMATS(float, float, 32, Float)
#undef __FW_FORMATS
#undef __FW_VECTOR_FORMATS
#undef __FW_FORMAT
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}
