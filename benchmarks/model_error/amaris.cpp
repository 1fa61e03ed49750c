// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/table/csv.hpp"
#include "model_error/datasets.hpp"

namespace forewarp::bench {
namespace {

/// Their kernel and ours that does the same.
const std::map<std::string, std::string> kernels = {
    {"matMul_gpu", "matmul_global_coalesced"},
    {"matMul_gpu_uncoalesced", "matmul_global_uncoalesced"},
    {"matMul_gpu_sharedmem", "matmul_shared_coalesced"},
    {"matMul_gpu_sharedmem_uncoalesced", "matmul_shared_uncoalesced"},
    {"matrix_sum_coalesced", "matrix_add_coalesced"},
    {"matrix_sum_normal", "matrix_add_uncoalesced"},
};

const std::map<std::string, std::string> devices = {
    {"GTX-680", "GTX 680"}, {"Tesla-K40", "K40"},       {"Tesla-K20", "K20"},   {"TitanBlack", "GTX Titan Black"},
    {"Titan", "GTX Titan"}, {"Quadro", "Quadro K5200"}, {"GTX-750", "GTX 750"}, {"TitanX", "GTX Titan X"},
    {"GTX-980", "GTX 980"}, {"GTX-970", "GTX 970"},
};

using Launch = std::pair<std::string, double>;  ///< their kernel, n

std::vector<Launch> launches_of(const Table& t) {
  std::vector<Launch> all;
  for (std::size_t i = 0; i < t.rows(); ++i)
    if (kernels.contains(t.texts("AppName")[i]) && t.numbers("blockSize")[i] == 256)
      all.emplace_back(t.texts("AppName")[i], t.numbers("Input.Size")[i]);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// One emulation a kernel and size serves every device: their warps are all of 32.
std::map<Launch, model::Summary> profiles_of(const std::vector<Launch>& launches) {
  source::Compiler compiler;
  std::vector<model::Summary> summaries(launches.size());
  parallel_for(launches.size(), [&](std::size_t i) {
    const auto& [kernel, n] = launches[i];
    kernel::Request request;
    request.path = kernels.at(kernel);
    request.set = {fmt::format("n={:.0f}", n)};
    request.defines = {"BLOCK=16"};
    const kernel::Kernel k = kernel::load(request, compiler);
    profile::ProfileOptions options;
    options.threads = 1;
    summaries[i] = model::summarise(profile::profile(*k.module, k.launch, options));
    summaries[i].read_only_sectors = 0;  // their pointers are not __restrict__: no ld.global.nc
  });
  std::map<Launch, model::Summary> all;
  for (std::size_t i = 0; i < launches.size(); ++i) all.emplace(launches[i], std::move(summaries[i]));
  return all;
}

}  // namespace

std::vector<Sample> amaris_samples(const std::filesystem::path& data) {
  const Table t = table::read_csv(data / "amaris/App-GPU-CC-All.csv.gz");
  const auto profiles = profiles_of(launches_of(t));
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const auto known = profiles.find({t.texts("AppName")[i], t.numbers("Input.Size")[i]});
    if (known == profiles.end() || t.numbers("blockSize")[i] != 256) continue;
    const std::string& device = devices.at(t.texts("gpu_name")[i]);
    const auto p = model::predict(known->second, device::find_device(device));
    samples.push_back({fmt::format("{}, {}", kernels.at(known->first.first), device), t.numbers("Duration")[i],
                       p.time_s, p.low_s, p.high_s, p.limiter, kernels.at(known->first.first), device,
                       known->first.second});
  }
  return samples;
}

}  // namespace forewarp::bench
