// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Tables, scores, hardware, headings and the rows of a profile.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/calibration_view.hpp"
#include "forewarp/report/flux_counts_view.hpp"
#include "forewarp/report/hardware_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/assets.hpp"
#include "forewarp/report/profile_rows.hpp"
#include "forewarp/report/score_view.hpp"
#include "forewarp/report/table_view.hpp"

namespace forewarp::report {
namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Table three_rows() {
  Table table;
  table.add("gpu", Table::Texts{"V100", "", "V100"});
  table.add("time", Table::Numbers{4, NAN, 2}, "us");
  return table;
}

TEST(TableView, ASummaryCountsMissingAndDistinctCells) {
  const std::string text = table_summary(three_rows());

  EXPECT_EQ(text.substr(0, text.find('\n')), "3 rows, 2 columns");
  std::istringstream lines(text.substr(text.find("time")));
  std::vector<std::string> cells;
  for (std::string cell; lines >> cell;) cells.push_back(cell);
  // unit, kind, missing, distinct, least, median, most
  EXPECT_EQ(cells, (std::vector<std::string>{"time", "us", "number", "1", "2", "2", "3", "4"}));
}

TEST(TableView, TheHeadHasUnitsAndFourDigits) {
  Table table;
  table.add("time", Table::Numbers{1.23456, 2}, "us");

  EXPECT_EQ(table_head(table, 1), "time [us]\n    1.235\n");
  EXPECT_EQ(table_head(table, 0), "time [us]\n");
  EXPECT_EQ(table_head(Table(), 5), "");
}

TEST(TableView, LaunchesWithoutAReadingHaveNullPower) {
  Table table;
  for (const char* column : {"device", "kernel", "area", "launch", "source"}) table.add(column, Table::Texts{"x"});
  table.add("time", Table::Numbers{2});
  EXPECT_TRUE(launches_json(table)[0]["power_w"].is_null());

  table.add("power", Table::Numbers{70});
  EXPECT_EQ(launches_json(table)[0]["power_w"], 70);
  EXPECT_EQ(launches_json(table)[0]["time_s"], 2);
}

TEST(ScoreView, DirectionVerdictAndAbsentPeersAreShown) {
  const Score slow{.id = "a.time", .what = "time", .unit = "s", .ours = 3, .target = 2};
  Score fast{.id = "a.rate", .what = "rate", .unit = "x", .ours = 152, .other = 1, .target = 100};
  fast.better = Better::higher;

  const std::string text = scores_text({slow, fast});

  EXPECT_TRUE(says(text, "<= 2 s")) << text;
  EXPECT_TRUE(says(text, "MISSED")) << text;
  EXPECT_TRUE(says(text, ">= 100 x")) << text;
  const auto json = scores_json({slow, fast});
  EXPECT_TRUE(json[0]["other"].is_null());
  EXPECT_EQ(json[0]["met"], false);
  EXPECT_EQ(json[1]["better"], "higher");
  EXPECT_EQ(json[1]["met"], true);
}

run::Hardware a_machine() {
  run::DeviceInfo cpu;
  cpu.spec = "opencl:0", cpu.name = "a cpu", cpu.vendor = "GenuineIntel", cpu.kind = "cpu", cpu.driver = "3.1";
  cpu.version = "OpenCL 1.2", cpu.compute_units = 2, cpu.clock_hz = 2e9, cpu.f64 = true;
  return {{cpu}, {{"CUDA", "libcuda.so.1: no such file"}}};
}

TEST(HardwareView, ListsWhatIsKnownAndWhatIsMissing) {
  const std::string text = hardware_text(a_machine());

  EXPECT_EQ(text.substr(0, text.find('\n')), "opencl:0  a cpu");
  EXPECT_TRUE(says(text, "2000 MHz")) << text;
  EXPECT_FALSE(says(text, "memory clock")) << text;  // not known
  EXPECT_TRUE(says(text, "\nnot here\n  CUDA    libcuda.so.1: no such file\n")) << text;
  EXPECT_EQ(hardware_text({}), "no device\n");
}

TEST(HardwareView, UnknownFiguresAreNullAndEmpty) {
  const auto json = hardware_json(a_machine());

  EXPECT_EQ(json["devices"][0]["compute_units"], 2);
  EXPECT_TRUE(json["devices"][0]["memory_bytes"].is_null());
  EXPECT_EQ(json["devices"][0]["f64"], true);
  EXPECT_EQ(json["missing"][0]["what"], "CUDA");
  EXPECT_EQ(device_info_json(a_machine().devices[0]), json["devices"][0]);
  const std::string csv = hardware_csv(a_machine());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
  const std::string header = csv.substr(0, csv.find('\n')), row = csv.substr(csv.find('\n') + 1);
  EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(row.begin(), row.end(), ','));
}

