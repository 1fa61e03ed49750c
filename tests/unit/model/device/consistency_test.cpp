// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/consistency.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "unit/message_of.hpp"

namespace forewarp::device::detail {
namespace {

/// Every figure of these keys is at the line of its place in the list, from 1; the others are inherited.
FigurePlaces places_of(std::vector<std::string> keys) {
  return {{"a.toml", 0, 0}, [keys](std::string_view key) -> std::optional<SourceLocation> {
            const auto at = std::find(keys.begin(), keys.end(), key);
            if (at == keys.end()) return std::nullopt;
            return SourceLocation{"a.toml", static_cast<std::uint32_t>(at - keys.begin() + 1), 1};
          }};
}

std::string complaint(const DeviceSpec& device, const FigurePlaces& where) {
  return testing::message_of<ParseError>([&] { check_consistency(device, where); });
}

TEST(Consistency, HoldsOfADeviceThatShips) { EXPECT_NO_THROW(check_consistency(find_device("V100"), places_of({}))); }

TEST(Consistency, NamesTheRelationAndTheFirstFigureThatTheFileGivesItself) {
  DeviceSpec d = find_device("V100");
  d.max_threads = 2000;  // of 64 warps of 32 lanes

  const std::string here = complaint(d, places_of({"sms", "max_warps"})), inherited = complaint(d, places_of({}));

  EXPECT_EQ(here, "a.toml:2:1: max_warps: impossible: 64 warps of 32 lanes make 2048 threads, not 2000");
  EXPECT_NE(inherited.find("max_threads: impossible: "), std::string::npos);
}

TEST(Consistency, EachBrokenRelationIsFound) {
  const DeviceSpec good = find_device("V100");
  const auto broken = [&](auto change) {
    DeviceSpec d = good;
    change(d);
    return complaint(d, places_of({}));
  };
  const auto says = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };

  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.max_threads_per_block = 4096; }), "4096 threads in a block, 2048 in");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.shared_bytes_per_block = d.shared_bytes + 1; }), "bytes in a block");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.registers_per_block = d.registers + 1; }), "registers in a block");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.base_hz = 2 * d.boost_hz; }), "is above the boost clock");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.tensor_hz = 2 * d.boost_hz; }), "of the tensor rates is above");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.sustained_hz = d.boost_hz / 2; }), "held under load is below");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.dram_share = 2; }), "is not between");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.dram_bytes_per_s *= 1.05; }), "GB/s, not");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.peak_fp32_flops = 1e12; }), "TFLOP/s, not 1.00");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.host_share = 0; }), "must be given together");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.integrated = true; }), "has no link to the host");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.integrated_copy_bytes_per_s = 1e10; }), "only an integrated device");
  EXPECT_PRED2(says, broken([](DeviceSpec& d) { d.pcie_generation = 3, d.pcie_lanes = 1; }), "PCI Express 3.0 carry");
}

TEST(Consistency, DataSheetsMayRound) {
  DeviceSpec d = find_device("V100");
  d.dram_bytes_per_s *= 1.02;

  EXPECT_NO_THROW(check_consistency(d, places_of({})));
}

}  // namespace
}  // namespace forewarp::device::detail
