# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""A kernel through the driver API, without a package: python3 and ctypes. Prints the time between its events.

    forewarp exec --device H100 -- python3 examples/programs/driver_api.py
"""
import ctypes

PTX = b"""
.version 7.0
.target sm_70
.address_size 64
.visible .entry square(.param .u64 data, .param .u32 count)
{
  .reg .pred %p; .reg .b32 %r<6>; .reg .f32 %f<2>; .reg .b64 %d<4>;
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [count]; setp.ge.u32 %p, %r4, %r5; @%p bra END;
  ld.param.u64 %d1, [data]; mul.wide.u32 %d2, %r4, 4; add.s64 %d3, %d1, %d2;
  ld.global.f32 %f1, [%d3]; mul.f32 %f1, %f1, %f1; st.global.f32 [%d3], %f1;
END:
  ret;
}
"""

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    status = getattr(cuda, name)(*arguments)
    assert status == 0, f"{name}: error {status}"


def made(kind, name, *arguments):
    out = kind()
    call(name, ctypes.byref(out), *arguments)
    return out


call("cuInit", 0)
name = ctypes.create_string_buffer(64)
call("cuDeviceGetName", name, 64, 0)
call("cuCtxSetCurrent", made(ctypes.c_void_p, "cuDevicePrimaryCtxRetain", 0))
module = made(ctypes.c_void_p, "cuModuleLoadData", PTX)
square = made(ctypes.c_void_p, "cuModuleGetFunction", module, b"square")
begin, end = (made(ctypes.c_void_p, "cuEventCreate", 0) for _ in range(2))

count = 1 << 20
host = (ctypes.c_float * count)(*range(count))
size = ctypes.c_size_t(ctypes.sizeof(host))
data = made(ctypes.c_uint64, "cuMemAlloc_v2", size)
call("cuMemcpyHtoD_v2", data, host, size)
number = ctypes.c_uint32(count)
arguments = (ctypes.c_void_p * 2)(ctypes.addressof(data), ctypes.addressof(number))
call("cuEventRecord", begin, None)
call("cuLaunchKernel", square, count // 256, 1, 1, 256, 1, 1, 0, None, arguments, None)
call("cuEventRecord", end, None)
call("cuMemcpyDtoH_v2", host, data, size)
milliseconds = made(ctypes.c_float, "cuEventElapsedTime", begin, end)

assert all(host[i] == ctypes.c_float(float(i) * i).value for i in range(0, count, 997))
print(f"{name.value.decode()}: the events are {milliseconds.value * 1e3:.1f} us apart, PASS")
