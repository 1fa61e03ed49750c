// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The MD5 digest (RFC 1321) of the eight bytes (i, 2654435761 i), little endian, for each i < n, one a thread: one
/// padded block of 64 bytes, 64 rounds of additions, logic and rotations in registers.
__device__ unsigned int rotate(unsigned int x, int by) { return x << by | x >> (32 - by); }

extern "C" __global__ void md5_hash(uint4* __restrict__ digests, int n) {
  constexpr unsigned int sines[64] = {
      0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u, 0xfd469501u,
      0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u, 0xa679438eu, 0x49b40821u,
      0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du, 0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u,
      0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu, 0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au,
      0xfffa3942u, 0x8771f681u, 0x6d9d6122u, 0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u,
      0x289b7ec6u, 0xeaa127fau, 0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u,
      0xf4292244u, 0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
      0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu, 0xeb86d391u};
  constexpr int turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned int word[16] = {};
  word[0] = i;
  word[1] = i * 2654435761u;
  word[2] = 0x80;
  word[14] = 64;  // the length in bits
  unsigned int a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
#pragma unroll
  for (int r = 0; r < 64; ++r) {
    const unsigned int mix = r < 16   ? (b & c) | (~b & d)
                             : r < 32 ? (d & b) | (~d & c)
                             : r < 48 ? b ^ c ^ d
                                      : c ^ (b | ~d);
    const int w = r < 16 ? r : r < 32 ? 5 * r + 1 : r < 48 ? 3 * r + 5 : 7 * r;
    const unsigned int next = b + rotate(a + mix + sines[r] + word[w % 16], turns[r / 16][r % 4]);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  digests[i] = make_uint4(a + 0x67452301u, b + 0xefcdab89u, c + 0x98badcfeu, d + 0x10325476u);
}
