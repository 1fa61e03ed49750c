// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/mnemonic_text.hpp"

#include <utility>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::ptx {

MnemonicText::MnemonicText(std::string text) : text_(std::move(text)), decoded_(decode_mnemonic(text_)) {
  if (decoded_.opcode == Opcode::wmma) product_ = ptx::wmma_product(text_);
  if (is_matrix_transfer(decoded_.opcode)) transfer_ = ptx::wmma_transfer(text_);
}

}  // namespace forewarp::ptx
