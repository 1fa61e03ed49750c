# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""A kernel written for Numba, predicted where there is no GPU: python3 numba_kernel.py"""

import forewarp as fw
import numpy as np
from numba import cuda


@cuda.jit(fastmath=True)
def row_sums(matrix, sums):
    row = cuda.grid(1)
    if row < matrix.shape[0]:
        total = np.float32(0)
        for column in range(matrix.shape[1]):
            total += matrix[row, column]
        sums[row] = total


kernel = fw.from_numba(row_sums, "void(float32[:, ::1], float32[::1])", cc=(8, 0))
matrix = np.random.default_rng(0).uniform(size=(4096, 1024)).astype(np.float32)
launch = kernel.launch(16, 256, [matrix, np.zeros(4096, np.float32)])
advice = launch.advise("A100")
print(f"A100: {launch.predict('A100').time_s * 1e6:.0f} us, {advice.verdict}")
print(f"first advice: {advice.suggestions[0].title}")
