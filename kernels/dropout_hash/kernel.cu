// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One round of Philox: two products of 64 bits, the high halves crossed with the other counters and the key.
__device__ __forceinline__ uint4 philox_round(uint4 c, uint2 key) {
  const unsigned int high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
  const unsigned int high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
  return make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
}

/// out = x scale where a random number is below `keep`, else 0. The random numbers are Philox4x32-10 (Salmon et al.
/// 2011, "Parallel random numbers: as easy as 1, 2, 3") of the index of each four elements.
extern "C" __global__ void dropout_hash(const float4* __restrict__ x, float4* __restrict__ out, unsigned int keep,
                                        float scale, unsigned int seed, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  uint4 random = make_uint4(i, 0, 0, 0);
  uint2 key = make_uint2(seed, 0);
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    random = philox_round(random, key);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  float4 value = x[i];
  value.x = random.x < keep ? value.x * scale : 0.0f;
  value.y = random.y < keep ? value.y * scale : 0.0f;
  value.z = random.z < keep ? value.z * scale : 0.0f;
  value.w = random.w < keep ? value.w * scale : 0.0f;
  out[i] = value;
}
