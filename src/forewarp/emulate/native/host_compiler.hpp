// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// clang as the compiler of this processor's code: text of runs becomes functions of this process.
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/emulate/native/fused_run.hpp"
#include "forewarp/emulate/native/path_text.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::emu::native {

/// Lanes that one vector instruction takes, which the loops of runs are made for. 0 where no code is made.
[[nodiscard]] unsigned vector_lanes(Isa isa);

/// Functions of a library that stays loaded.
struct CompiledText {
  std::vector<LaneFn> runs;
  std::vector<SegmentFn> segments;
  PathFn path = nullptr;  ///< where the text has one
};

/// The functions of source_of() for so many runs and segments, and that of path_text(). Throws Unavailable with the
/// reason where there is no clang (source::find_clang()) or it cannot make them, Interrupted where progress says so.
[[nodiscard]] CompiledText compile_text(const std::string& text, std::size_t runs, std::size_t segments, Isa isa,
                                        Progress* progress = nullptr);

/// compile_text() in a thread of its own. The destructor stops the compiler if it has not ended.
class Compilation {
 public:
  Compilation(std::string text, std::size_t runs, std::size_t segments, Isa isa);
  ~Compilation();
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  /// Whether it has ended, or does so within this time.
  [[nodiscard]] bool ends_within(double seconds) const;
  /// Waits. Throws Unavailable, as compile_text(). Once.
  [[nodiscard]] CompiledText take() { return made_->get(); }

 private:
  class Stop final : public Progress {
   public:
    void advance(std::size_t, std::size_t, std::string_view) override {}
    [[nodiscard]] bool cancelled() const override { return asked; }
    std::atomic<bool> asked = false;
  };

  Stop stop_;
  pid_t process_;
  std::unique_ptr<std::future<CompiledText>> made_;
};

}  // namespace forewarp::emu::native
