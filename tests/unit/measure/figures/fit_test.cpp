// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A board that does not exist, whose figures are known: its rows are what the model predicts of it.
#include "forewarp/measure/figures/fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/measure/figures/stream_times.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/device_text.hpp"

namespace forewarp::figures {
namespace {

/// The A40 with other figures.
device::DeviceSpec true_board() {
  device::DeviceSpec device = device::find_device("A40");
  for (const auto& [key, value] : {std::pair{"block_turnaround_cycles", 450.0},
                                   {"dram_latency", 620.0},
                                   {"blocks_per_cycle", 0.5},
                                   {"launch_overhead_us", 3.0},
                                   {"graph_launch_overhead_us", 1.5},
                                   {"dram_share", 0.88},
                                   {"dram_share_low", 0.8},
                                   {"dram_share_high", 0.95}})
    device::set_figure(device, key, value, "a test");
  return device;
}

void add_streams(BoardRows& rows, StreamTimes& times, const device::DeviceSpec& device) {
  rows.stream_file = {"stream.csv", "2026-01-01"};
  std::uint32_t line = 2;
  for (const unsigned threads : {32U, 64U, 128U, 512U, 768U, 1024U})
    for (const StreamKernel& kernel : stream_kernels()) {
      StreamRow row{std::string(kernel.name), threads, 2, 1, 0, line++};
      row.bytes_per_s = measured_s(row) / times.predicted_s(row, device);  // measured_s at one byte per second
      rows.streams.push_back(row);
    }
}

void add_small_kernels(BoardRows& rows, StreamTimes& times, const device::DeviceSpec& device) {
  rows.small_file = {"small_kernels.csv", "2026-01-01"};
  std::uint32_t line = 2;
  for (const bool in_graph : {false, true})
    for (const unsigned elements : {4096U, 200000U, 250000U, 300000U, 350000U, 20000000U, 30000000U, 40000000U})
      for (const unsigned threads : {32U, 256U, 1024U}) {
        SmallKernelRow row{in_graph, elements, threads, 0, line++};
        row.time_s = times.predicted_s(row, device);
        rows.small_kernels.push_back(row);
      }
}

/// Latencies of 40 cycles to 64 KiB, 200 to 4 MiB, 600 beyond.
void add_chase(BoardRows& rows, double clock_hz) {
  rows.latency.file = {"latency.csv", "2026-01-01"};
  rows.latency.clock_hz = clock_hz;
  std::uint32_t line = 2;
  for (double bytes = 1024; bytes < 256e6; bytes *= 1.2)
    rows.latency.points.push_back({bytes, bytes <= 65536 ? 40.0 : bytes <= 4194304 ? 200 : 600, line++});
}

const FittedFigure& figure(const Fit& fit, std::string_view key) {
  const auto found = std::ranges::find(fit.figures, key, &FittedFigure::key);
  EXPECT_NE(found, fit.figures.end()) << key;
  return *found;
}

double value(const Fit& fit, std::string_view key) {
  const FittedFigure& f = figure(fit, key);
  EXPECT_TRUE(f.value) << key << ": " << f.reason;
  return f.value.value_or(0);
}

class FiguresFit : public ::testing::Test {
 protected:
  const device::DeviceSpec base_ = device::find_device("A40"), true_ = true_board();
  StreamTimes times_;
  BoardRows rows_{.board = "X1"};
};

TEST_F(FiguresFit, FindsTheFiguresOfAKnownBoard) {
  add_streams(rows_, times_, true_);
  add_small_kernels(rows_, times_, true_);

  const Fit fit = figures::fit(base_, rows_);

  EXPECT_NEAR(value(fit, "block_turnaround_cycles"), 450, 0.02 * 450);
  EXPECT_NEAR(value(fit, "dram_latency"), 620, 0.02 * 620);
  // Blocks wait for other things, too, and a last wave has fewer of them than one everywhere, so that the slope is a
  // twentieth lower.
  EXPECT_NEAR(value(fit, "blocks_per_cycle"), 0.95 * 0.5, 0.005);
  EXPECT_NEAR(value(fit, "launch_overhead_us"), 3, 0.1);
  EXPECT_NEAR(value(fit, "graph_launch_overhead_us"), 1.5, 0.1);
  EXPECT_NEAR(value(fit, "dram_share"), 0.88, 0.02 * 0.88);
  ASSERT_TRUE(fit.check);
  EXPECT_EQ(fit.check->left_out, 2);
  EXPECT_EQ(fit.check->rows, 34);
  EXPECT_LT(fit.check->median, 0.01);
  EXPECT_LT(fit.check->median, fit.check->base_median);
}

TEST_F(FiguresFit, ReadsPlateausOfAChase) {
  add_chase(rows_, 1740e6);

  const Fit fit = figures::fit(base_, rows_);

  EXPECT_EQ(value(fit, "l1_latency"), 40);
  EXPECT_EQ(value(fit, "l2_latency"), 200);
  EXPECT_EQ(value(fit, "dram_latency"), 600);
  EXPECT_EQ(figure(fit, "l2_latency").now, 240);
  EXPECT_FALSE(fit.check);
}

TEST_F(FiguresFit, LatencyOfDramIsConstantInNanoseconds) {
  add_chase(rows_, 870e6);  // 600 cycles are then 1200 at the boost clock of 1740 MHz

  const Fit fit = figures::fit(base_, rows_);

  EXPECT_EQ(value(fit, "l2_latency"), 200);
  EXPECT_EQ(value(fit, "dram_latency"), 1200);
}

TEST_F(FiguresFit, TooFewRowsOrNoPlateauLeaveTheFigureWithAReason) {
  add_chase(rows_, 1740e6);
  std::erase_if(rows_.latency.points, [](const CurvePoint& p) { return p.bytes > 3000 && p.bytes < 60e6; });
  for (CurvePoint& point : rows_.latency.points)
    if (point.bytes > 60e6) point.value = point.bytes / 1e5;

  const Fit fit = figures::fit(base_, rows_);

  EXPECT_EQ(figure(fit, "l2_latency").value, std::nullopt);
  EXPECT_NE(figure(fit, "l2_latency").reason.find("0 rows of latency.csv; 3 are needed"), std::string::npos);
  EXPECT_NE(figure(fit, "dram_latency").reason.find("not flat"), std::string::npos);
  EXPECT_EQ(fit.device.l2_latency, base_.l2_latency);
}

TEST_F(FiguresFit, RowsThatContradictEachOtherLeaveTheFigure) {
  add_streams(rows_, times_, true_);  // init is given up to 0.4 blocks per cycle
  device::DeviceSpec slow = true_;
  device::set_figure(slow, "blocks_per_cycle", 0.1, "a test");
  add_small_kernels(rows_, times_, slow);

  const Fit fit = figures::fit(base_, rows_);

  EXPECT_NE(figure(fit, "blocks_per_cycle").reason.find("contradiction"), std::string::npos);
}

TEST_F(FiguresFit, BandwidthsArePerCycleAndAboveThePeakNoShare) {
  rows_.l2.file = {"l2_bandwidth.csv", "2026-01-01"};
  for (const double mib : {2.5, 3.0, 3.5}) rows_.l2.points.push_back({mib * 1048576, 1740e9, 2});
  add_streams(rows_, times_, true_);
  for (StreamRow& row : rows_.streams) row.bytes_per_s *= 1.5;

  const Fit fit = figures::fit(base_, rows_);

  EXPECT_EQ(value(fit, "l2_bytes_per_cycle"), 1000);
  EXPECT_DOUBLE_EQ(fit.device.l2_bytes_per_s, 1740e9);
  EXPECT_NE(figure(fit, "dram_share").reason.find("not the peak of this board"), std::string::npos);
}

TEST_F(FiguresFit, AClockUnderLoadAboveBoostIsTheSustainedOne) {
  add_streams(rows_, times_, true_);
  for (StreamRow& row : rows_.streams) row.clock_hz = 1800e6;

  const Fit fit = figures::fit(base_, rows_);

  EXPECT_EQ(value(fit, "sustained_mhz"), 1800);
}

TEST_F(FiguresFit, TheFittedDeviceReadsBackWithItsSources) {
  add_chase(rows_, 1740e6);

  const Fit fit = figures::fit(base_, rows_, {.measured_by = "our lab", .date = "2026-02-03"});
  const device::DeviceSpec again = device::parse_device(device::device_text(fit.device), "x1.toml");

  EXPECT_EQ(again.l2_latency, 200);
  EXPECT_TRUE(again.sources.at("l2_latency").starts_with("our lab, latency.csv, ")) << again.sources.at("l2_latency");
  EXPECT_NE(again.sources.at("l2_latency").find("(2026-02-03)"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::figures
