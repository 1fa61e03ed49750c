// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Files that are dropped onto the live page, in headless Chromium: what the answer is for each.
#include <fmt/format.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "client.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"
#include "unit/doubling_kernel.hpp"
#include "unit/report/browser.hpp"
#include "unit/report/devtools.hpp"

namespace forewarp::serve {
namespace {

class DroppedFiles : public report::Browser {
 protected:
  void SetUp() override {
    Browser::SetUp();
    ::signal(SIGPIPE, SIG_IGN);
  }
  /// Drops the file and waits for its answer: the first sentence of the page, or its title where it has none.
  static std::string answer_to(test::Devtools& chrome, const std::string& name, const std::string& text) {
    const std::string before = chrome.evaluate("String(number)").get<std::string>();
    chrome.evaluate(fmt::format(
        "(() => {{ const files = new DataTransfer(); files.items.add(new File([{}], '{}')); "
        "for (const kind of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, "
        "{{ dataTransfer: files, bubbles: true, cancelable: true }})); }})()",
        nlohmann::json(text).dump(), name));
    const std::string shown =
        fmt::format("number > {} && !flying && document.body.dataset.shown === String(number)", before);
    EXPECT_TRUE(chrome.wait_until(shown, 60))
        << name << ": " << chrome.evaluate("document.getElementById('problem').textContent");
    EXPECT_EQ(chrome.evaluate("document.getElementById('drop').hidden"), true) << name;
    return chrome.evaluate("answer.page.answer?.sentence ?? answer.page.title").get<std::string>();
  }
};

TEST_F(DroppedFiles, OfEveryKindAreAnswered) {
  test::RunningServer running({.program = FOREWARP_TOOL, .port = 0, .workers = 1, .landlock = has_landlock()});
  test::Devtools chrome(folder_.path());
  chrome.open(running.server().url(), 1400, 900);
  ASSERT_TRUE(chrome.wait_until("document.body.dataset.shown", 60));

  const std::string source =
      answer_to(chrome, "twice.cu",
                "__global__ void twice(float* x, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  if (i < n) x[i] = 2.0f * x[i];\n}\n");
  EXPECT_EQ(chrome.evaluate("document.getElementById('name').textContent"), "twice.cu");
  EXPECT_NE(source.find(" on H100"), std::string::npos) << source;
  EXPECT_EQ(chrome.evaluate("editors.source.getValue().startsWith('__global__ void twice')"), true);

  const std::string ptx = answer_to(chrome, "doubling.ptx", testing::doubling);
  EXPECT_NE(ptx.find("-bound"), std::string::npos) << ptx;
  EXPECT_EQ(chrome.evaluate("state.name"), "doubling.ptx");

  const std::string counters =
      answer_to(chrome, "n.csv",
                "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                "\"0\",\"saxpy\",\"dram__throughput.avg.pct_of_peak_sustained_elapsed\",\"%\",\"91\"\n");
  EXPECT_EQ(counters.find("saxpy on A100: "), 0U) << counters;
  EXPECT_EQ(chrome.evaluate("editors.source.getOption('readOnly')"), true);

  const std::string program = answer_to(
      chrome, "program.json", read_file(std::string(test::source_dir()) + "/tests/unit/report/documents/program.json"));
  EXPECT_NE(program.find("on H100: the GPU is busy for "), std::string::npos) << program;
  EXPECT_TRUE(chrome.problems().empty()) << chrome.problems().front();
}

}  // namespace
}  // namespace forewarp::serve
