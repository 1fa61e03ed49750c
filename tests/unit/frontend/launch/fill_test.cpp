// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/fill.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::launch {
namespace {

Buffer buffer(ptx::Type element, std::uint64_t count, Fill fill) {
  return {.element = element, .count = count, .fill = std::move(fill)};
}

template <class T>
std::vector<T> values(const Buffer& described) {
  const std::vector<std::byte> bytes = contents(described);
  std::vector<T> all(bytes.size() / sizeof(T));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

TEST(Fill, EveryPageIsThatPartOfTheWholeWhateverItsEdges) {
  const Fill csr{.seed = 3, .rows = 500, .columns = 400, .nonzeros = 7, .row_lengths = RowLengths::varied};
  std::vector<Buffer> all{buffer(ptx::Type::f32, 4000, {.kind = FillKind::uniform, .low = -2, .high = 3}),
                          buffer(ptx::Type::f64, 1000, {.kind = FillKind::uniform, .low = -2, .high = 3}),
                          buffer(ptx::Type::f16, 1000, {.kind = FillKind::normal}),
                          buffer(ptx::Type::bf16, 1000, {.kind = FillKind::normal, .low = 5}),
                          buffer(ptx::Type::s32, 1000, {.kind = FillKind::uniform, .low = -50, .high = 50}),
                          buffer(ptx::Type::u8, 100, {.kind = FillKind::iota}),
                          buffer(ptx::Type::u16, 1000, {.kind = FillKind::permutation}),
                          buffer(ptx::Type::s32, 1000, {.kind = FillKind::constant, .low = -3}),
                          buffer(ptx::Type::s32, 501, csr),
                          buffer(ptx::Type::s64, 3500, csr)};
  all[8].fill.kind = FillKind::csr_offsets;
  all[9].fill.kind = FillKind::csr_columns;

  for (const Buffer& described : all) {
    const std::vector<std::byte> whole = contents(described);
    const PageSource source = page_source(described);
    for (const std::size_t size : {1u, 3u, 8u, 24u, 61u})
      for (std::size_t at = 0; at + size <= whole.size(); at += 37) {
        std::vector<std::byte> page(size);
        source(at, page);
        ASSERT_TRUE(std::equal(page.begin(), page.end(), whole.begin() + static_cast<std::ptrdiff_t>(at)));
      }
  }
}

TEST(Fill, ADominantMatrixHasMoreOnItsDiagonalThanInTheRestOfTheRow) {
  const auto all = values<double>(buffer(ptx::Type::f64, 400, {.kind = FillKind::dominant, .columns = 20}));

  for (std::size_t row = 0; row < 20; ++row) {
    double rest = 0;
    for (std::size_t column = 0; column < 20; ++column) rest += column == row ? 0 : std::abs(all[row * 20 + column]);
    EXPECT_GT(all[row * 20 + row], rest);
    EXPECT_GT(rest, 1);  // 19 numbers of mean modulus 1/2
  }
}

TEST(Fill, UniformRealsCoverTheirRangeAndStayInside) {
  const auto all = values<float>(buffer(ptx::Type::f32, 100000, {.kind = FillKind::uniform, .low = -1, .high = 3}));

  // Mean 1, deviation 4 / sqrt(12) = 1.155; the mean of 1e5 is within 5 * 1.155 / sqrt(1e5) = 0.018.
  const double sum = std::accumulate(all.begin(), all.end(), 0.0);
  EXPECT_NEAR(sum / 1e5, 1.0, 0.018);
  EXPECT_LT(*std::max_element(all.begin(), all.end()), 3.0f);
  EXPECT_GT(*std::max_element(all.begin(), all.end()), 2.99f);
  EXPECT_GE(*std::min_element(all.begin(), all.end()), -1.0f);
  EXPECT_LT(*std::min_element(all.begin(), all.end()), -0.99f);
}

TEST(Fill, UniformIntegersTakeEveryValueOfTheirRange) {
  const auto all =
      values<std::int32_t>(buffer(ptx::Type::s32, 10000, {.kind = FillKind::uniform, .low = -2, .high = 3}));

  for (std::int32_t value = -2; value < 3; ++value)  // 2000 expected each, deviation sqrt(10000 * 0.2 * 0.8) = 40
    EXPECT_NEAR(static_cast<double>(std::count(all.begin(), all.end(), value)), 2000, 200) << value;
}

TEST(Fill, NormalHasTheMeanAndTheDeviation) {
  const auto all = values<double>(buffer(ptx::Type::f64, 100000, {.kind = FillKind::normal, .low = 10, .high = 2}));

  const double mean = std::accumulate(all.begin(), all.end(), 0.0) / 1e5;
  double squares = 0;
  for (const double x : all) squares += (x - mean) * (x - mean);
  EXPECT_NEAR(mean, 10, 0.032);                     // 5 * 2 / sqrt(1e5)
  EXPECT_NEAR(std::sqrt(squares / 1e5), 2, 0.023);  // 5 * 2 / sqrt(2e5)
}

TEST(Fill, OtherSeedsGiveOtherNumbers) {
  const Buffer one = buffer(ptx::Type::f32, 100, {.kind = FillKind::uniform, .seed = 1});
  const Buffer two = buffer(ptx::Type::f32, 100, {.kind = FillKind::uniform, .seed = 2});

  EXPECT_NE(values<float>(one), values<float>(two));
  EXPECT_EQ(values<float>(one), values<float>(one));
}

TEST(Fill, APermutationMeetsEveryIndexOnce) {
  for (const std::uint64_t count : {1u, 2u, 3u, 17u, 1000u, 4096u}) {
    auto all = values<std::uint32_t>(buffer(ptx::Type::u32, count, {.kind = FillKind::permutation, .seed = 5}));
    if (count == 1000) {
      EXPECT_FALSE(std::is_sorted(all.begin(), all.end()));
    }
    std::sort(all.begin(), all.end());
    for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(all[i], i) << count;
  }
}

TEST(Fill, IotaCountsInItsStep) {
  const auto whole = values<std::int32_t>(buffer(ptx::Type::s32, 4, {.kind = FillKind::iota, .low = 10, .high = -3}));
  const auto real = values<float>(buffer(ptx::Type::f32, 3, {.kind = FillKind::iota, .low = 0, .high = 0.5}));

  EXPECT_EQ(whole, (std::vector<std::int32_t>{10, 7, 4, 1}));
  EXPECT_EQ(real, (std::vector<float>{0, 0.5, 1}));
}

TEST(Fill, CsrRowsAscendAndHaveDistinctColumns) {
  for (const RowLengths lengths : {RowLengths::equal, RowLengths::varied, RowLengths::skewed})
    for (const std::uint64_t rows : {1u, 64u, 100u, 640u}) {
      Fill fill{.kind = FillKind::csr_offsets, .rows = rows, .columns = 200, .nonzeros = 6, .row_lengths = lengths};
      const auto offsets = values<std::int32_t>(buffer(ptx::Type::s32, rows + 1, fill));
      fill.kind = FillKind::csr_columns;
      const auto columns = values<std::int32_t>(buffer(ptx::Type::s32, rows * 6, fill));

      ASSERT_EQ(offsets.front(), 0);
      ASSERT_EQ(offsets.back(), static_cast<std::int32_t>(rows * 6));
      for (std::size_t r = 0; r < rows; ++r) {
        ASSERT_LE(offsets[r], offsets[r + 1]);
        for (auto e = static_cast<std::size_t>(offsets[r]); e < static_cast<std::size_t>(offsets[r + 1]); ++e) {
          ASSERT_GE(columns[e], 0);
          ASSERT_LT(columns[e], 200);
          if (e > static_cast<std::size_t>(offsets[r])) {
            ASSERT_LT(columns[e - 1], columns[e]);
          }
        }
      }
    }
}

TEST(Fill, SkewedRowsAreSkewed) {
  const Fill fill{
      .kind = FillKind::csr_offsets, .rows = 640, .columns = 2000, .nonzeros = 16, .row_lengths = RowLengths::skewed};
  const auto offsets = values<std::int32_t>(buffer(ptx::Type::s32, 641, fill));

  std::int32_t longest = 0;
  for (std::size_t r = 0; r < 640; ++r) longest = std::max(longest, offsets[r + 1] - offsets[r]);
  // 64 * 16 nonzeros a group, the first rank has 1 / H(64) of them, H(64) = 4.744: 215.8.
  EXPECT_NEAR(longest, 216, 1);
}

TEST(Fill, FilesAreReadAsTheyAreAndMustBeLongEnough) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "forewarp_fill.bin";
  const std::vector<std::int32_t> stored{5, -6, 7};
  write_file(path, std::string_view(reinterpret_cast<const char*>(stored.data()), 12));

  const Fill fill{.kind = FillKind::file, .path = path.string()};
  EXPECT_EQ(values<std::int32_t>(buffer(ptx::Type::s32, 3, fill)), stored);
  EXPECT_THROW((void)page_source(buffer(ptx::Type::s32, 4, fill)), InputError);
  EXPECT_THROW((void)page_source(buffer(ptx::Type::s32, 1, {.kind = FillKind::file, .path = "/nowhere"})), InputError);
  EXPECT_THROW((void)page_source(buffer(ptx::Type::u8, 1, {.kind = FillKind::file, .path = "/dev/zero"})), InputError);
}

TEST(Fill, ImpossibleFillsAreRefused) {
  const auto refused = [](ptx::Type type, std::uint64_t count, Fill fill) {
    EXPECT_THROW((void)page_source(buffer(type, count, std::move(fill))), InputError);
  };
  refused(ptx::Type::f32, 10, {.kind = FillKind::uniform, .low = 1, .high = 1});
  refused(ptx::Type::f32, 10, {.kind = FillKind::uniform, .low = 0, .high = INFINITY});
  refused(ptx::Type::s32, 10, {.kind = FillKind::uniform, .low = 0, .high = 0.5});
  refused(ptx::Type::s8, 10, {.kind = FillKind::uniform, .low = 0, .high = 1000});
  refused(ptx::Type::s32, 10, {.kind = FillKind::normal});
  refused(ptx::Type::u8, 300, {.kind = FillKind::permutation});
  refused(ptx::Type::s32, 9, {.kind = FillKind::dominant, .columns = 3});
  refused(ptx::Type::f32, 9, {.kind = FillKind::dominant});
  refused(ptx::Type::u8, 300, {.kind = FillKind::iota});
  refused(ptx::Type::s32, 10, {.kind = FillKind::csr_offsets, .rows = 10, .columns = 10, .nonzeros = 2});
  refused(ptx::Type::s32, 11, {.kind = FillKind::csr_offsets, .rows = 10, .columns = 1, .nonzeros = 2});
  refused(ptx::Type::s32, 1, {.kind = FillKind::csr_offsets});
  refused(ptx::Type::f16x2, 1, {});
}

}  // namespace
}  // namespace forewarp::launch
