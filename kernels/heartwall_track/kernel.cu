// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define THREADS 256
#define SIDE 16  // of a template, pixels
#define REACH 8  // how far a point may have moved, pixels
#define SHIFTS (2 * REACH + 1)
#define WINDOW (SIDE + 2 * REACH)

/// Follows points on the wall of a beating heart from frame to frame, a block a point: the template of the point is
/// laid on every place of the frame within REACH of where the point was, and where the normalised correlation
/// sum(t (f - mean f)) / sqrt(sum((f - mean f)^2)) is largest (the first of equals), there it is now. Templates have
/// mean 0. Frame and template pass through shared memory; 289 places on 256 threads leave most idle in a second round.
extern "C" __global__ void heartwall_track(const float* __restrict__ frame, const float* __restrict__ templates,
                                           const int* __restrict__ rows, const int* __restrict__ columns,
                                           int* __restrict__ moved, float* __restrict__ likeness, int width) {
  __shared__ float window[WINDOW][WINDOW];
  __shared__ float pattern[SIDE * SIDE];
  __shared__ float best[THREADS];
  __shared__ int place[THREADS];
  const int thread = threadIdx.x, point = blockIdx.x;
  const int corner = (rows[point] - REACH) * width + columns[point] - REACH;
  for (int i = thread; i < WINDOW * WINDOW; i += THREADS)
    window[i / WINDOW][i % WINDOW] = frame[corner + i / WINDOW * width + i % WINDOW];
  pattern[thread] = templates[point * SIDE * SIDE + thread];
  __syncthreads();

  best[thread] = -3.0e38f;
  place[thread] = SHIFTS * SHIFTS;
  for (int shift = thread; shift < SHIFTS * SHIFTS; shift += THREADS) {
    const int down = shift / SHIFTS, right = shift % SHIFTS;
    float cross = 0.0f, sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < SIDE; ++i)
      for (int j = 0; j < SIDE; ++j) {
        const float f = window[down + i][right + j];
        cross = fmaf(f, pattern[i * SIDE + j], cross);
        sum += f;
        squares = fmaf(f, f, squares);
      }
    const float value = cross / sqrtf(squares - sum * sum * (1.0f / (SIDE * SIDE)));
    if (value > best[thread]) {
      best[thread] = value;
      place[thread] = shift;
    }
  }
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (thread < half) {
      const float other = best[thread + half];
      if (other > best[thread] || (other == best[thread] && place[thread + half] < place[thread])) {
        best[thread] = other;
        place[thread] = place[thread + half];
      }
    }
    __syncthreads();
  }
  if (thread == 0) {
    moved[point] = place[0];
    likeness[point] = best[0];
  }
}
