// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/mangrove.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/key_columns.hpp"
#include "forewarp/support/table/sqlite.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp::table {
namespace {

TEST(Mangrove, metrics_become_columns_and_repetitions_a_median) {
  const TemporaryFolder folder;
  write_sqlite(
      parse_csv("bench,app,dataset,lseq,name,metric,value\n"
                "b,lud,s1,0,_Z3lud,gX,8\nb,lud,s1,0,_Z3lud,bX,64\nb,lud,s1,0,_Z3lud,time,99\nb,lud,s1,1,_Z3lud,gX,4\n"),
      folder / "metrics.db", "fluxmetrics");
  write_sqlite(parse_csv("bench,app,dataset,build,lseq,time\nb,lud,s1,time,0,7\nb,lud,s1,time,0,9\n"),
               folder / "time.db", "kerneltime");

  const Table all = join_mangrove(read_mangrove(folder / "metrics.db"), read_mangrove(folder / "time.db"));

  EXPECT_EQ(csv_text(all), "bench,app,dataset,lseq,name,gX,bX,time [us]\nb,lud,s1,0,_Z3lud,8,64,8\n");
}

TEST(Mangrove, samples_are_taken_as_they_are_without_the_index_of_pandas) {
  const TemporaryFolder folder;
  write_sqlite(parse_csv("index,app,ctas,time\n0,lud,4,1.5\n"), folder / "samples.db", "samples");

  EXPECT_EQ(csv_text(read_mangrove(folder / "samples.db")), "app,ctas,time\nlud,4,1.5\n");
}

TEST(Mangrove, a_feature_that_was_measured_too_gives_way_to_the_measurement_but_a_key_stays) {
  const Table features = parse_csv("app,lseq,time,gX\nlud,0,99,8\n"), measured = parse_csv("app,lseq,time\nlud,0,7\n");

  EXPECT_EQ(csv_text(without_measured(features, measured, {"app", "lseq"})), "app,lseq,gX\nlud,0,8\n");
}

TEST(KeyColumns, are_row_numbers_and_names_of_things_whatever_their_case) {
  for (const char* name : {"", "lseq", "Unnamed: 0", "index", "kernel", "gpu_id", "AppId", "Device"})
    EXPECT_TRUE(is_key_column(name)) << name;
  for (const char* name : {"n", "x", "rows", "grid.x", "elapsed_cycles", "indexed_loads"})
    EXPECT_FALSE(is_key_column(name)) << name;
}

TEST(Mangrove, refuses_a_database_of_something_else) {
  const TemporaryFolder folder;
  write_sqlite(parse_csv("a\n1\n"), folder / "t.db", "other");

  EXPECT_THROW((void)read_mangrove(folder / "t.db"), InputError);
}

TEST(Mangrove, reads_what_the_authors_published) {
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
