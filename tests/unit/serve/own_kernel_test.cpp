// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A user with a kernel of their own on the live page, in headless Chromium: it is pasted over the example, settings
/// are wrong, a slider moves.
#include <fmt/format.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "client.hpp"
#include "unit/report/browser.hpp"
#include "unit/report/devtools.hpp"

namespace forewarp::serve {
namespace {

constexpr const char* own =
    "__global__ void twice(float* x, int count) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < count) x[i] = 2.0f * x[i];\n}\n";

class OwnKernel : public report::Browser {
 protected:
  void SetUp() override {
    Browser::SetUp();
    ::signal(SIGPIPE, SIG_IGN);
  }
  /// Does it, and waits for the answer or what is wrong with the question.
  static void after(test::Devtools& chrome, const std::string& action) {
    const auto before = chrome.evaluate("number").get<int>();
    chrome.evaluate("(() => { " + action + " })()");
    ASSERT_TRUE(
        chrome.wait_until(fmt::format("number > {} && !flying && (!document.getElementById('problem').hidden || "
                                      "document.body.dataset.shown === String(number))",
                                      before),
                          60))
        << action;
  }
  static std::string problem(test::Devtools& chrome) {
    return chrome.evaluate("document.getElementById('problem').textContent").get<std::string>();
  }
};

TEST_F(OwnKernel, PastedOverTheExampleIsAnsweredWithoutTheExamplesLaunch) {
  test::RunningServer running({.program = FOREWARP_TOOL, .port = 0, .workers = 1, .landlock = has_landlock()});
  test::Devtools chrome(folder_.path());
  chrome.open(running.server().url(), 1400, 900);
  ASSERT_TRUE(chrome.wait_until("document.body.dataset.shown && !flying", 60));
  ASSERT_EQ(chrome.evaluate("state.launch !== ''"), true);

  after(chrome, "const e = editors.source; e.execCommand('selectAll'); e.replaceSelection(" +
                    nlohmann::json(own).dump() + ", 'end', 'paste');");

  EXPECT_EQ(problem(chrome), "");
  EXPECT_EQ(chrome.evaluate("state.launch + document.getElementById('example').value"), "");
  EXPECT_EQ(chrome.evaluate("document.getElementById('slider-count') !== null"), true);
  EXPECT_EQ(chrome.evaluate("answer.predictions.grid[0]"), 4096);  // one thread for each of 2^20 elements

  after(chrome, "state.set.count = 4096; changed('slider');");
  EXPECT_EQ(chrome.evaluate("answer.predictions.grid[0]"), 16);
  EXPECT_NE(chrome.evaluate("answer.page.title").get<std::string>().find("twice"), std::string::npos);
  EXPECT_EQ(chrome.evaluate("JSON.stringify(answer.page.notes).includes('--block')"), false);

  after(chrome, "byId('grid').value = 'abc'; byId('grid').dispatchEvent(new Event('input'));");
  EXPECT_EQ(problem(chrome).find("the field grid: 'abc'"), 0U) << problem(chrome);
  EXPECT_EQ(problem(chrome).find("--"), std::string::npos) << problem(chrome);

  after(chrome, "state.grid = ''; state.devices = ['Foo 9']; changed('slider');");
  EXPECT_NE(problem(chrome).find("the list of devices has all"), std::string::npos) << problem(chrome);
  EXPECT_TRUE(chrome.problems().empty()) << chrome.problems().front();
}

TEST_F(OwnKernel, BeginsWithATemplateThatIsAnswered) {
  test::RunningServer running({.program = FOREWARP_TOOL, .port = 0, .workers = 1, .landlock = has_landlock()});
  test::Devtools chrome(folder_.path());
  chrome.open(running.server().url(), 1400, 900);
  ASSERT_TRUE(chrome.wait_until("document.body.dataset.shown && !flying", 60));

  after(chrome, "byId('example').value = ''; byId('example').dispatchEvent(new Event('change'));");

  EXPECT_EQ(problem(chrome), "");
  EXPECT_EQ(chrome.evaluate("answer.page.title").get<std::string>().find("mine"), 0U);
}

}  // namespace
}  // namespace forewarp::serve
