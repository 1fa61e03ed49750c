// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A kernel between its memory and its arithmetic: two arrays are read and 0 to 512 multiply-adds done with each pair,
/// on four boards. The times are those of gpu-benches (te42kyfo/gpu-benches @e4e93a37, gpu-roofline: h200.txt,
/// genoa_l40.txt (the second of its two boards), alex_a40.txt and alex_a100_40.txt (the first of eight)), of which
/// intensity/measured.csv has some rows. They were compiled by another nvcc, which unrolled other loops. Nothing is
/// fitted to them; that banks of registers limit FFMA was found in them (frontend/machine/register_reads.hpp).
/// Usage: bench_intensity [--json | --list] [--tool PATH]
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "data_options.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/table/csv.hpp"
#include "model_error/score.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::Sample;

constexpr double floats_of_thread = 4000, threads = 256;
constexpr double target = 10;  ///< %, median of a board

/// Of the arrays that are read, without the result of each block.
double bytes(double blocks) { return 2 * sizeof(float) * floats_of_thread * threads * blocks; }

Sample sample(const std::string& board, double blocks, double steps, double gb_per_s, const std::string& code) {
  const double floats = floats_of_thread * threads * blocks;
  const ProcessResult result = run_process({FOREWARP_TOOL,
                                            "predict",
                                            FOREWARP_BENCH_SOURCE_DIR "/benchmarks/intensity/mix.cu",
                                            "--device",
                                            board,
                                            "--machine-code",
                                            code,
                                            "--json",
                                            "-D",
                                            fmt::format("STEPS={:.0f}", steps),
                                            "--grid",
                                            fmt::format("{:.0f}", blocks),
                                            "--block",
                                            fmt::format("{:.0f}", threads),
                                            "--arg",
                                            fmt::format("first=buffer:f32:{:.0f}", floats),
                                            "--arg",
                                            fmt::format("second=buffer:f32:{:.0f}", floats),
                                            "--arg",
                                            fmt::format("result=buffer:f32:{:.0f}", blocks)});
  if (result.exit_status != 0) throw Error("forewarp predict: " + result.errors);
  const nlohmann::json p = nlohmann::json::parse(result.output).at("predictions").front();
  return {board, bytes(blocks) / (1e9 * gb_per_s), p.at("time_s"), p.at("low_s"), p.at("high_s"), p.at("limiter")};
}

void add_rows(std::vector<bench::Row>& rows, const std::string& code, const std::vector<Sample>& samples) {
  for (const auto& [board, group] : bench::by_group(samples)) {
    const bench::Summary s = bench::summarise(group);
    rows.push_back({.id = fmt::format("intensity.{}.{}", code == "auto" ? "machine_code" : "ptx", board),
                    .what = fmt::format("median relative error of seconds on {}, {}", board,
                                        code == "auto" ? "with machine code" : "from PTX alone"),
                    .unit = "%",
                    .ours = 100 * s.median,
                    .target = target,
                    .better = bench::Better::lower,
                    .note = fmt::format("{} times; 90 % below {:.1f} %, largest {:.0f} %; {:.0f} % inside the range",
                                        s.count, 100 * s.q90, 100 * s.largest, 100 * s.in_range)});
  }
}

int run(const bench::DataOptions& o) {
  const Table t = table::read_csv(FOREWARP_BENCH_SOURCE_DIR "/benchmarks/intensity/measured.csv");
  std::vector<bench::Row> rows;
  for (const std::string code : {"auto", "off"}) {
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < t.rows(); ++i) {
      samples.push_back(
          sample(t.texts("board")[i], t.numbers("blocks")[i], t.numbers("steps")[i], t.numbers("GB_per_s")[i], code));
      const Sample& s = samples.back();
      if (o.list)
        fmt::print("{},{},{:.0f},{:.4g},{:.4g},{:.2f},{}\n", code, s.group, t.numbers("steps")[i], s.measured_s,
                   s.predicted_s, s.predicted_s / s.measured_s, s.limiter);
    }
    add_rows(rows, code, samples);
  }
  bench::print_rows(rows, o.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return forewarp::bench::main_with_data("bench_intensity", FOREWARP_BENCH_SOURCE_DIR, argc, argv, run);
}
