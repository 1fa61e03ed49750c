// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What is answered.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "capi/forewarp.h"
#include "capi/guard.hpp"
#include "capi/handle.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/devices_view.hpp"
#include "forewarp/report/text.hpp"

namespace {

using forewarp::capi::given;
using forewarp::capi::guarded;
using forewarp::query::HeldKernel;

/// Calls ask(kernel) and hands its JSON out.
template <typename Ask>
forewarp_status answer(forewarp_kernel* kernel, char** json, Ask ask) noexcept {
  return guarded([&] {
    (void)given(json, "json");
    *json = forewarp::capi::text_out(forewarp::report::json_text(ask(*given(kernel, "kernel")->held)));
  });
}

}  // namespace

extern "C" {

forewarp_status forewarp_predict(forewarp_kernel* kernel, const char* device, forewarp_prediction* prediction) {
  return guarded([&] {
    (void)given(prediction, "prediction");
    const forewarp::model::Prediction p = given(kernel, "kernel")->held->predict_one(given(device, "device"));
    *prediction = {p.time_s, p.low_s, p.high_s, p.theoretical.fraction, p.waves, {}};
    const std::size_t length = std::min(p.limiter.size(), sizeof(prediction->limiter) - 1);
    std::ranges::copy_n(p.limiter.begin(), static_cast<std::ptrdiff_t>(length), prediction->limiter);
  });
}

forewarp_status forewarp_predict_json(forewarp_kernel* kernel, const char* devices, char** json) {
  return answer(kernel, json,
                [&](HeldKernel& held) { return held.predict(held.predict_options({given(devices, "devices")})); });
}

forewarp_status forewarp_profile_json(forewarp_kernel* kernel, char** json) {
  return answer(kernel, json, [](HeldKernel& held) { return held.profile(); });
}

forewarp_status forewarp_advise_json(forewarp_kernel* kernel, const char* devices, char** json) {
  return answer(kernel, json,
                [&](HeldKernel& held) { return held.advise(held.advise_options({given(devices, "devices")})); });
}

forewarp_status forewarp_rank_json(forewarp_kernel* kernel, const char* devices, const char* const* vary,
                                   size_t dimensions, unsigned threads, char** json) {
  return answer(kernel, json, [&](HeldKernel& held) {
    forewarp::query::RankQuery query = held.rank_query({given(devices, "devices")});
    query.threads = threads;
    for (std::size_t i = 0; i < dimensions; ++i) query.vary.emplace_back(given(given(vary, "vary")[i], "vary[i]"));
    return held.rank(query);
  });
}

forewarp_status forewarp_count_json(forewarp_kernel* kernel, const char* at, int fill, char** json) {
  return answer(kernel, json, [&](HeldKernel& held) {
    return held.count(at != nullptr ? std::vector<std::string>{at} : std::vector<std::string>{}, fill != 0);
  });
}

forewarp_status forewarp_devices_json(const char* names, char** json) {
  return guarded([&] {
    const auto devices =
        names == nullptr ? forewarp::device::shipped_devices() : forewarp::query::devices_of({std::string(names)});
    *given(json, "json") =
        forewarp::capi::text_out(forewarp::report::json_text(forewarp::report::devices_json(devices)));
  });
}

size_t forewarp_device_count(void) {
  std::size_t count = 0;
  (void)guarded([&] { count = forewarp::device::shipped_devices().size(); });
  return count;
}

const char* forewarp_device_name(size_t index) {
  const char* name = nullptr;
  (void)guarded([&] {
    const auto& devices = forewarp::device::shipped_devices();
    if (index < devices.size()) name = devices[index].name.c_str();
  });
  return name;
}

}  // extern "C"
