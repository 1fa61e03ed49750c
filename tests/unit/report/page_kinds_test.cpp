// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Every kind of page that the tool writes: no error in the console, and what it says first is on the first screen of a
/// desk and of a phone, without scrolling sideways.
#include <fmt/format.h>

#include <cstdlib>

#include "forewarp/report/page/documents.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Json;

struct Kind {
  const char* name;
  /// Of the tool, in an empty folder, with a semicolon between two. {documents} has what takes a minute or a compiler.
  const char* commands;
  bool bars = true;  ///< shares beside the sentence
};

constexpr Kind kinds[] = {
    {"predict", "predict saxpy --device A100,K20 --report result.html"},
    {"advise", "advise saxpy --device A100 --report result.html"},
    {"rank", "rank saxpy --device V100 --vary block=64,128 --report result.html"},
    {"rank on two devices", "rank saxpy --device V100,K20 --vary block=64,128 --report result.html"},
    {"compare",
     "predict saxpy --device A100 --json > a.json; predict saxpy --device H100 --json > b.json; report --compare "
     "a.json "
     "b.json -o result.html"},
    {"evaluate", "evaluate times.csv --target time --learner linear --report result.html"},
    {"profile", "profile saxpy --report result.html"},
    {"disassemble", "report machine.json -o result.html"},
    {"launch", "launch saxpy --device V100,K20 --report result.html"},
    {"launch --sweep",
     "launch saxpy --device V100 --sweep --sweep-blocks 16:64:16 --sweep-threads 32:128:32 --report result.html"},
    {"occupancy", "occupancy --device V100 --threads 256 --registers 40 --report result.html"},
    {"devices", "devices --report result.html", false},
    {"counters", "counters saxpy --device V100 --report result.html"},
    {"corpus", "report '{documents}/corpus.json' -o result.html", false},
    {"exec", "report '{documents}/program.json' -o result.html"},
    {"schedule", "schedule '{examples}/schedule/jobs.toml' --devices V100,P100 --report result.html"},
    {"advise --counters", "advise --counters n.csv --device V100 --report result.html"},
    {"count", "count saxpy --report result.html", false},
};

/// Machine code of a kernel of one instruction: its assembler may not be here.
constexpr const char* machine = R"({"kernel": "scale", "grid": [4, 1, 1], "block": [256, 1, 1], "notes": [],
  "device": "V100", "ptx": {"text": ".entry scale() {\nst.global.f32 [%rd1], %f1;\n}\n"},
  "machine_code": {"arch": "sm_70", "registers": 8, "frame_bytes": 0,
    "executions": {"exact": true, "mismatches": []}, "mix": {"issue": 160, "pipes": {"memory": 128, "control": 32}},
    "blocks": [{"warps": 32, "instructions": [{"address": 0, "text": "STG", "stall": 2, "sets_write": 7, "sets_read": 7,
      "waits": 0, "ptx_line": 2}]}]}})";

constexpr const char* first_screen = R"js((w) => {
  const d = w.document, ends = (name) => [...d.querySelectorAll(name)].filter((e) => e.getClientRects().length).map((e) => e.getBoundingClientRect().bottom);
  return { sentence: d.querySelector(".sentence")?.textContent ?? "", end: Math.max(...ends(".sentence, .answer .share"), 0), bars: ends(".answer .share").length,
    width: d.documentElement.scrollWidth, empty: [...d.querySelectorAll("details[open] svg")].filter((s) => s.getClientRects().length && !s.querySelector("rect, circle, path, line")).length };
})js";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  if (const auto at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
  return text;
}

/// Pages keep a number and its unit on one line.
std::string with_plain_spaces(std::string text) {
  for (auto at = text.find("\u00a0"); at != std::string::npos; at = text.find("\u00a0")) text.replace(at, 2, " ");
  return text;
}

/// `report` makes a page of JSON and prints nothing.
bool is_made_of_a_file(const Kind& kind) {
  return std::string_view(kind.commands).find("report ") == 0 ||
         std::string_view(kind.commands).find("; report ") != std::string_view::npos;
}

class PageKinds : public report::Browser {
 protected:
  void SetUp() override {
    Browser::SetUp();
    write_file(folder_ / "machine.json", machine);
    std::string rows = "kernel,work,time [s]\n";
    for (int i = 1; i <= 40; ++i) rows += fmt::format("k{},{},{}\n", i % 4, i, 1e-6 * i * (1 + 0.1 * (i % 3)));
    write_file(folder_ / "times.csv", rows);
    write_file(folder_ / "n.csv",
               "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
               "\"0\",\"saxpy\",\"dram__throughput.avg.pct_of_peak_sustained_elapsed\",\"%\",\"91\"\n");
  }
  /// Of what the command printed that page_of() ran last.
  [[nodiscard]] std::string first_line() const {
    const std::string text = read_file(folder_ / "text");
    return text.substr(0, text.find('\n'));
  }
  std::string page_of(const Kind& kind) {
    std::string script = fmt::format("set -e; cd '{}'; export FOREWARP_CACHE=off", folder_.path().string());
    const std::string root = test::source_dir();
    const std::string all = replaced(replaced(kind.commands, "{documents}", root + "/tests/unit/report/documents"),
                                     "{examples}", root + "/examples");
    for (std::size_t begin = 0; begin < all.size();) {
      const auto end = std::min(all.find("; ", begin), all.size());
      script += fmt::format("; '{}' {}", FOREWARP_TOOL, all.substr(begin, end - begin));
      begin = end + 2;
    }
    const int status = std::system(
        fmt::format("sh -c \"{}\" >'{}' 2>'{}'", script, (folder_ / "text").string(), (folder_ / "log").string())
            .c_str());
    EXPECT_EQ(status, 0) << kind.name << "\n" << read_file(folder_ / "log");
    return status == 0 ? read_file(folder_ / "result.html") : "";
  }
};

TEST_F(PageKinds, BeginWithTheirSentenceOnADeskAndOnAPhoneWithoutAnyError) {
  for (const Kind& kind : kinds) {
    const std::string html = page_of(kind);
    if (html.empty()) continue;
    for (const auto& [width, height] : {std::pair{1400, 900}, {390, 844}}) {
      const Json seen = look_at_size(html, width, height, first_screen);
      const std::string where = fmt::format("{} at {}x{}", kind.name, width, height);
      EXPECT_EQ(seen[1], Json::array()) << where;
      ASSERT_TRUE(seen[0].is_object()) << where;
      const auto sentence = seen[0]["sentence"].get<std::string>();
      EXPECT_FALSE(sentence.empty()) << where;
      if (!is_made_of_a_file(kind)) {
        EXPECT_EQ(with_plain_spaces(sentence), first_line()) << where;
      }
      EXPECT_LE(seen[0]["end"].get<double>(), height) << where;
      EXPECT_EQ(seen[0]["bars"].get<int>() > 0, kind.bars) << where;
      EXPECT_LE(seen[0]["width"].get<int>(), width) << where;
      EXPECT_EQ(seen[0]["empty"].get<int>(), 0) << where;
    }
  }
}

}  // namespace
