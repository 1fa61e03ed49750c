// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/decompress.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::fatbin {
namespace {

using forewarp::testing::message_of;

/// As an entry has it: the sample's container holds what liblz4 and libzstd made of the text.
struct Stored {
  std::string container;
  Entry entry;
  Stored(const std::string& text, Compression compression)
      : container(samples::container({{Entry::Kind::machine_code, 80, text, compression}})),
        entry(read(container).at(0)) {}
};

/// 1 MB that does not repeat at once, so that zstd needs several blocks.
std::string long_text() {
  std::string text;
  for (int i = 0; text.size() < (std::size_t{1} << 20); ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

class Decompress : public ::testing::TestWithParam<Compression> {};

TEST_P(Decompress, GivesTheBytesBack) {
  const std::string text = long_text();
  const Stored stored(text, GetParam());

  EXPECT_LT(stored.entry.stored.size(), text.size());
  EXPECT_EQ(decompressed(stored.entry.stored, GetParam(), text.size(), {}).bytes, text);
}

TEST_P(Decompress, GivesTheFirstBytes) {
  const std::string text = long_text();
  const Stored stored(text, GetParam());

  for (const std::size_t wanted : {std::size_t{1}, std::size_t{1000}, std::size_t{200'000}, text.size() + 1})
    EXPECT_EQ(decompressed_prefix(stored.entry.stored, GetParam(), text.size(), wanted, {}).bytes,
              text.substr(0, wanted));
}

TEST_P(Decompress, RefusesAnotherSizeThanTheEntryClaims) {
  const Stored stored(std::string(1000, 'x'), GetParam());
  const auto with = [&](std::uint64_t claim) {
    return message_of([&] { (void)decompressed(stored.entry.stored, GetParam(), claim, {"app", 64}); });
  };

  EXPECT_EQ(with(1001), "app, byte 0x40: an entry of 1001 bytes ends after 1000 when it is decompressed");
  EXPECT_NE(with(999), "nothing is thrown");
  EXPECT_EQ(with(std::uint64_t{1} << 40),
            "app, byte 0x40: an entry claims 1099511627776 uncompressed bytes; at most 1073741824 are read");
}

TEST_P(Decompress, RefusesDamagedBytes) {
  const Stored stored(long_text(), GetParam());
  std::string damaged(stored.entry.stored);
  for (std::size_t i = 20; i < 60; ++i) damaged[i] = static_cast<char>(damaged[i] ^ 0x5a);

  EXPECT_THROW((void)decompressed(damaged, GetParam(), stored.entry.bytes, {}), InputError);
  EXPECT_THROW((void)decompressed(stored.entry.stored.substr(0, 100), GetParam(), stored.entry.bytes, {}), InputError);
  EXPECT_THROW((void)decompressed("", GetParam(), 100, {}), InputError);
}

INSTANTIATE_TEST_SUITE_P(, Decompress, ::testing::Values(Compression::lz4, Compression::zstd),
                         [](const auto& test) { return test.param == Compression::lz4 ? "lz4" : "zstd"; });

// 100 bytes of LZ4 hold at most 255 times as many: memory for more is never asked for.
TEST(DecompressLz4, RefusesAClaimThatNoBlockCanHold) {
  EXPECT_EQ(message_of([] {
              (void)decompressed(std::string(100, 'x'), Compression::lz4, 1'000'000, {"app", 0});
            }),
            "app, byte 0x0: an entry claims 1000000 uncompressed bytes, which 100 bytes of LZ4 cannot hold");
}

TEST(DecompressNothing, ReturnsWhatIsStored) {
  const std::string bytes = "as it is";

  EXPECT_EQ(decompressed(bytes, Compression::none, 0, {}).bytes.data(), bytes.data());
}

}  // namespace
}  // namespace forewarp::fatbin
