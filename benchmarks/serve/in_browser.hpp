// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a user of the live page waits for: from a key stroke, or a move of a slider, until the answer is on the screen.
#include <string>
#include <vector>

namespace forewarp::bench {

/// Milliseconds of each round, as the page measures them: until the answer (its sentence, bars and best change) is
/// drawn, and until all sections below it are.
struct Waits {
  std::vector<double> answer_ms, page_ms;
};

struct BrowserWaits {
  Waits key_stroke;  ///< of a text that was compiled before
  Waits slider;      ///< n, each value for the first time: what its listener calls
};

/// Opens the page in headless Chromium, with this source. Throws Unavailable where there is no Chromium.
[[nodiscard]] BrowserWaits waits_in_browser(const std::string& url, const std::string& source, int rounds);

}  // namespace forewarp::bench
