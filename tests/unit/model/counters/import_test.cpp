// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/import.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "forewarp/model/counters/unit.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::counters {
namespace {

Imported import_text(const std::string& text) { return import_counters(text, "x.csv"); }

TEST(Import, NsightsLongFormIsARowALaunch) {
  const Imported i = import_text(
      "==PROF== Connected\n"
      "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"add\",\"dram__throughput.avg.pct_of_peak_sustained_elapsed\",\"%\",\"84.5\"\n"
      "\"0\",\"add\",\"dram__bytes_read.sum.per_second\",\"Mbyte/second\",\"1,500.5\"\n"
      "\"1\",\"mul\",\"dram__throughput.avg.pct_of_peak_sustained_elapsed\",\"%\",\"20.5\"\n");

  ASSERT_EQ(i.table.rows(), 2u);
  EXPECT_EQ(i.format, "Nsight Compute, long");
  EXPECT_EQ(i.table.texts("kernel")[1], "mul");
  EXPECT_DOUBLE_EQ(i.table.numbers("dram_utilization")[0], 84.5);
  EXPECT_DOUBLE_EQ(i.table.numbers("dram_read_throughput")[0], 1.5005);  // GB/s
}

TEST(Import, NsightsWideFormHasUnitsInItsSecondLine) {
  const Imported i = import_text(
      "ID,Kernel Name,sm__warps_active.avg.pct_of_peak_sustained_active,gpu__time_duration.sum,foo__bar.sum\n"
      ",,%,msecond,inst\n0,add,50.25,1.5,7\n");

  EXPECT_DOUBLE_EQ(i.table.numbers("achieved_occupancy")[0], 0.5025);
  EXPECT_DOUBLE_EQ(i.table.numbers("elapsed")[0], 1500);  // us
  EXPECT_EQ(i.unknown, std::vector<std::string>{"foo__bar.sum"});
}

TEST(Import, NvprofsSummaryHasUnitsBehindItsNumbers) {
  const Imported i = import_text(
      "==123== Profiling result:\n"
      "\"Device\",\"Kernel\",\"Invocations\",\"Metric Name\",\"Metric Description\",\"Min\",\"Max\",\"Avg\"\n"
      "\"TITAN V\",\"add\",3,\"dram_read_throughput\",\"..\",\"1GB/s\",\"3GB/s\",\"500.5MB/s\"\n"
      "\"TITAN V\",\"add\",3,\"sm_efficiency\",\"..\",\"90%\",\"98%\",\"95.25%\"\n"
      "\"TITAN V\",\"add\",3,\"dram_utilization\",\"..\",\"High (8)\",\"High (8)\",\"High (8)\"\n");

  ASSERT_EQ(i.table.rows(), 1u);
  EXPECT_DOUBLE_EQ(i.table.numbers("dram_read_throughput")[0], 0.5005);
  EXPECT_DOUBLE_EQ(i.table.numbers("sm_efficiency")[0], 95.25);
  EXPECT_DOUBLE_EQ(i.table.numbers("dram_utilization")[0], 80);  // level 8 of 10
}

TEST(Import, NvprofsTraceIsReadBesideADecimalComma) {
  const Imported i = import_text(
      "Device,Kernel,sm_efficiency,inst_executed\n,,%,\nTITAN V,add,\"95,25\",4096\nTITAN V,add,\"94,25\",4096\n");

  ASSERT_EQ(i.table.rows(), 2u);
  EXPECT_DOUBLE_EQ(i.table.numbers("sm_efficiency")[0], 95.25);
  EXPECT_EQ(i.notes, std::vector<std::string>{"numbers have decimal commas"});
}

TEST(Import, PassesOfOneLaunchComeTogetherUnlessTheyContradictEachOther) {
  const std::string head = "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n";
  const Imported i = import_text(head + "0,add,ipc,,1.25\n0,add,sm_efficiency,%,95.5\n0,add,ipc,,1.25\n");
  EXPECT_EQ(i.table.rows(), 1u);

  EXPECT_THROW((void)import_text(head + "0,add,ipc,,1.25\n0,add,ipc,,1.75\n"), InputError);
}

TEST(Import, LaunchShapesAreOfTheColumnsOfNsightCompute) {
  const Imported i = import_text(
      "ID,Kernel Name,Block Size,Grid Size,smsp__inst_executed.sum,launch__shared_mem_per_block_static\n"
      ",,,,inst,Kbyte/block\n0,add,\"(16, 8, 1)\",\"(4096, 2, 1)\",4096.5,1.5\n1,add,,,4096.5,1.5\n");

  ASSERT_EQ(i.extents.size(), 2u);
  EXPECT_EQ(i.extents[0].grid, (launch::Dim3{4096, 2, 1}));
  EXPECT_EQ(i.extents[0].block, (launch::Dim3{16, 8, 1}));
  EXPECT_FALSE(i.extents[1].grid.has_value());
  EXPECT_EQ(i.table.numbers("static_shared_bytes")[0], 1500);
}

TEST(Import, SectorsHave32Bytes) {
  const Imported i = import_text(
      "ID,Kernel Name,lts__t_sectors_op_read.sum.per_second,launch__registers_per_thread\n"
      ",,sector/nsecond,register/thread\n0,add,2.5,24\n");

  EXPECT_DOUBLE_EQ(i.table.numbers("l2_read_throughput")[0], 80);  // GB/s
  EXPECT_DOUBLE_EQ(i.table.numbers("registers")[0], 24);
}

TEST(Import, AMissingUnitIsToldAndAWrongOneRefused) {
  const std::string head = "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n";
  EXPECT_EQ(import_text(head + "0,add,sm_efficiency,,95.5\n").notes.size(), 1u);
  EXPECT_THROW((void)import_text(head + "0,add,sm_efficiency,Gbyte/second,95.5\n"), InputError);
  EXPECT_THROW((void)import_text(head + "0,add,sm_efficiency,furlong,95.5\n"), InputError);
}

TEST(Import, WhatCouldNotBeMeasuredIsAHoleAndIsTold) {
  const Imported i = import_text(
      "ID,Kernel Name,lts__t_sector_hit_rate.pct,smsp__inst_executed.sum,gpu__time_duration.sum\n,,%,inst,nsecond\n"
      "0,add,n/a,4096,1500.5\n1,add,\"(!) nan\",4096,1500.5\n2,add,50.5,4096,1500.5\n");

  ASSERT_EQ(i.table.rows(), 3u);
  EXPECT_TRUE(std::isnan(i.table.numbers("l2_tex_hit_rate")[0]));
  EXPECT_TRUE(std::isnan(i.table.numbers("l2_tex_hit_rate")[1]));
  EXPECT_EQ(i.table.numbers("l2_tex_hit_rate")[2], 50.5);
  EXPECT_EQ(i.notes, std::vector<std::string>{"not measured in some launches: lts__t_sector_hit_rate.pct"});
}

TEST(Import, AMetricThatIsMissingInOneLaunchIsAHoleThere) {
  const Imported i = import_text(
      "ID,Kernel Name,Metric Name,Metric Unit,Metric "
      "Value\n0,add,ipc,,1.25\n0,add,sm_efficiency,%,95.5\n1,add,ipc,,1.5\n");

  EXPECT_TRUE(std::isnan(i.table.numbers("sm_efficiency")[1]));
}

TEST(Import, ARenamedMetricIsNamedAsLeftOutAndARenamedColumnRefused) {
  const Imported i = import_text("ID,Kernel Name,ipc,dram__throughput.max.pct\n0,add,1.25,84.5\n");
  EXPECT_EQ(i.unknown, std::vector<std::string>{"dram__throughput.max.pct"});

  EXPECT_THROW((void)import_text("Id,Function,ipc\n0,add,1.25\n"), InputError);
}

TEST(Import, WhatFollowsFromOthersIsWorkedOutAndTold) {
  const Imported i = import_text("Device,Kernel,gld_throughput,gld_efficiency\n,,GB/s,%\nTITAN V,add,80.5,50\n");

  EXPECT_DOUBLE_EQ(i.table.numbers("gld_requested_throughput")[0], 40.25);
  EXPECT_EQ(i.notes, std::vector<std::string>{"worked out of others: gld_requested_throughput"});
}

TEST(Import, WavefrontsHave128BytesAndAreGivenWithoutAUnit) {
  const Imported i = import_text(
      "ID,Kernel Name,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum.per_second\n,,1/second\n0,add,1.5e9\n");

  EXPECT_DOUBLE_EQ(i.table.numbers("shared_load_throughput")[0], 192);  // GB/s
}

TEST(Unit, PrefixesAndBothToolsSpellingsMeanTheSame) {
  for (const char* name : {"Gbyte/second", "Gbyte/s", "GB/s", "Mbyte/msecond", "Kbyte/us", "byte/ns"})
    EXPECT_DOUBLE_EQ(unit_factor(name, "GB/s"), 1) << name;
  EXPECT_DOUBLE_EQ(unit_factor("Ksector", "1"), 1000);
  EXPECT_DOUBLE_EQ(unit_factor("Minst", "1"), 1e6);
  EXPECT_DOUBLE_EQ(unit_factor("inst/cycle", "1"), 1);
  EXPECT_DOUBLE_EQ(unit_factor("%", "1"), 0.01);
  EXPECT_DOUBLE_EQ(unit_factor("ms", "us"), 1000);
  EXPECT_DOUBLE_EQ(unit_factor("Kbyte", "B"), 1000);
  EXPECT_THROW((void)unit_factor("Gbyte", "GB/s"), InputError);
  EXPECT_THROW((void)unit_factor("/", "GB/s"), InputError);
  EXPECT_THROW((void)unit_factor("Xbyte/s", "GB/s"), InputError);
}

TEST(Import, WhatIsNoProfilersFileIsRefusedWithTheReason) {
  EXPECT_THROW((void)import_text("a,b\n1,2\n"), InputError);
  EXPECT_THROW((void)import_text("Kernel,foo\nadd,2\n"), InputError);
  EXPECT_THROW((void)import_text("ID,Kernel Name,ipc\n0,add,fast\n"), InputError);
}

}  // namespace
}  // namespace forewarp::counters
