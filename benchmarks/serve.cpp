// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How long forewarp serve takes for what a user does: a key stroke, a slider. Time from the request's first byte to
/// the answer's last, over the loopback interface, with a 60-line kernel on three devices; and, where there is
/// Chromium, from the key stroke in a browser to the answer on its screen. Usage: bench_serve [--json]
#include <fmt/format.h>
#include <signal.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "client.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"
#include "serve/in_browser.hpp"
#include "serve/server.hpp"

namespace {

using namespace forewarp;
using Json = nlohmann::json;

constexpr int rounds = 15;
constexpr double key_stroke_ms = 150, slider_ms = 50;

/// A tiled matrix product with enough comments and lines for a kernel that people write.
Json first_question() {
  const auto folder = shipped_file("kernels/matmul_tiled");
  std::string source = read_file(folder / "kernel.cu");
  while (std::count(source.begin(), source.end(), '\n') < 60) source += "// another line of a file that has sixty\n";
  return {{"name", "kernel.cu"},
          {"source", source},
          {"launch", read_file(folder / "launch.toml")},
          {"devices", {"A100", "H100", "RTX 4090"}},
          {"compiler", "clang"},
          {"machine_code", "off"}};
}

class Asking {
 public:
  explicit Asking(int port) : port_(port) {}
  struct Times {
    double all_ms = 0, compile_ms = 0;
  };
  Times operator()(const Json& question) {
    const std::string text = test::post_text(port_, "bench", ++number_, question.dump());
    const auto begin = std::chrono::steady_clock::now();
    const test::Received received = test::send_bytes(port_, text);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    const Json answer = Json::parse(received.body, nullptr, false);
    if (!answer.is_object() || !answer.contains("page")) throw Error("no answer: " + received.body.substr(0, 200));
    return {ms, answer.at("times_ms").at("compile").get<double>()};
  }

 private:
  int port_, number_ = 0;
};

bench::Row row(const std::string& id, const std::string& what, const std::vector<double>& ms, double target,
               const std::string& note) {
  return {.id = "serve." + id,
          .what = what,
          .unit = "ms",
          .ours = median(ms),
          .target = target,
          .note = note + fmt::format("; median of {}, slowest {:.0f} ms", ms.size(), *std::ranges::max_element(ms))};
}

/// Moves a slider: each value once, with what was compiled before.
bench::Row slider(Asking& ask, const std::string& name, const std::function<void(Json&, int)>& move) {
  std::vector<double> ms;
  for (int i = 0; i < rounds; ++i) {
    Json question = first_question();
    move(question, i);
    ms.push_back(ask(question).all_ms);
  }
  return row("slider." + name, fmt::format("a move of the slider {}", name), ms, slider_ms,
             "each value for the first time");
}

/// Two texts in turn, as typing and deleting a character does: the compiler is run for each once.
std::vector<bench::Row> key_strokes(Asking& ask) {
  std::vector<double> cached, fresh;
  for (int i = 0; i < rounds; ++i) {
    Json question = first_question();
    question["source"] = question["source"].get<std::string>() + std::string(1 + i, '\n');
    const Asking::Times first = ask(question);
    fresh.push_back(first.compile_ms);
    (void)ask(first_question());
    cached.push_back(ask(question).all_ms);
  }
  return {row("key_stroke", "a key stroke whose text was compiled before", cached, key_stroke_ms, "60 lines, clang"),
          row("compile", "of a new text: compile time alone, by clang", fresh, 1000, "the page shows it separately")};
}

std::vector<bench::Row> devices(Asking& ask) {
  const std::vector<const char*> names = {"A100", "H100", "V100", "RTX 4090", "T4"};
  std::vector<double> first, again;
  for (std::vector<double>* times : {&first, &again})
    for (const char* name : names) {
      Json question = first_question();
      question["devices"] = {name};
      times->push_back(ask(question).all_ms);
    }
  return {row("device.first", "a device of another architecture, with its compilation", first, 1000, "clang"),
          row("device.again", "a device that was there before", again, slider_ms, "compiled and emulated before")};
}

/// The same as a user waits for it. Nothing where there is no browser.
std::vector<bench::Row> in_browser(const std::string& url) {
  std::vector<bench::Row> rows;
  try {
    const bench::BrowserWaits waits = bench::waits_in_browser(url, first_question()["source"], rounds);
    const auto add = [&](const std::string& id, const std::string& what, const bench::Waits& w, double target) {
      rows.push_back(row("browser." + id, "in Chromium: " + what, w.answer_ms, target,
                         fmt::format("all sections {:.0f} ms", median(w.page_ms))));
    };
    add("key_stroke", "from a key stroke, compiled before, to the answer on the screen", waits.key_stroke,
        key_stroke_ms);
    add("slider", "from a move of the slider n to the answer on the screen", waits.slider, slider_ms);
  } catch (const Unavailable& error) {
    fmt::print(stderr, "bench_serve: {}; the rows serve.browser are left out\n", error.what());
  }
  return rows;
}

int run(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  ::signal(SIGPIPE, SIG_IGN);
  test::RunningServer running({.program = FOREWARP_TOOL, .port = 0, .workers = 1, .landlock = serve::has_landlock()});
  Asking ask(running.port());
  (void)ask(first_question());
  std::vector<bench::Row> rows = key_strokes(ask);
  rows.push_back(slider(ask, "n", [](Json& q, int i) { q["set"] = {{"n", 256 + 64 * i}}; }));
  rows.push_back(slider(ask, "registers", [](Json& q, int i) { q["registers"] = 24 + 8 * i; }));
  rows.push_back(slider(ask, "clock", [](Json& q, int i) { q["clock_mhz"] = 900 + 30 * i; }));
  for (bench::Row& one : devices(ask)) rows.push_back(std::move(one));
  for (bench::Row& one : in_browser(running.server().url())) rows.push_back(std::move(one));
  bench::print_rows(rows, json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return bench::guarded("bench_serve", run, argc, argv); }
