# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
import pytest

#: y[i] = a * x[i] + y[i] for i < n
SAXPY = """.version 8.0
.target sm_70
.address_size 64
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n)
{
  .reg .b32 %r<6>; .reg .b64 %rd<6>; .reg .f32 %f<5>; .reg .pred %p<2>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.f32 %f1, [a];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra done;
  mul.wide.u32 %rd3, %r5, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  ld.global.f32 %f3, [%rd5];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd5], %f4;
done:
  ret;
}
"""

#: Reads t[i], and t[t[i]]: what it touches depends on the contents.
GATHER = """.version 8.0
.target sm_70
.address_size 64
.visible .entry gather(.param .u64 t, .param .u64 out)
{
  .reg .b32 %r<8>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [t];
  ld.param.u64 %rd2, [out];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  mul.wide.u32 %rd3, %r5, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.u32 %r6, [%rd4];
  mul.wide.u32 %rd5, %r6, 4;
  add.s64 %rd6, %rd1, %rd5;
  ld.global.u32 %r7, [%rd6];
  add.s64 %rd7, %rd2, %rd3;
  st.global.u32 [%rd7], %r7;
  ret;
}
"""


@pytest.fixture
def saxpy_ptx():
    return SAXPY


@pytest.fixture
def gather_ptx():
    return GATHER
