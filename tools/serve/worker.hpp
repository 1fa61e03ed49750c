// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The process that answers: it reads frames (frames.hpp) from standard input, {"id": 3, "ask": question} or
/// {"cancel": 3}, and writes a line {"id":3,"kind":"answer"} with the answer after it to standard output; of another
/// kind (input, unavailable, cancelled, limit, fault) what follows is {"error": "...", "kind": "input"}. A crash of it,
/// or of a compiler that it runs, harms the one answer.
#include <cstddef>
#include <filesystem>

#include "serve/sandbox.hpp"

namespace forewarp::serve {

struct WorkerOptions {
  std::filesystem::path folder;  ///< the only one that it writes to
  ResourceLimits limits = {};
  bool landlock = true;                                   ///< false: files are not restricted
  std::size_t max_resident_bytes = std::size_t{1} << 30;  ///< it ends after an answer that left it larger than this
};

/// Restricts this process, then answers until standard input ends. The exit status.
[[nodiscard]] int run_worker(const WorkerOptions& options);

}  // namespace forewarp::serve
