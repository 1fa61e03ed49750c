// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The live page in headless Chromium, from its address to the answer that it shows.
#include "unit/report/browser.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "client.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::serve {
namespace {

class LivePage : public report::Browser {
 protected:
  /// The DOM once the answer was shown; what the browser says goes to said(). The browser's clock waits for all frames
  /// of one process only, so the frame of the answer must not have its own.
  std::string dom_of(const std::string& url) {
    return report::output_of(
        fmt::format("timeout 90 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir='{0}/profile' "
                    "--virtual-time-budget=20000 --disable-features=IsolateSandboxedIframes --enable-logging=stderr "
                    "--dump-dom '{1}' 2>'{0}/said'",
                    folder_.path().string(), url));
  }
  /// Lines of the page's console: errors, and what its policy refused.
  [[nodiscard]] std::string said() const {
    std::string lines;
    const std::string all = read_file(folder_ / "said");
    for (std::size_t at = 0; (at = all.find("CONSOLE", at)) != std::string::npos; ++at)
      lines += all.substr(at, all.find('\n', at) - at) + "\n";
    return lines;
  }
  [[nodiscard]] static ServerOptions options() {
    ::signal(SIGPIPE, SIG_IGN);
    return {.program = FOREWARP_TOOL, .port = 0, .workers = 1, .landlock = has_landlock()};
  }
};

/// URL-safe, without padding; as link.js has it.
std::string base64_of(const std::string& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : bytes) {
    held = held << 8 | static_cast<unsigned char>(c);
    for (bits += 8; bits >= 6;) text += digits[held >> (bits -= 6) & 63];
  }
  if (bits > 0) text += digits[held << (6 - bits) & 63];
  return text;
}

TEST_F(LivePage, BeginsWithAnExampleAndItsAnswer) {
  test::RunningServer running(options());

  const std::string dom = dom_of(running.server().url());

  EXPECT_NE(dom.find("data-shown=\""), std::string::npos) << dom.substr(0, 2000);
  EXPECT_NE(dom.find("id=\"slider-n\""), std::string::npos);
  EXPECT_NE(dom.find("aria-valuetext=\"data sheet\""), std::string::npos);
  EXPECT_NE(dom.find("answer in "), std::string::npos);
  EXPECT_EQ(said(), "");
}

TEST_F(LivePage, ALinkBringsBackSourceSettingsAndDevices) {
  test::RunningServer running(options());
  nlohmann::json state = nlohmann::json::parse(test::scale_question(3));
  state["devices"] = {"V100"};
  state["set"] = {{"n", 12345}};
  state["registers"] = 40;

  const std::string dom = dom_of(running.server().url() + "#j" + base64_of(state.dump()));

  EXPECT_NE(dom.find("data-shown=\""), std::string::npos) << dom.substr(0, 2000);
  EXPECT_NE(dom.find("remove V100"), std::string::npos);
  EXPECT_EQ(dom.find("remove A100"), std::string::npos);
  EXPECT_NE(dom.find("12\u202f345"), std::string::npos);
  EXPECT_NE(dom.find("aria-valuetext=\"40\""), std::string::npos);
  EXPECT_EQ(said(), "");
}

}  // namespace
}  // namespace forewarp::serve
