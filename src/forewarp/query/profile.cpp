// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/profile.hpp"

#include <nlohmann/json.hpp>

#include "forewarp/report/heading.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/ptx_json.hpp"

namespace forewarp::query {

Profiled profile(PreparedKernel& kernel, Progress* progress) {
  const auto reporting = kernel.reporting_to(progress);
  Profiled profiled;
  profiled.code = kernel.code_for({});
  profiled.profile = &profiled.code->profile(kernel.options().profile.warp_size);
  return profiled;
}

nlohmann::ordered_json profiled_json(const Profiled& profiled) {
  const kernel::Kernel& kernel = profiled.code->kernel();
  nlohmann::ordered_json json = report::heading_json(kernel, *profiled.profile);
  json["profile"] = report::profile_json(*profiled.profile, *kernel.module);
  return json;
}

nlohmann::ordered_json profiled_document(const Profiled& profiled) {
  nlohmann::ordered_json json = profiled_json(profiled);
  json["ptx"] = report::ptx_json(profiled.code->kernel().code.ptx, *profiled.code->kernel().module);
  return json;
}

}  // namespace forewarp::query
