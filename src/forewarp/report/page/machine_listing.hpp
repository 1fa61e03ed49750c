// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The lines of a listing of machine code, from what disassembly_json() gives:
///
///     0x00b0  LDG                   2.05 k   4  w2   0
#include <functional>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

/// What a machine instruction, or a line of PTX or of the source, costs the warps that execute it.
struct MachineWork {
  double warps = 0;   ///< instructions that warps execute
  double stalls = 0;  ///< cycles before they may issue their next ones, and those that they wait for scoreboards
  void add(const MachineWork& other) { warps += other.warps, stalls += other.stalls; }
};

/// In the order of the code. Documents of earlier versions do not know the cycles that an instruction waits.
void for_each_instruction(const Json& code, const std::function<void(const Json&, const MachineWork&)>& visit);

/// "2.05 k warp instructions, 614 k cycles: 4 each by the control word, 296 waited for scoreboards"
[[nodiscard]] std::string machine_detail(const Json& instruction, const MachineWork& work);

/// The title "machine code for sm_80 (A100)", the caption, and a line each with its number, text and the line of PTX
/// that it comes from. Without shares.
[[nodiscard]] Listing machine_listing(const Json& code);

}  // namespace forewarp::report::views
