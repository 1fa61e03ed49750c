// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/mangrove.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/key_columns.hpp"
#include "forewarp/support/table/sqlite.hpp"
#include "source_dir.hpp"
#include "temporary_folder.hpp"

namespace forewarp::table {
namespace {

TEST(Mangrove, MetricsBecomeColumnsAndRepetitionsAMedian) {
  const test::TemporaryFolder folder;
  write_sqlite(
      parse_csv("bench,app,dataset,lseq,name,metric,value\n"
                "b,lud,s1,0,_Z3lud,gX,8\nb,lud,s1,0,_Z3lud,bX,64\nb,lud,s1,0,_Z3lud,time,99\nb,lud,s1,1,_Z3lud,gX,4\n"),
      folder / "metrics.db", "fluxmetrics");
  write_sqlite(parse_csv("bench,app,dataset,build,lseq,time\nb,lud,s1,time,0,7\nb,lud,s1,time,0,9\n"),
               folder / "time.db", "kerneltime");

  const Table all = join_mangrove(read_mangrove(folder / "metrics.db"), read_mangrove(folder / "time.db"));

  EXPECT_EQ(csv_text(all), "bench,app,dataset,lseq,name,gX,bX,time [us]\nb,lud,s1,0,_Z3lud,8,64,8\n");
}

TEST(Mangrove, SamplesAreTakenAsTheyAreWithoutTheIndexOfPandas) {
  const test::TemporaryFolder folder;
  write_sqlite(parse_csv("index,app,ctas,time\n0,lud,4,1.5\n"), folder / "samples.db", "samples");

  EXPECT_EQ(csv_text(read_mangrove(folder / "samples.db")), "app,ctas,time\nlud,4,1.5\n");
}

TEST(Mangrove, AFeatureThatWasMeasuredTooGivesWayToTheMeasurementButAKeyStays) {
  const Table features = parse_csv("app,lseq,time,gX\nlud,0,99,8\n"), measured = parse_csv("app,lseq,time\nlud,0,7\n");

  EXPECT_EQ(csv_text(without_measured(features, measured, {"app", "lseq"})), "app,lseq,gX\nlud,0,8\n");
}

TEST(KeyColumns, AreRowNumbersAndNamesOfThingsWhateverTheirCase) {
  for (const char* name : {"", "lseq", "Unnamed: 0", "index", "kernel", "gpu_id", "AppId", "Device"})
    EXPECT_TRUE(is_key_column(name)) << name;
  for (const char* name : {"n", "x", "rows", "grid.x", "elapsed_cycles", "indexed_loads"})
    EXPECT_FALSE(is_key_column(name)) << name;
}

TEST(Mangrove, RefusesADatabaseOfSomethingElse) {
  const test::TemporaryFolder folder;
  write_sqlite(parse_csv("a\n1\n"), folder / "t.db", "other");

  EXPECT_THROW((void)read_mangrove(folder / "t.db"), InputError);
}

TEST(Mangrove, ReadsWhatTheAuthorsPublished) {
  const char* environment = std::getenv("FOREWARP_DATA");
  const std::filesystem::path data =
      (environment != nullptr ? std::filesystem::path(environment)
                              : std::filesystem::path(forewarp::test::source_dir()) / "../shared/data") /
      "braun-tutorial";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << data << " is not there";

  const Table metrics = read_mangrove(data / "cuda_flux_metrics.db");
  const Table all = join_mangrove(metrics, read_mangrove(data / "kernel_power_K80.db"));
  const Table timed = join_mangrove(metrics, read_mangrove(data / "kernel_time_T4.db"));

  EXPECT_EQ(metrics.rows(), 43U);                // launches of 7 applications
  EXPECT_EQ(metrics.columns().size(), 5 + 71U);  // their names and 71 metrics
  EXPECT_EQ(all.rows(), 43U);
  EXPECT_EQ(all.column("power").unit, "W");
  EXPECT_EQ(timed.column("time").unit, "us");
}

}  // namespace
}  // namespace forewarp::table
