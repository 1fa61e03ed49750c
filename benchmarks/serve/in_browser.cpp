// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/in_browser.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/report/devtools.hpp"

namespace forewarp::bench {
namespace {

constexpr double patience_s = 60;

/// Does it, and waits until all of the page is drawn.
void measure(test::Devtools& chrome, Waits& waits, const std::string& action) {
  const auto before = chrome.evaluate("number").get<int>();
  chrome.evaluate("(() => { " + action + " })()");
  const std::string drawn =
      fmt::format("number > {} && !flying && document.body.dataset.shown === String(number)", before);
  if (!chrome.wait_until(drawn, patience_s)) throw Error("the page does not answer");
  waits.answer_ms.push_back(std::stod(chrome.evaluate("document.body.dataset.latency").get<std::string>()));
  waits.page_ms.push_back(std::stod(chrome.evaluate("document.body.dataset.whole").get<std::string>()));
}

}  // namespace

BrowserWaits waits_in_browser(const std::string& url, const std::string& source, int rounds) {
  if (!find_program("chromium")) throw Unavailable("no chromium (Debian: chromium)");
  const TemporaryFolder folder("bench-serve");
  test::Devtools chrome(folder.path());
  chrome.open(url, 1400, 900);
  if (!chrome.wait_until("document.body.dataset.shown && !flying", patience_s)) throw Error("the page does not begin");
  const std::string type =
      "const end = { line: editors.source.lineCount(), ch: 0 }; "
      "editors.source.replaceRange('\\n', end, end, '+input');";
  const std::string erase = "editors.source.execCommand('goDocEnd'); editors.source.execCommand('delCharBefore');";
  Waits first;  // compiles both texts
  measure(chrome, first, "setState({ source: " + nlohmann::json(source).dump() + ", machine_code: 'off' });");
  BrowserWaits waits;
  for (int i = -2; i < rounds; ++i) measure(chrome, i < 0 ? first : waits.key_stroke, i % 2 == 0 ? type : erase);
  for (int i = -2; i < rounds; ++i)
    measure(chrome, i < 0 ? first : waits.slider,
            fmt::format("state.set.n = {}; changed('slider');", 256 + 64 * (i + 2)));
  return waits;
}

}  // namespace forewarp::bench
