// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Trains a model on measured times, writes its file, and writes a C++ header for use in another program.
#include <cstdio>
#include <filesystem>

#include "forewarp/learn/compile/compile.hpp"
#include "forewarp/learn/model_file.hpp"

int main() {
  using namespace forewarp;
  // Times of a matrix product: about n^3 operations divided by a rate, plus the cost of a launch. Tables can also be
  // read from files (table/file.hpp).
  Table table;
  table.add("n", Table::Numbers{256, 512, 768, 1024, 1536, 2048, 3072, 4096});
  table.add("time", Table::Numbers{25e-6, 68e-6, 167e-6, 341e-6, 1.08e-3, 2.49e-3, 8.3e-3, 19.5e-3});

  // A power law is linear in logarithms.
  learn::PipelineSpec spec;
  spec.features = {{"n", "1", learn::Transform::log2}};
  spec.target = {"time", "s", learn::Transform::log2};
  spec.learner = "linear";
  const learn::Pipeline pipeline = learn::Pipeline::fit(spec, table);

  const auto path = std::filesystem::temp_directory_path() / "forewarp_example.fwm";
  learn::write_model(path, pipeline, {.data_rows = table.rows(), .device = "none", .date = "2026-01-01"});
  const learn::ModelFile model = learn::read_model(path);
  std::filesystem::remove(path);

  for (const double n : {640.0, 8192.0}) {
    const learn::Answer answer = model.pipeline.predict(std::vector<double>{n});
    std::printf("n = %.0f: %.3g ms%s\n", n, answer.value * 1e3, answer.outside ? ", outside of what was measured" : "");
  }
  std::printf("%s", learn::compiled_header(model).c_str());
}
