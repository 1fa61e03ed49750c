// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string_view>

#include "forewarp/support/error.hpp"

namespace forewarp {

/// Thrown by work that the user stopped and that has nothing to return unless it is whole (exit status 130).
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

/// Long work reports here; the library itself never prints. Called from any thread, so implementations lock.
class Progress {
 public:
  virtual ~Progress() = default;
  /// done of total items are finished; what names the item just finished.
  virtual void advance(std::size_t done, std::size_t total, std::string_view what) = 0;
  /// Called several times a second while work goes on of which nobody knows how much there is, such as a compiler's.
  virtual void busy(std::string_view /*what*/) {}
  /// True when the user asked to stop: the work returns what it has, or throws Interrupted where a part is no result.
  [[nodiscard]] virtual bool cancelled() const { return false; }
};

}  // namespace forewarp
