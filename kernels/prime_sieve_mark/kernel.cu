// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Eratosthenes' sieve on the numbers below n, a byte a number, the odd ones only: block b strikes out the odd
/// multiples of d = 2 b + 3 from d d on, if d is no multiple of 3, 5 or 7 itself. Blocks of small d have far more to
/// do; threads write 2 d bytes apart.
extern "C" __global__ void prime_sieve_mark(unsigned char* __restrict__ composite, int n) {
  const int d = 2 * blockIdx.x + 3;
  if ((d % 3 == 0 && d > 3) || (d % 5 == 0 && d > 5) || (d % 7 == 0 && d > 7)) return;
  for (int m = d * d + 2 * d * static_cast<int>(threadIdx.x); m < n; m += 2 * d * blockDim.x) composite[m] = 1;
}
