// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The bytes of a predictor made of trees: the first says which, the rest, from the 64th on, are what it wrote.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/learners.hpp"
#include "fuzz/target.hpp"

namespace {

void ask(const forewarp::learn::Predictor& predictor) {
  if (predictor.features() > 1000 || predictor.outputs() > 1000) return;
  std::vector<double> row(predictor.features(), 0.5), out(predictor.outputs());
  predictor.predict(row, out);
  const double levels[] = {0.1, 0.9};
  double range[2];
  static_cast<void>(predictor.quantiles(row, levels, range));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  if (size < 64) return 0;
  const char* const learners[] = {"extra_trees", "boosted_trees", "quantile_forest"};
  const std::shared_ptr<void> copy(std::aligned_alloc(64, size / 64 * 64), std::free);
  const std::size_t length = size - 64;
  if (length > 0) std::memcpy(copy.get(), data + 64, length);
  test::answer([&] {
    learn::Reader in({static_cast<const std::byte*>(copy.get()), length}, copy);
    ask(*learn::find_learner(learners[data[0] % 3]).read(in));
  });
  return 0;
}
