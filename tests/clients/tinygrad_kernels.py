# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""tinygrad on the driver API: DEV=CUDA:PTX makes it write PTX and load that."""
import numpy as np
from tinygrad import Tensor, TinyJit

rng = np.random.default_rng(0)
x = rng.standard_normal((64, 48)).astype(np.float32)
y = rng.standard_normal((48, 32)).astype(np.float32)

product = (Tensor(x) @ Tensor(y)).numpy()
assert np.abs(product - x @ y).max() < 1e-4

softmax = Tensor(x).softmax(axis=1).numpy()
e = np.exp(x - x.max(1, keepdims=True))
assert np.allclose(softmax, e / e.sum(1, keepdims=True), atol=1e-6)


@TinyJit
def step(a):
    return ((a * 2 + 1).relu() @ a.T).realize()


# The third call of a jitted function launches a graph.
for i in range(4):
    a = rng.standard_normal((16, 16)).astype(np.float32)
    out = step(Tensor(a).realize()).numpy()
    assert np.allclose(out, np.maximum(a * 2 + 1, 0) @ a.T, atol=1e-4), i
print("PASS")
