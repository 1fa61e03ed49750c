// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/stevens2020/variants.hpp"
#include "papers/published.hpp"

#include <fmt/format.h>

#include "forewarp/support/file.hpp"

namespace forewarp::papers::stevens2020 {
namespace {

using calibrate::DeviceKind;

Variant variant_of(const std::string& name, const Application& application) {
  Variant variant{name, {}, {}};
  const std::string program = read_file(shipped_file(fmt::format("loop/{}.loop", name)));
  for (const std::int64_t size : application.sizes) {
    model::expression::Sizes sizes{{application.size, size}};
    if (application.name == "dg") {
      sizes["nunit_nodes"] = 64;
      if (name != "dg_prefetch_u") sizes["nmatrices"] = 3;
    }
    const std::string id = fmt::format("{} {}:{}", name, application.size, size);
    variant.kernels.push_back({id, name, program, sizes});
    variant.memory_only.push_back({id + " memory alone", name, program + "remove_work\n", sizes});
  }
  return variant;
}

void add(Application& application, const std::vector<std::string>& names) {
  for (const std::string& name : names) application.variants.push_back(variant_of(name, application));
}

}  // namespace

std::vector<Application> applications(DeviceKind kind) {
  using Sizes = std::vector<std::int64_t>;
  const auto sizes = [kind](Sizes on_cpu, Sizes on_gpu) { return kind == DeviceKind::cpu ? on_cpu : on_gpu; };
  const Sizes matmul = sizes({336, 432, 560, 688, 816}, {2064, 2576, 3088, 3600}),
              dg = sizes({2000, 3600, 5200, 8400, 12400}, {66000, 130000, 194000, 258000}),
              stencil = sizes({1008, 1456, 2016, 2912, 4032}, {4032, 6048, 8064, 10080});
  std::vector<Application> all{
      {"matmul", "matrix product (section 8.3)", "n", matmul, {}, published("stevens2020.matmul")},
      {"dg", "DG differentiation (section 8.4)", "nelements", dg, {}, published("stevens2020.dg")},
      {"stencil", "five-point stencil (section 8.5)", "n", stencil, {}, published("stevens2020.stencil")}};
  add(all[0], {"matmul", "matmul_prefetch"});
  add(all[1], {"dg", "dg_prefetch_u", "dg_prefetch_diff_mat", "dg_prefetch_diff_mat_transposed"});
  add(all[2], {"stencil_16", "stencil_18"});
  return all;
}

}  // namespace forewarp::papers::stevens2020
