// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
namespace forewarp::learn::trees {

/// What trees are grown and asked with; the answers are the same, bit for bit.
enum class Isa { baseline, x86_64_v3 };
/// The widest that the processor has, or what the environment's FOREWARP_ISA asks for (baseline, v3). Throws InputError
/// where that is neither or is not there.
[[nodiscard]] Isa best_isa();

}  // namespace forewarp::learn::trees