kernel::Kernel a_kernel() {
  kernel::Kernel k;
  k.launch.entry = "saxpy";
  k.launch.grid = {64, 1, 1};
  k.launch.block = {256, 1, 1};
  k.launch.parameters = {{"n", 1024}};
  k.code.file = "k.cu", k.code.compiler = "nvcc 13.0", k.code.arch = "sm_75";
  k.notes = {"a kernel's note"};
  return k;
}

profile::Profile a_profile() {
  profile::Profile p;
  p.registers = 40, p.registers_estimated = true;
  p.static_shared_bytes = 2048;
  p.sampling.exact = false, p.sampling.blocks_run = 29, p.sampling.blocks_total = 64;
  p.sampling.loops_sampled = true;
  p.marks = {{profile::MarkKind::work_value, {"n"}, "k.cu:7", "the work depends on n"},
             {profile::MarkKind::beyond_end, {"x"}, "", "x is read beyond its end"}};
  return p;
}

TEST(Heading, SaysWhichKernelAndHowItWasRun) {
  EXPECT_EQ(heading_text(a_kernel(), a_profile()),
            "saxpy  (k.cu, nvcc 13.0, sm_75)\n"
            "grid 64x1x1, block 256x1x1, n=1024; 40 registers a thread (estimated), 2.00 KiB shared memory a block\n"
            "emulated 29 of 64 blocks (loops sampled; standard error 0 %)\n"
            "warning: the work depends on n\n");
}

TEST(Heading, SaysHowLargeAGuessedBufferWasTakenToBe) {
  profile::Profile p;
  p.launch.arguments = {{"x", launch::Buffer{ptx::Type::f32, 1024, {}, false}, true}};
  p.buffers.resize(1);
  p.buffers[0].bytes = 1 << 20;

  EXPECT_EQ(notes_text(a_kernel(), p),
            "\nnote: the kernel goes beyond the guessed size of `x`, 1024 x f32: taken to be 262144\n"
            "note: a kernel's note\n");
}

TEST(Heading, ReadsBeyondTheEndAreANoteAndNoWarning) {
  EXPECT_EQ(marks_text(a_profile().marks), "warning: the work depends on n\n");
  EXPECT_EQ(notes_text(a_kernel(), a_profile()), "\nnote: x is read beyond its end\nnote: a kernel's note\n");
  EXPECT_EQ(notes_text({}, {}), "");
}

TEST(Heading, ProgramsGetEveryMarkWithItsKind) {
  const auto json = heading_json(a_kernel(), a_profile());

  EXPECT_EQ(json["grid"], (std::vector<int>{64, 1, 1}));
  EXPECT_EQ(json["sampling"]["blocks_run"], 29);
  EXPECT_EQ(json["shared_bytes"], 2048);
  EXPECT_EQ(json["marks"], marks_json(a_profile().marks));
  EXPECT_EQ(json["marks"][0]["place"], "k.cu:7");
  EXPECT_EQ(json["notes"].size(), 3);
}

profile::AccessSite site(const char* mnemonic, ptx::StateSpace space, std::uint32_t line, double sectors) {
  profile::AccessSite s;
  s.mnemonic = mnemonic;
  s.space = space;
  s.source_file = "/src/k.cu", s.source_line = line, s.ptx_line = 10 * line;
  s.requests = 1, s.sectors = sectors;
  s.buffer = -1;
  return s;
}

TEST(ProfileRows, SitesOfALineAreOneRowAndSharedPassesCountAsFourSectors) {
  profile::Profile p;
  profile::AccessSite shared = site("ld.shared.f32", ptx::StateSpace::shared, 4, 0);
  shared.wavefronts = 10;
  p.sites = {site("ld.global.f32", ptx::StateSpace::global, 3, 8), site("ld.global.f32", ptx::StateSpace::global, 3, 9),
             shared, site("ld.global.f64", ptx::StateSpace::global, 3, 1)};

  const auto lines = costliest_lines(p, 0);

  ASSERT_EQ(lines.size(), 3);
  EXPECT_EQ(lines[0].cost(), 40);
  EXPECT_EQ(lines[1].sites, 2);
  EXPECT_EQ(lines[1].sectors, 17);
  EXPECT_EQ(lines[1].place, "k.cu:3");
  EXPECT_EQ(costliest_lines(p, 2).size(), 2);
}

TEST(ProfileRows, WithoutLineInformationThePtxLineIsThePlace) {
  profile::Profile p;
  p.launch.arguments = {{"x", launch::Buffer{}}};
  profile::AccessSite s = site("ld.global.f32", ptx::StateSpace::global, 3, 8);
  s.source_file = "";
  s.buffer = 0;
  p.sites = {s};

  EXPECT_EQ(costliest_lines(p, 0)[0].place, "PTX line 30");
  EXPECT_EQ(source_text(s), "");
  EXPECT_EQ(access_text(p, s), "ld.global.f32 x");
  s.buffer = 7;
  EXPECT_EQ(buffer_name(p, s), "");
}

