// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A body that is too large for LLVM's usual inlining, called from two places; and one that must stay a call.
#define STEP(i) v = fma(v, x[i], y[(i * 7) & 1023]), v = v > 1.0f ? v - x[(i * 3) & 1023] : v + y[i];
#define STEPS8(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3) STEP(i + 4) STEP(i + 5) STEP(i + 6) STEP(i + 7)
#define STEPS64(i) \
  STEPS8(i) STEPS8(i + 8) STEPS8(i + 16) STEPS8(i + 24) STEPS8(i + 32) STEPS8(i + 40) STEPS8(i + 48) STEPS8(i + 56)
float large(float v, __global const float* x, __global const float* y) {
  STEPS64(0) STEPS64(64) STEPS64(128) STEPS64(192) STEPS64(256) STEPS64(320) STEPS64(384) STEPS64(448)
  return v;
}
__attribute__((noinline)) float kept(float v, __global const float* x) {
  for (int i = 0; i < 64; ++i) v = v * x[i] + 1.0f;
  return v;
}
__kernel void inlined(__global float* out, __global const float* x, __global const float* y, int n) {
  const int i = get_global_id(0);
  if (i < n) out[i] = large(out[i], x, y);
  else out[i] = large(out[i] + 1.0f, y, x);
}
__kernel void called(__global float* out, __global const float* x) {
  const int i = get_global_id(0);
  out[i] = kept(out[i], x) + kept(out[i] + 1.0f, x);
}
