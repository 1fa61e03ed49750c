// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Machine code beside the PTX and the source that it comes from, with executions and control words.
///
///     block 2  0x00b0  2.05 k warps, 65.5 k threads  -> 4 3
///     address  instruction  executions  stall  sets  waits  PTX line
///     kernel.cu:12  y[i] = a * x[i] + y[i];
///      0x00b0  LDG              2.05 k      4  w2    0          47  ld.global.nc.f32 %f2, [%rd8];
///      0x00c0  FFMA             2.05 k      5  -     2          49  fma.rn.f32 %f3, %f1, %f2, %f4;
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/frontend/machine/assembled_kernel.hpp"
#include "forewarp/frontend/machine/executions.hpp"
#include "forewarp/frontend/machine/mix.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::report {

struct Disassembly {
  const machine::KernelCode& code;
  const machine::Executions& executions;
  const machine::Mix& mix;
  const ptx::Module& module;
};

/// Blocks that no thread reaches are one line each. Source lines are printed where their file can be read.
[[nodiscard]] std::string disassembly_text(const Disassembly& disassembly);
/// A row for each instruction: address,block,warps,threads,unique,instruction,opcode,stall,yield,sets_write,sets_read,
/// waits,reuse,constant_operand,bytes_per_lane,target,ptx_line
[[nodiscard]] std::string disassembly_csv(const Disassembly& disassembly);
/// {"arch", "registers", "frame_bytes", "shared_bytes", "executions": {"exact", "unique", "compared", "mismatches"},
/// "blocks": [{"address", "warps", "threads", "unique", "successors", "instructions": [...]}], "mix": {...}}
[[nodiscard]] nlohmann::json disassembly_json(const Disassembly& disassembly);

}  // namespace forewarp::report
