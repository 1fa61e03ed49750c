// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/braun.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "source_dir.hpp"

namespace forewarp::feature {
namespace {

using ptx::InstructionClass;
using ptx::Opcode;
using ptx::StateSpace;

profile::InstructionCount counted(std::string mnemonic, Opcode opcode, double threads,
                                  StateSpace space = StateSpace::none) {
  return {std::move(mnemonic), opcode, ptx::Type::none, space, threads / 32, threads};
}

/// 64 threads, each: two parameters of 8 bytes, one of 4; two loads, an fma, a store, an atomic, a sine, a barrier.
profile::Profile small_kernel() {
  profile::Profile p;
  p.launch.grid = {2, 1, 1};
  p.launch.block = {32, 1, 1};
  p.instructions = {
      counted("ld.param.u64", Opcode::ld, 128, StateSpace::param),
      counted("ld.param.u32", Opcode::ld, 64, StateSpace::param),
      counted("mov.u32", Opcode::mov, 64),
      counted("cvta.to.global.u64", Opcode::cvta, 128, StateSpace::global),
      counted("ld.global.f32", Opcode::ld, 64, StateSpace::global),
      counted("ld.global.v4.f32", Opcode::ld, 64, StateSpace::global),
      counted("fma.rn.f32", Opcode::fma, 64),
      counted("sin.approx.f32", Opcode::sin, 64),
      counted("setp.lt.s32", Opcode::setp, 64),
      counted("shl.b32", Opcode::shl, 64),
      counted("bra", Opcode::bra, 64),
      counted("bar.sync", Opcode::bar, 64),
      counted("st.shared.f32", Opcode::st, 64, StateSpace::shared),
      counted("st.global.f64", Opcode::st, 64, StateSpace::global),
      counted("atom.global.add.u32", Opcode::atom, 64, StateSpace::global),
      counted("ld.local.f32", Opcode::ld, 64, StateSpace::local),
      counted("ret", Opcode::ret, 64),
  };
  return p;
}

TEST(BraunFeatures, FollowFromTheThreadCountsOfEachInstruction) {
  const Features f = braun_features(small_kernel());

  EXPECT_EQ(f.at("threads_per_cta"), 32);
  EXPECT_EQ(f.at("ctas"), 2);
  // 19 instructions a thread: ld.param.u64 and cvta twice, 15 others once
  EXPECT_EQ(f.at("total_instructions"), 19 * 64);
  EXPECT_EQ(f.at("special_ops"), 64);
  EXPECT_EQ(f.at("logic_ops"), 64);           // shl
  EXPECT_EQ(f.at("control_ops"), 128);        // bra, ret
  EXPECT_EQ(f.at("arithmetic_ops"), 5 * 64);  // mov, two cvta, fma, setp
  EXPECT_EQ(f.at("sync_ops"), 64);
  EXPECT_EQ(f.at("param_bytes"), 64 * (8 + 8 + 4));
  EXPECT_EQ(f.at("shared_bytes"), 64 * 4);
  EXPECT_EQ(f.at("local_bytes"), 64 * 4);
}

TEST(BraunFeatures, CountTheWidthOfAGlobalAtomicOnce) {
  const Features f = braun_features(small_kernel());

  // loads 4 and 16, store 8, atomic 4
  EXPECT_EQ(f.at("global_bytes"), 64 * (4 + 16 + 8 + 4));
}

TEST(BraunFeatures, HaveTheIntensityOfTheToolAndTheOneInPrint) {
  const Features f = braun_features(small_kernel());

  // five arithmetic instructions over 32 bytes of global and 20 of param, or 4 of local memory
  EXPECT_DOUBLE_EQ(f.at("arithmetic_intensity"), 5.0 / 52);
  EXPECT_DOUBLE_EQ(f.at("intensity_as_printed"), 5.0 / 36);
}

TEST(AccessWidth, IsReadOffTheSuffixes) {
  EXPECT_EQ(access_width("ld.global.f32"), 4);
  EXPECT_EQ(access_width("ld.global.nc.v4.f32"), 16);
  EXPECT_EQ(access_width("st.shared.v2.b64"), 16);
  EXPECT_EQ(access_width("atom.global.add.u32"), 4);
  EXPECT_EQ(access_width("red.global.add.f16x2"), 4);
  EXPECT_EQ(access_width("ld.global.u8"), 1);
  EXPECT_EQ(access_width("ld.global.L2::128B.b128"), 16);
  EXPECT_EQ(access_width("bar.sync"), 0);
}

/// The opcode counts that the authors' own tool wrote: every one of them is known to us, and falls in a group.
class CudaFlux : public testing::Test {
 protected:
  void SetUp() override {
    const char* data = std::getenv("FOREWARP_DATA");
    const std::filesystem::path root =
        data != nullptr ? data : std::filesystem::path(forewarp::test::source_dir()) / "../shared/data";
    const auto file = root / "braun-tutorial/cuda_flux_metrics.db";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not here";
    sqlite3* raw = nullptr;
    // the folder may be read-only: immutable keeps SQLite from wanting a journal beside the file
    const std::string uri = "file:" + std::filesystem::absolute(file).lexically_normal().string() + "?immutable=1";
    ASSERT_EQ(sqlite3_open_v2(uri.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr), SQLITE_OK);
    db_.reset(raw);
  }

