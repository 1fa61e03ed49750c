// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/choose.hpp"

#include <gtest/gtest.h>

namespace forewarp::fatbin {
namespace {

using Kind = Entry::Kind;

bool runs(Kind kind, const char* arch, unsigned capability) {
  return runs_on(kind, source::parse_arch(arch), capability);
}

TEST(Choose, PtxRunsOnAllLaterDevices) {
  EXPECT_TRUE(runs(Kind::ptx, "sm_80", 80));
  EXPECT_TRUE(runs(Kind::ptx, "sm_80", 120));
  EXPECT_FALSE(runs(Kind::ptx, "sm_80", 75));
}

TEST(Choose, ASuffixTiesCodeToItsArchitectureOrFamily) {
  EXPECT_TRUE(runs(Kind::ptx, "sm_90a", 90));
  EXPECT_FALSE(runs(Kind::ptx, "sm_90a", 100));
  EXPECT_TRUE(runs(Kind::ptx, "sm_100f", 103));
  EXPECT_FALSE(runs(Kind::ptx, "sm_100f", 120));
  EXPECT_FALSE(runs(Kind::ptx, "sm_103f", 100));
}

TEST(Choose, MachineCodeRunsOnItsMajorVersion) {
  EXPECT_TRUE(runs(Kind::machine_code, "sm_80", 86));
  EXPECT_FALSE(runs(Kind::machine_code, "sm_86", 80));
  EXPECT_FALSE(runs(Kind::machine_code, "sm_80", 90));
}

std::vector<Entry> entries_for(std::initializer_list<std::pair<unsigned, std::uint64_t>> archs) {
  std::vector<Entry> entries;
  for (const auto& [capability, flags] : archs) {
    Entry entry;
    entry.capability = capability;
    entry.flags = flags;
    entries.push_back(entry);
  }
  return entries;
}

TEST(Choose, TheHighestThatRunsIsTaken) {
  const auto entries = entries_for({{90, Entry::suffix_a}, {75, 0}, {90, 0}, {80, 0}, {100, 0}});
  const auto best = [&](unsigned capability) {
    const Entry* entry = best_for(entries, Kind::ptx, capability);
    return entry ? entry->arch().str() : "none";
  };

  EXPECT_EQ(best(70), "none");
  EXPECT_EQ(best(86), "sm_80");
  EXPECT_EQ(best(90), "sm_90a");
  EXPECT_EQ(best(103), "sm_100");
  EXPECT_EQ(best_for(entries, Kind::machine_code, 90), nullptr);
}

TEST(Choose, ArchitecturesAreListedOnceAndInOrder) {
  const auto entries = entries_for({{90, Entry::suffix_a}, {75, 0}, {90, 0}, {75, 0}});

  EXPECT_EQ(archs_text(archs_of(entries, Kind::ptx)), "sm_75, sm_90 and sm_90a");
  EXPECT_EQ(archs_text({}), "");
}

}  // namespace
}  // namespace forewarp::fatbin
