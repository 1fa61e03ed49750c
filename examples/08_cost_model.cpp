// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Calibrates a cost model with one parameter on four sizes of a matrix product and predicts a fifth (section 2.2 of
// stevens2020, docs/calibrate.md). "emulated:V100" works on every machine, with times of the bounds model; use
// "opencl:0" or "cuda:0" for measured ones.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/measure/calibrate/kernel_times.hpp"
#include "forewarp/measure/pick/collection.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/support/temporary_folder.hpp"

int main() {
  using namespace forewarp;
  namespace expression = model::expression;
  // 1. The model: the parts of a kernel's time.
  const auto cost = expression::parse("p_f32madd*f_op_float32_madd");

  // 2. The measurement kernels, selected by tags.
  const std::vector<std::string> tags{"matmul_sq",  "dtype:float32",   "prefetch:True",        "lsize_0:16",
                                      "lsize_1:16", "groups_fit:True", "n:1024,1536,2048,2560"};
  std::vector<calibrate::SizedKernel> kernels;
  for (const auto& kernel : pick::kernels(pick::shipped_generators(), pick::parse_filter(tags)))
    kernels.push_back(calibrate::sized(kernel));

  // 3. Features are counted, and times measured. Samples are kept in the store: a second run repeats none.
  const TemporaryFolder folder;
  const auto store = run::open_store(folder.path() / "samples.csv");
  const auto device = run::open_device("emulated:V100");
  calibrate::Programs programs(cost.features);
  const auto times =
      calibrate::measure(*device, kernels, programs, *store, {.trials = 5, .passes = 2, .pass_seconds = 0});
  const Table samples = calibrate::samples_of(kernels, programs, times, "f_cl_wall_time");

  // 4. The parameters with the least error.
  const auto calibration = expression::calibrate(cost, samples);

  // 5. Predict a size that was not measured.
  calibrate::SizedKernel other = kernels.front();
  other.sizes["n"] = 1280;
  const double predicted_s = expression::Predictor(calibration).value(programs.values(other));
  std::printf("%zu kernels; n = 1280: %.0f madds of sub-groups, %.3f ms\n", kernels.size(),
              programs.values(other).at(0), 1e3 * predicted_s);
  const double nearest_s = times.seconds.at(kernels[1].name);
  return kernels.size() == 4 && predicted_s > 0 && predicted_s < nearest_s ? 0 : 1;
}
