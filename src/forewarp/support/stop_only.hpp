// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/support/progress.hpp"

namespace forewarp {

/// For a part of larger work: it may be stopped, and its progress is not shown.
class StopOnly final : public Progress {
 public:
  explicit StopOnly(const Progress* whole) : whole_(whole) {}
  void advance(std::size_t, std::size_t, std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return whole_ != nullptr && whole_->cancelled(); }

 private:
  const Progress* whole_;
};

}  // namespace forewarp
