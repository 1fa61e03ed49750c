// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Code for warps without observers: the results are the same, and less is executed.
///
/// Instructions of a kernel whose results are the same in every block of a launch (loads of parameters, addresses that
/// follow from them and from the thread's index) move to a prologue, which a warp executes once a launch; their rows
/// keep the values. An instruction moves if
///
///   * it is a lane operation without exchange between lanes, or loads a parameter from a fixed address, and has no
///     guard;
///   * it is the only one that writes its registers, and no path reads them before;
///   * it reads constants, special registers that stay the same from block to block, and results of the prologue;
///   * no instruction that exchanges values between lanes reads the result: lanes that would not have executed it have
///     it now.
///
/// Registers are zero when a frame is entered, as far as that can be seen: those that a path reads before it writes
/// them, and those whose values other lanes can read.
#include "forewarp/emulate/decode/frame_layout.hpp"
#include "forewarp/emulate/decode/program.hpp"

namespace forewarp::emu {

/// Fills code.plain of a kernel; functions that it calls are left alone. The layout must not be finished yet.
void make_plain(FunctionCode& code, const FrameLayout& layout, std::uint64_t parameter_bytes);

}  // namespace forewarp::emu
