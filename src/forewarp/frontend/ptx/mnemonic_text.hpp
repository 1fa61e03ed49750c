// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A mnemonic as text, decoded when the text is set. Profiles name their instructions in this way: a profile is made or
/// read once and then evaluated on many devices, so an evaluation must not read words.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"

namespace forewarp::ptx {

/// Invariant: everything else is decoded from text().
class MnemonicText {
 public:
  MnemonicText() = default;
  MnemonicText(std::string text);  // NOLINT(google-explicit-constructor): a text is one
  MnemonicText(std::string_view text) : MnemonicText(std::string(text)) {}
  MnemonicText(const char* text) : MnemonicText(std::string(text)) {}

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const Mnemonic& decoded() const { return decoded_; }
  /// The meaning of a wmma.load or wmma.store, and of a wmma.mma (wmma.hpp); nothing for others.
  [[nodiscard]] const std::optional<WmmaTransfer>& wmma_transfer() const { return transfer_; }
  [[nodiscard]] const std::optional<WmmaProduct>& wmma_product() const { return product_; }

 private:
  std::string text_;
  Mnemonic decoded_;
  std::optional<WmmaTransfer> transfer_;
  std::optional<WmmaProduct> product_;
};

}  // namespace forewarp::ptx
