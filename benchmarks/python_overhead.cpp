// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What Python adds: to one prediction of a kernel that was counted before (target: 20 us), and to the start of a
/// program (import, target: 100 ms). Usage: bench_python_overhead [--json]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>

#include "forewarp/query/held_kernel.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;

constexpr int batches = 1000, calls = 10;  // short ones, that fit between what else the machine does

constexpr const char* predict_script = R"(
import time
import forewarp as fw
launch = fw.Kernel("saxpy").launch(parameters={"n": 65536})
def batch():
    begin = time.perf_counter()
    for _ in range(10):
        launch.predict("V100")
    return (time.perf_counter() - begin) / 10
batch()
print(min(batch() for _ in range(1000)))
)";

constexpr const char* import_script = R"(
import time
begin = time.process_time()
import forewarp
print(time.process_time() - begin)
)";

/// The best batch: other work on the machine does not count.
double cpp_predict_s() {
  query::HeldKernel kernel("saxpy");
  kernel.change().request.set = {"n=65536"};
  (void)kernel.predict_one("V100");
  double best = 1;
  for (int batch = 0; batch < batches; ++batch) {
    const auto begin = std::chrono::steady_clock::now();
    for (int call = 0; call < calls; ++call) (void)kernel.predict_one("V100");
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / calls);
  }
  return best;
}

double printed_by(const std::string& script) {
  const ProcessResult r = run_process({FOREWARP_PYTHON, "-c", script}, {.what = "python"});
  if (r.exit_status != 0) throw Error(fmt::format("python: {}", r.errors));
  return std::stod(r.output);
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  ::setenv("PYTHONPATH", FOREWARP_PYTHON_PACKAGE, 1);
  const double cpp_s = cpp_predict_s(), python_s = printed_by(predict_script);
  double import_s = 1;
  for (int i = 0; i < 15; ++i) import_s = std::min(import_s, printed_by(import_script));
  bench::print_rows({{.id = "python.predict",
                      .what = "what Python adds to one prediction in C++",
                      .unit = "us",
                      .ours = 1e6 * (python_s - cpp_s),
                      .target = 20,
                      .better = bench::Better::lower,
                      .note = fmt::format("{:.1f} us in Python, {:.1f} us in C++, the best of {} batches of {}",
                                          1e6 * python_s, 1e6 * cpp_s, batches, calls)},
                     {.id = "python.import",
                      .what = "import forewarp, the processor's time",
                      .unit = "ms",
                      .ours = 1e3 * import_s,
                      .target = 100,
                      .better = bench::Better::lower,
                      .note = "the best of 15, files in the page cache"}},
                    json);
}
