# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Numba on the driver API: it makes PTX by NVVM and links it by cuLink*."""
import math

import numpy as np
from numba import cuda


@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + 2 * b[i]


@cuda.jit
def total(x, out):
    part = cuda.shared.array(128, "float64")
    t, i = cuda.threadIdx.x, cuda.grid(1)
    part[t] = math.sqrt(x[i]) if i < x.size else 0.0
    cuda.syncthreads()
    n = 64
    while n > 0:
        if t < n:
            part[t] += part[t + n]
        cuda.syncthreads()
        n //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


print(cuda.get_current_device().name, cuda.get_current_device().compute_capability)
a, b, c = np.arange(10000, dtype=np.float32), np.ones(10000, np.float32), np.zeros(10000, np.float32)
add[(10000 + 255) // 256, 256](a, b, c)
assert np.array_equal(c, a + 2)

x = cuda.to_device(np.random.default_rng(0).random(5000))
out = cuda.to_device(np.zeros(1))
total[(5000 + 127) // 128, 128](x, out)
begin, end = cuda.event(), cuda.event()
begin.record()
total[(5000 + 127) // 128, 128](x, out)
end.record()
end.synchronize()
milliseconds = cuda.event_elapsed_time(begin, end)
assert abs(out.copy_to_host()[0] - 2 * np.sqrt(x.copy_to_host()).sum()) < 1e-9
assert 0.001 < milliseconds < 10, milliseconds
print("PASS")