  /// One launch as a profile: opcode counts, grid and block.
  profile::Profile launch(const std::string& app, const std::string& dataset, int lseq) {
    profile::Profile p;
    sqlite3_stmt* query = nullptr;
    sqlite3_prepare_v2(db_.get(), "select metric, value from fluxmetrics where app=? and dataset=? and lseq=?", -1,
                       &query, nullptr);
    sqlite3_bind_text(query, 1, app.c_str(), -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(query, 2, dataset.c_str(), -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(query, 3, lseq);
    while (sqlite3_step(query) == SQLITE_ROW)
      add(p, reinterpret_cast<const char*>(sqlite3_column_text(query, 0)), sqlite3_column_double(query, 1));
    sqlite3_finalize(query);
    return p;
  }

  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;

 private:
  static void add(profile::Profile& p, const std::string& metric, double value) {
    const auto extent = static_cast<std::uint32_t>(value);
    if (metric == "gX") p.launch.grid.x = extent;
    if (metric == "gY") p.launch.grid.y = extent;
    if (metric == "gZ") p.launch.grid.z = extent;
    if (metric == "bX") p.launch.block.x = extent;
    if (metric == "bY") p.launch.block.y = extent;
    if (metric == "bZ") p.launch.block.z = extent;
    if (metric.size() == 2 || metric == "shm" || metric == "time") return;
    const std::string word = metric.substr(0, metric.find('.'));
    StateSpace space = StateSpace::none;
    for (const auto& [name, s] : {std::pair{".global", StateSpace::global},
                                  {".shared", StateSpace::shared},
                                  {".param", StateSpace::param},
                                  {".local", StateSpace::local}})
      if (metric.find(name) != std::string::npos) space = s;
    p.instructions.push_back(counted(metric, ptx::opcode_from(word), value, space));
  }
};

TEST_F(CudaFlux, CountsOfEveryLaunchFallInTheGroupsAndNothingIsLeftOver) {
  for (int lseq = 0; lseq < 3; ++lseq) {
    const profile::Profile p = launch("kmeans", "s2", lseq);
    ASSERT_FALSE(p.instructions.empty());
    double memory = 0;
    for (const auto& i : p.instructions) {
      EXPECT_NE(class_of(i.opcode), InstructionClass::other) << i.mnemonic.text();
      if (class_of(i.opcode) == InstructionClass::memory) memory += i.threads;
    }

    const Features f = braun_features(p);

    EXPECT_EQ(f.at("total_instructions"), memory + f.at("special_ops") + f.at("logic_ops") + f.at("control_ops") +
                                              f.at("arithmetic_ops") + f.at("sync_ops"));
  }
}

TEST_F(CudaFlux, GemmHasTheVolumesOfItsSource) {
  const profile::Profile p = launch("gemm", "s1", 0);
  double n3 = 0;  // a thread multiplies and adds once for each k
  for (const auto& i : p.instructions)
    if (i.opcode == Opcode::fma) n3 += i.threads;

  const Features f = braun_features(p);

  // c[i][j] *= beta, then for each k c[i][j] += alpha a[i][k] b[k][j], c kept in memory but for its first load:
  // loads n^2 + 2 n^3, stores n^2 + n^3
  const double n2 = std::pow(std::cbrt(n3), 2);
  EXPECT_DOUBLE_EQ(f.at("global_bytes"), 4 * (2 * n2 + 3 * n3));
  EXPECT_EQ(f.at("special_ops"), 0);
  EXPECT_EQ(f.at("sync_ops"), 0);
}

}  // namespace
}  // namespace forewarp::feature
