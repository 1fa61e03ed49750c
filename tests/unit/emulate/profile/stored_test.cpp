// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/stored.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/opcode.hpp"

namespace forewarp::profile {
namespace {

Profile small_profile() {
  Profile p;
  p.kernel = "k";
  p.instructions.push_back({"fma.rn.f32", ptx::Opcode::fma, ptx::Type::f32, ptx::StateSpace::none, 8, 256});
  AccessSite site;
  site.space = ptx::StateSpace::global;
  site.kind = emu::AccessKind::reduction;
  site.requests = 0.1;
  site.buffer = -1;
  p.sites.push_back(site);
  p.notes.emplace_back("a note");
  return p;
}

/// The stored profile with the first occurrence of one text replaced by another.
std::optional<Profile> restored_with(const std::string& from, const std::string& to) {
  std::string text = stored(small_profile());
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the stored profile does not have " + from);
  return restored(text.replace(at, from.size(), to), {});
}

TEST(StoredProfile, ComesBackAsItWas) {
  const auto again = restored(stored(small_profile()), {});

  ASSERT_TRUE(again);
  EXPECT_EQ(stored(*again), stored(small_profile()));
  EXPECT_EQ(again->instructions[0].opcode, ptx::Opcode::fma);
  EXPECT_EQ(again->sites[0].kind, emu::AccessKind::reduction);
  EXPECT_EQ(again->sites[0].requests, 0.1);
}

TEST(StoredProfile, ADamagedEntryIsAMiss) {
  EXPECT_TRUE(restored_with("\"kernel\":\"k\"", "\"kernel\":\"other\""));  // what follows is refused for what it says

  EXPECT_FALSE(restored("", {}));
  EXPECT_FALSE(restored("[]", {}));
  EXPECT_FALSE(restored("{\"format\":\"3\"}", {}));
  EXPECT_FALSE(restored_with("\"format\":30", "\"format\":2"));
  EXPECT_FALSE(restored_with("\"kernel\":\"k\"", "\"kernel\":7"));
  EXPECT_FALSE(restored_with("\"kernel\":\"k\"", "\"kernels\":\"k\""));
  EXPECT_FALSE(restored_with("\"opcode\":\"fma\"", "\"opcode\":\"frobnicate\""));
  EXPECT_FALSE(restored_with("\"kind\":\"reduction\"", "\"kind\":\"theft\""));
  EXPECT_FALSE(restored_with("\"warp_size\":32", "\"warp_size\":4294967328"));  // 2^32 + 32
  EXPECT_FALSE(restored_with("\"warp_size\":32", "\"warp_size\":1e300"));
}

}  // namespace
}  // namespace forewarp::profile
