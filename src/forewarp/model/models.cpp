// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "forewarp/model/bounds/bounds_model.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/wave/wave_model.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {
namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<Model> (*make)();
};

constexpr Entry all[] = {
    {"bounds", [] { return std::unique_ptr<Model>(std::make_unique<BoundsModel>()); }},
    {"wave", [] { return std::unique_ptr<Model>(std::make_unique<WaveModel>()); }},
};

}  // namespace

std::vector<std::string_view> model_names() {
  std::vector<std::string_view> names;
  for (const Entry& e : all) names.push_back(e.name);
  return names;
}

std::unique_ptr<Model> make_model(std::string_view name) {
  for (const Entry& e : all)
    if (e.name == name) return e.make();
  throw InputError(fmt::format("no model is called '{}'; there is {}", name, fmt::join(model_names(), ", ")));
}

}  // namespace forewarp::model
