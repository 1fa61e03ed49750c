// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What an instruction requires of the machine.
#include "forewarp/frontend/ptx/mnemonic.hpp"

namespace forewarp::ptx {

/// The compute capability that an instruction needs beyond what every device of ours has, 75 for
/// mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32; 0: none. From the "Target ISA notes" of the PTX ISA, for what a
/// source asks for by name; what compilers choose by themselves for a target (lop3) is not counted.
[[nodiscard]] unsigned required_capability(const Mnemonic& mnemonic);
/// The last one that has it: 90 for wgmma, which sm_90a has and Blackwell no longer; 0: none was taken back.
[[nodiscard]] unsigned last_capability(Opcode opcode);

}  // namespace forewarp::ptx
