// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// AMD's machine code and PTX of one made-up kernel:
///
///     6   for (i = 0; i < 3; ++i)
///     7     sum += tile[t + 2 * i] + tile[t + 2 * i + 1];
///     9   out[t] = sum;
#include <string>

namespace forewarp::amdgcn::samples {

/// The loop stays; both words of an iteration are loaded at once. One register is spilled before it and comes back after.
inline const std::string assembly = R"(	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
	.globl	k
	.type	k,@function
k:                                      ; @k
	.file	1 "/home/user" "k.cu"
	.loc	1 5 0                           ; k.cu:5:0
; %bb.0:
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	buffer_store_dword v1, off, s[0:3], 0 ; 4-byte Folded Spill
	s_mov_b32 s2, 3
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	.loc	1 7 12 is_stmt 1                ; k.cu:7:12
	ds_read_b64 v[2:3], v0
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v2, v3
	.loc	1 6 3
	s_sub_i32 s2, s2, 1
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 .LBB0_1
; %bb.2:
	.loc	1 9 3
	buffer_load_dword v1, off, s[0:3], 0 ; 4-byte Folded Reload
	global_store_dword v1, v4, s[0:1]
	s_endpgm
.Lfunc_end0:
	.size	k, .Lfunc_end0-k
	.ident	"Debian clang version 14.0.6"
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .address_space:  global
        .name:           out
        .offset:         0
    .group_segment_fixed_size: 512
    .name:           k
    .private_segment_fixed_size: 4
    .sgpr_count:     9
    .sgpr_spill_count: 0
    .symbol:         k.kd
    .vgpr_count:     5
    .vgpr_spill_count: 1
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
)";

/// The loop is unrolled: six loads of 4 bytes, each executed once.
inline const std::string ptx = R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "/somewhere/else/k.cu"
.visible .entry k(.param .u64 out)
{
.reg .f32 %f<9>; .reg .b32 %r<4>; .reg .b64 %rd<3>;
.loc 1 7 12
ld.shared.f32 %f1, [%r1];
ld.shared.f32 %f2, [%r1+4];
ld.shared.f32 %f3, [%r1+8];
ld.shared.f32 %f4, [%r1+12];
ld.shared.f32 %f5, [%r1+16];
ld.shared.f32 %f6, [%r1+20];
add.f32 %f7, %f1, %f2;
.loc 1 9 3
st.global.f32 [%rd1], %f7;
ret;
}
)";

}  // namespace forewarp::amdgcn::samples
