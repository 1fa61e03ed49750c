import numpy as np, math
from numba import cuda
print(cuda.gpus, cuda.get_current_device().name, cuda.get_current_device().compute_capability)
@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size: c[i] = a[i] + 2*b[i]
a=np.arange(10000,dtype=np.float32); b=np.ones_like(a); c=np.zeros_like(a)
add[(10000+255)//256,256](a,b,c)
assert np.array_equal(c,a+2)
@cuda.jit
def total(x, out):
    s = cuda.shared.array(128, 'float64')
    t = cuda.threadIdx.x; i = cuda.grid(1)
    s[t] = math.sqrt(x[i]) if i < x.size else 0.0
    cuda.syncthreads()
    n = 64
    while n > 0:
        if t < n: s[t] += s[t+n]
        cuda.syncthreads(); n //= 2
    if t == 0: cuda.atomic.add(out, 0, s[0])
x=np.random.default_rng(0).random(5000); out=cuda.to_device(np.zeros(1))
e0,e1=cuda.event(),cuda.event()
e0.record(); total[(5000+127)//128,128](x,out); e1.record(); e1.synchronize()
print(out.copy_to_host()[0], np.sqrt(x).sum(), 'ms', cuda.event_elapsed_time(e0,e1))
assert abs(out.copy_to_host()[0]-np.sqrt(x).sum())<1e-9
print('PASS')
