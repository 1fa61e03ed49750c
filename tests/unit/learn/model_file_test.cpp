// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/model_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "forewarp/learn/checksum.hpp"
#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;

PipelineSpec a_spec() {
  return {{{"a", "1"}, {"c", "B", Transform::log2, 0.5}}, {"time", "s", Transform::log}, ScalingKind::z_score, "svm"};
}

ModelNotes some_notes() {
  return {.data_digest = "00ff",
          .data_rows = 24,
          .split = "by kernel",
          .errors = {{"by kernel", "MAPE", "%", 12.5}, {"random", "R2", "", NAN}},
          .device = "V100",
          .date = "2026-01-02",
          .notes = {{"why", "because"}}};
}

Pipeline a_pipeline() {
  Pipeline p = Pipeline::fit(a_spec(), train_samples(), train_numbers());
  p.set_range({Range::Kind::factor, 0.9, 0.5, 2});
  return p;
}

ModelFile from_bytes(std::span<const std::byte> bytes) {
  const auto copy = aligned_copy(bytes);
  return model_from({static_cast<const std::byte*>(copy.get()), bytes.size()}, copy);
}

std::string message_of(std::span<const std::byte> bytes) {
  try {
    (void)from_bytes(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "it was read";
}

TEST(ModelFile, WhatIsReadAnswersAsWhatWasWritten) {
  const Pipeline p = a_pipeline();
  const auto path = std::filesystem::path(::testing::TempDir()) / "a_model.fwm";
  write_model(path, p, some_notes());

  const ModelFile file = read_model(path);

  const std::vector<double> row = {1.25, 9};
  EXPECT_EQ(file.pipeline.predict(row).value, p.predict(row).value);
  EXPECT_EQ(file.pipeline.predict(row).high, p.predict(row).high);
  EXPECT_EQ(file.pipeline.outside(std::vector<double>{99, 9}), (std::vector<std::size_t>{0}));
  EXPECT_EQ(file.pipeline.spec().features[1].unit, "B");
  EXPECT_EQ(file.pipeline.spec().features[1].offset, 0.5);
  EXPECT_EQ(file.pipeline.spec().settings.at("cost"), "1");
  EXPECT_EQ(file.notes.data_rows, 24u);
  EXPECT_EQ(file.notes.errors[0].value, 12.5);
  EXPECT_TRUE(std::isnan(file.notes.errors[1].value));
  EXPECT_EQ(file.notes.device + file.notes.date + file.notes.notes.at("why"), "V1002026-01-02because");
  std::filesystem::remove(path);
}

TEST(ModelFile, ClassesKeepTheirNames) {
  const Pipeline p = Pipeline::fit({{{"a", ""}, {"b", ""}}, {"class", ""}, ScalingKind::none, "svm"}, train_samples(),
                                   train_classes());

  const ModelFile file = from_bytes(model_bytes(p, {}));

  EXPECT_EQ(file.pipeline.classes(), train_classes().classes);
  EXPECT_EQ(file.pipeline.predict(std::vector<double>{1, 2}).probabilities,
            p.predict(std::vector<double>{1, 2}).probabilities);
}

TEST(ModelFile, TheSameInputGivesTheSameBytes) {
  EXPECT_EQ(model_bytes(a_pipeline(), some_notes()), model_bytes(a_pipeline(), some_notes()));
  // What was read writes itself again.
  const auto bytes = model_bytes(a_pipeline(), some_notes());
  const ModelFile file = from_bytes(bytes);
  EXPECT_EQ(model_bytes(file.pipeline, file.notes), bytes);
}

TEST(ModelFile, EveryTruncationAndEveryFlippedBitIsRefused) {
  auto bytes = model_bytes(a_pipeline(), some_notes());
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_NE(message_of(std::span(bytes).first(size)), "it was read") << size;

  for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 5) {
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_NE(message_of(bytes), "it was read") << bit;
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  EXPECT_EQ(message_of(bytes), "it was read");
}

TEST(ModelFile, WhoTrustsTheWriterStillSeesATruncation) {
  auto bytes = model_bytes(a_pipeline(), some_notes());
  const auto copy = aligned_copy(bytes);
  const auto trusted = [&](std::size_t size) {
    return model_from({static_cast<const std::byte*>(copy.get()), size}, copy, "m", Trust::writer);
  };

  EXPECT_EQ(trusted(bytes.size()).notes.data_rows, 24u);
  EXPECT_THROW((void)trusted(bytes.size() - 1), InputError);
}

TEST(ReadChecks, FiniteIsNeitherNaNNorInfinityOfEitherSign) {
  const std::vector<double> fine = {0, -0.0, 1e308, -1.7976931348623157e308, 5e-324};
  EXPECT_TRUE(all_finite(fine));
  EXPECT_TRUE(all_finite({}));
  for (const double v : std::initializer_list<double>{NAN, -NAN, HUGE_VAL, -HUGE_VAL})
    EXPECT_FALSE(all_finite(std::vector<double>{1, v, 2})) << v;
}

TEST(ModelFile, SaysWhatIsWrong) {
  auto bytes = model_bytes(a_pipeline(), some_notes());
  const std::size_t size = bytes.size();
  EXPECT_EQ(message_of(std::span(bytes).first(size - 1)), "<model>: has " + std::to_string(size - 1) + " bytes of " +
                                                              std::to_string(size) + ": it was truncated or altered");
  bytes[size - 1] ^= std::byte{1};
  EXPECT_EQ(message_of(bytes), "<model>: was altered: its checksum is not that of its bytes");
  bytes[8] = std::byte{2};
  EXPECT_EQ(message_of(bytes), "<model>: is a model of version 2; this forewarp reads version 1");
  bytes[0] = std::byte{'F'};
  EXPECT_EQ(message_of(bytes), "<model>: is not a forewarp model");
  EXPECT_THROW((void)read_model("/no/such/model"), InputError);
  EXPECT_THROW((void)read_model("/"), InputError);
}

/// A sealed file with that header and no payload.
std::vector<std::byte> with_header(const std::string& header) {
  std::vector<std::byte> bytes((40 + header.size() + 63) / 64 * 64);
  const std::uint64_t version = 1, length = header.size();
  std::memcpy(bytes.data(), "forewarp", 8);
  std::memcpy(bytes.data() + 8, &version, 8);
  std::memcpy(bytes.data() + 24, &length, 8);
  std::memcpy(bytes.data() + 40, header.data(), header.size());
  reseal(bytes);
  return bytes;
}

TEST(ModelFile, HeadersThatAreNoneAreRefused) {
  EXPECT_NE(message_of(with_header("")).find("the header is not that of a model"), std::string::npos);
  EXPECT_NE(message_of(with_header("{}")).find("the header is not that of a model"), std::string::npos);
  EXPECT_NE(message_of(with_header(R"({"features": [{"name": 7}]})")).find("header"), std::string::npos);
  EXPECT_NE(message_of(with_header(std::string(1'000'000, '['))).find("header"), std::string::npos);
  EXPECT_NE(message_of(with_header(R"({"features": []})")).find("the header names 0 features"), std::string::npos);
}

TEST(ModelFile, TheDigestSeesNamesValuesAndTarget) {
  const std::string digest = training_digest(train_samples(), train_numbers());

  Samples other = train_samples();
  other.feature(0)[3] += 1;
  EXPECT_EQ(digest.size(), 32u);
  EXPECT_NE(training_digest(other, train_numbers()), digest);
  EXPECT_NE(training_digest(train_samples(), train_classes()), digest);
}

TEST(Checksum, SeesWhereAByteStandsAndHowManyThereAre) {
  std::vector<std::byte> bytes(200);
  const std::uint64_t zeros = checksum(bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] = std::byte{1};
    EXPECT_NE(checksum(bytes), zeros) << at;
    bytes[at] = std::byte{0};
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(checksum(std::span(bytes).first(size)), zeros) << size;
}

}  // namespace
}  // namespace forewarp::learn
