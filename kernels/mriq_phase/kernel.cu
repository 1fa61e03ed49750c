// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Q of the reconstruction of a magnetic resonance image: for each voxel at x the sum over the samples k of
/// weight cos(2 pi k.x) and weight sin(2 pi k.x), one voxel a thread. Samples are read by all threads alike.
extern "C" __global__ void mriq_phase(const float4* __restrict__ samples, const float4* __restrict__ position,
                                      float* __restrict__ real, float* __restrict__ imaginary, int count, int voxels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= voxels) return;
  const float4 at = position[i];
  float cosines = 0.0f, sines = 0.0f;
  for (int k = 0; k < count; ++k) {
    const float4 sample = samples[k];
    const float turns = sample.x * at.x + sample.y * at.y + sample.z * at.z;
    float sine, cosine;
    sincospif(2.0f * turns, &sine, &cosine);
    cosines = fmaf(sample.w, cosine, cosines);
    sines = fmaf(sample.w, sine, sines);
  }
  real[i] = cosines;
  imaginary[i] = sines;
}
