# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""The CUDA driver that tinygrad sees under DEV=MOCK+CUDA:PTX, in the place of test/mockgpu of its repository, which no
package contains. Memory is that of the process, and kernels run through ptx_run(). Usage: mock_cuda.py SCRIPT"""

import ctypes
import runpy
import sys
import types

from forewarp import tinygrad as fwt

OK, INVALID, LAUNCH_FAILED = 0, 1, 719
lib = ctypes.CDLL(str(fwt.library()))
# As tinygrad declares it: nothing is said of what it returns.
lib.ptx_run.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p)] + [ctypes.c_int] * 7

held = {}  # what is alive, by its address or number
launches = 0


def number(x):
    return x if isinstance(x, int) else x.value


def hold(out, thing, key=None):
    key = key or 1 + len(held)
    held[key] = thing
    out._obj.value = key
    return OK


def allocate(out, size, *_):
    memory = (ctypes.c_char * max(size, 1))()
    return hold(out, memory, ctypes.addressof(memory))


def free(x):
    return OK if held.pop(number(x), None) is not None else INVALID


def copy(to, source, size, *_):
    ctypes.memmove(number(to), number(source), size)
    return OK


def load(out, image):
    text = ctypes.create_string_buffer(image)
    return hold(out, text, ctypes.addressof(text))


def compute_capability(major, minor, _):
    major._obj.value, minor._obj.value = 8, 6
    return OK


def get(out, value):
    out._obj.value = value
    return OK


def launch(function, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra):
    global launches
    values = [ctypes.cast(getattr(extra, field[0]), ctypes.c_void_p) for field in extra._real_fields_]
    try:
        source = ctypes.cast(function.value, ctypes.c_char_p)
        lib.ptx_run(source, len(values), (ctypes.c_void_p * len(values))(*values), bx, by, bz, gx, gy, gz, 0)
    except RuntimeError as error:
        print("launch:", error, file=sys.stderr)
        return LAUNCH_FAILED
    launches += 1
    return OK


def error_text(error, out):
    return hold(out, text := ctypes.create_string_buffer(b"error %d" % error), ctypes.addressof(text))


def driver():
    from tinygrad.runtime.autogen import cuda

    mock = types.ModuleType("cuda")
    mock.__dict__.update({name: value for name, value in vars(cuda).items() if not name.startswith("__")})
    nothing = lambda *_: OK  # noqa: E731
    for name in ("cuInit", "cuCtxSetCurrent", "cuCtxSynchronize", "cuFuncSetAttribute", "cuEventRecord",
                 "cuEventSynchronize", "cuEventDestroy_v2", "cuStreamWaitEvent", "cuCtxEnablePeerAccess"):  # fmt: skip
        setattr(mock, name, nothing)
    mock.cuDeviceGet = get
    mock.cuDeviceGetCount = lambda out: get(out, 1)
    mock.cuDeviceCanAccessPeer = lambda out, *_: get(out, 1)
    mock.cuDeviceComputeCapability = compute_capability
    mock.cuCtxCreate_v2 = lambda out, *_: hold(out, "context")
    mock.cuEventCreate = lambda out, _: hold(out, "event")
    mock.cuEventElapsedTime = lambda out, *_: get(out, 0.001)
    mock.cuMemAlloc_v2 = mock.cuMemHostAlloc = allocate
    mock.cuMemFree_v2 = mock.cuMemFreeHost = mock.cuModuleUnload = free
    mock.cuMemcpyHtoDAsync_v2 = mock.cuMemcpyDtoH_v2 = mock.cuMemcpyDtoDAsync_v2 = copy
    mock.cuModuleLoadData = load
    mock.cuModuleGetFunction = lambda out, module, _: get(out, module.value)
    mock.cuLaunchKernel = launch
    mock.cuGetErrorString = error_text
    return mock


if __name__ == "__main__":
    for package in ("test", "test.mockgpu", "test.mockgpu.cuda"):
        sys.modules[package] = types.ModuleType(package)
    sys.modules["test.mockgpu.cuda"].cuda = driver()
    runpy.run_path(sys.argv[1], run_name="__main__")
    print(f"{launches} launches")