TEST(ProfileRows, TheChainHasNineKindsOfLinks) {
  profile::CriticalPath path;
  path.alu = 1, path.fp64 = 2, path.special = 3, path.shared = 4, path.global = 5, path.atomic = 6;
  path.barrier = 7, path.branch = 8, path.tensor = 9;
  double sum = 0;
  for (const auto& [name, links] : chain_links(path)) sum += links;

  EXPECT_EQ(sum, 45);
  EXPECT_STREQ(chain_links(path)[4].first, "global");
}

profile::FluxCounts counts() {
  profile::FluxCounts c;
  c.kernel = "saxpy";
  c.launch.grid = {64, 1, 1}, c.launch.block = {256, 1, 1};
  c.mode = ptx::CountedThreads::one_cta, c.scale = 64;
  c.blocks = {{"saxpy", "entry", 30, 41, {"ld.param.u64", "add.f32"}, 256},
              {"helper", "$L__BB1_2", 50, 51, {"ret"}, 2}};
  c.instructions = {{.mnemonic = "add.f32", .threads = 16384}, {.mnemonic = "ld.param.u64", .threads = 32768}};
  c.thread_instructions = 311000;
  return c;
}

TEST(FluxCountsView, CountsAreOfTheWholeLaunch) {
  const std::string text = flux_counts_text(a_kernel(), counts(), "the emulator");

  EXPECT_TRUE(says(text, "counted by the emulator: one CTA, times 64\n")) << text;
  EXPECT_TRUE(says(text, "16384")) << text;                          // 256 threads, times 64
  EXPECT_TRUE(says(text, "helper.$L__BB1_2")) << text;               // a block of another function
  EXPECT_LT(text.find("ld.param.u64   "), text.find("add.f32   "));  // most first
}

TEST(FluxCountsView, JsonAndCsvNameTheModeAndEveryBlock) {
  const auto json = flux_counts_json(a_kernel(), counts(), "the emulator");

  EXPECT_EQ(json["mode"], "cta");
  EXPECT_EQ(json["scale"], 64);
  EXPECT_EQ(json["basic_blocks"].size(), 2);
  const std::string csv = flux_counts_csv(counts());
  EXPECT_TRUE(says(csv, "saxpy,entry,30,41,2,256,16384\n")) << csv;
}

CalibrationResult a_calibration() {
  CalibrationResult result;
  auto& c = result.calibration;
  c.expression = "p_a*f_x", c.output = "t", c.device = "opencl:0", c.date = "2026-11-21";
  c.samples = 2, c.mean_error = 0.042, c.residual = 0.3, c.condition = 1.2;
  c.parameters = {{"p_a", 2, 0.1, false}};
  c.not_told = {"p_b"};
  c.not_told_apart = {{"p_c", "p_d"}};
  calibrate::ParameterRate rate;
  rate.parameter = "p_a", rate.feature = "f_x", rate.seconds = 2, rate.standard_error = 0.1, rate.granularity = "SG";
  rate.rate = 1.5e12, rate.unit = "op/s", rate.peak = NAN;
  result.rates = {rate};
  result.samples.add("kernel", Table::Texts{"one", "two"});
  result.samples.add("f_x", Table::Numbers{1, 3});
  result.samples.add("t", Table::Numbers{2, 5});
  return result;
}

TEST(CalibrationView, ShowsRatesTheFitAndWhatIsNotDetermined) {
  const std::string text = calibration_text(a_calibration());

  EXPECT_TRUE(says(text, "p_a*f_x\n2 measurement kernels on opencl:0, 2026-11-21\n")) << text;
  EXPECT_TRUE(says(text, "1.5e+12 op/s")) << text;
  EXPECT_TRUE(says(text, "geometric mean of relative error 4.2 %, residual 0.3, condition 1.2\n")) << text;
  EXPECT_TRUE(says(text, "note: no measurement kernel depends on p_b\n")) << text;
  EXPECT_TRUE(says(text, "note: only together determined: p_c, p_d\n")) << text;
}

// The kernel "two": fitted 6 of 5 measured. A cost that is proportional to its parameter has influence 1.
TEST(CalibrationView, KernelsHaveResidualsAndInfluences) {
  const auto json = calibration_json(a_calibration());
  const auto& two = json["kernels"][1];

  EXPECT_EQ(two["fitted_s"], 6);
  EXPECT_NEAR(two["residual"].get<double>(), 0.2, 1e-12);
  EXPECT_NEAR(two["influence"][0].get<double>(), 1, 1e-9);
  EXPECT_TRUE(json["parameters"][0]["peak"].is_null());
  EXPECT_NEAR(json["parameters"][0]["relative_error"].get<double>(), 0.05, 1e-12);
}

TEST(Assets, AreFoundByNameAndOthersAreEmpty) {
  EXPECT_FALSE(asset("page.css").empty());
  EXPECT_TRUE(asset("absent.css").empty());
}

}  // namespace
}  // namespace forewarp::report
