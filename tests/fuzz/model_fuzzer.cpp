// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A damaged model file is refused or answers, once its checksum fits again: that is no defence against intent. The
// first byte chooses a learner's model, or the bytes as they are; the others are edits: where (two bytes), how, what.
#include <cstring>

#include "forewarp/learn/model_file.hpp"
#include "fuzz/target.hpp"
#include "unit/learn/every_learner.hpp"

namespace {

using namespace forewarp::learn;

std::vector<std::vector<std::byte>> whole_models() {
  std::vector<std::vector<std::byte>> models;
  for (const testing::Case& c : testing::every_case()) {
    const PipelineSpec spec{
        {{"a", ""}, {"b", "s"}, {"c", ""}, {"d", ""}}, {"y", "s"}, ScalingKind::z_score, c.learner, c.settings};
    models.push_back(model_bytes(Pipeline::fit(spec, testing::train_samples(), testing::target_of(c)), {}));
  }
  return models;
}

std::vector<std::byte> edited(std::vector<std::byte> bytes, const std::uint8_t* data, std::size_t size) {
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    const std::size_t at = (data[i] + 256u * data[i + 1]) % bytes.size();
    const auto value = std::byte{data[i + 3]};
    switch (data[i + 2] % 4) {
      case 0:
        bytes[at] = value;
        break;
      case 1:
        bytes[at] ^= value;
        break;
      case 2:
        std::memset(&bytes[at], data[i + 3], std::min<std::size_t>(8, bytes.size() - at));
        break;
      case 3:
        bytes.resize(std::max<std::size_t>(1, at));
        break;
    }
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::vector<std::byte>> models = whole_models();
  if (size == 0) return 0;
  std::vector<std::byte> bytes =
      data[0] < 2 * models.size() ? edited(models[data[0] / 2], data + 1, size - 1) : std::vector<std::byte>(size - 1);
  if (data[0] >= 2 * models.size() && size > 1) std::memcpy(bytes.data(), data + 1, size - 1);
  reseal(bytes);
  const auto copy = testing::aligned_copy(bytes);
  forewarp::test::answer([&] {
    const ModelFile model = model_from({static_cast<const std::byte*>(copy.get()), bytes.size()}, copy);
    const std::vector<double> row(model.pipeline.spec().features.size(), 1.0);
    (void)model.pipeline.predict(row);
    (void)model.pipeline.predictor().importances();
  });
  return 0;
}
