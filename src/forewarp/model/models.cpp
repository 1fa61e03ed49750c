// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "forewarp/model/bounds/bounds_model.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/wave/wave_model.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {
namespace {

const BoundsModel bounds_model;
const WaveModel wave_model;

// The list of all models: a new one is added here and nowhere else.
constexpr std::array<const Model*, 2> all = {&bounds_model, &wave_model};

}  // namespace

std::vector<std::string_view> model_names() {
  std::vector<std::string_view> names;
  for (const Model* model : all) names.push_back(model->name());
  return names;
}

bool is_model(std::string_view name) { return std::ranges::find(all, name, &Model::name) != all.end(); }

const Model& model_called(std::string_view name) {
  const auto* found = std::ranges::find(all, name, &Model::name);
  if (found == all.end())
    throw InputError(fmt::format("no model is called '{}'; there is {}", name, fmt::join(model_names(), ", ")));
  return **found;
}

const Model& default_model() { return bounds_model; }

Prediction predict(const Summary& summary, const device::DeviceSpec& device, Caches caches, const Model& model) {
  return model.predict(demand(summary, device, caches), device);
}

Prediction predict(const Summary& summary, const MachineWork& code, const device::DeviceSpec& device, Caches caches,
                   const Model& model) {
  Prediction prediction = model.predict(demand_on(summary, code, device, caches), device);
  prediction.machine_code = statement_of(code);
  if (code.mix && code.arch != fmt::format("sm_{}", device.compute_capability))
    prediction.machine_code += fmt::format(", that of {}", code.arch);
  prediction.registers = code.registers;
  prediction.notes.push_back("machine code: " + prediction.machine_code);
  return prediction;
}

Prediction predict(const profile::Profile& profile, const device::DeviceSpec& device, Caches caches,
                   const Model& model) {
  Prediction prediction = predict(summarise(profile), device, caches, model);
  prediction.marks = profile.marks;
  return prediction;
}

}  // namespace forewarp::model
