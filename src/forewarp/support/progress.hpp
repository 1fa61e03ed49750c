// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string_view>

namespace forewarp {

/// Long work reports here; the library itself never prints. Called from any thread, so implementations lock.
class Progress {
 public:
  virtual ~Progress() = default;
  /// done of total items are finished; what names the item just finished.
  virtual void advance(std::size_t done, std::size_t total, std::string_view what) = 0;
  /// True when the user asked to stop: the work returns what it has.
  [[nodiscard]] virtual bool cancelled() const { return false; }
};

}  // namespace forewarp
