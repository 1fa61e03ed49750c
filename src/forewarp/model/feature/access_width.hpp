// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/mnemonic_text.hpp"

namespace forewarp::feature {

/// Bytes one thread moves with a memory instruction, read off its dotted text: the width of the last type times the
/// vector length ("ld.global.v4.f32": 16; "atom.global.add.f32": 4; "cp.async.ca.shared.global ...": 16, the widest).
/// wmma's loads and stores: a thread's share of the matrix. 0 when the text has no type that occupies memory.
[[nodiscard]] double access_width(const ptx::MnemonicText& mnemonic);

}  // namespace forewarp::feature
