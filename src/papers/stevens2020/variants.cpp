// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/stevens2020/variants.hpp"

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
  const bool cpu = kind == DeviceKind::cpu;
  std::vector<Application> all(3);
  all[0] = {
      "matmul",
      "matrix product (section 8.3)",
      "n",
      cpu ? std::vector<std::int64_t>{336, 432, 560, 688, 816} : std::vector<std::int64_t>{2064, 2576, 3088, 3600},
      {},
      4.3};
  all[1] = {"dg",
            "DG differentiation (section 8.4)",
            "nelements",
            cpu ? std::vector<std::int64_t>{2000, 3600, 5200, 8400, 12400}
                : std::vector<std::int64_t>{66000, 130000, 194000, 258000},
            {},
            7.5};
  all[2] = {"stencil",
            "five-point stencil (section 8.5)",
            "n",
            cpu ? std::vector<std::int64_t>{1008, 1456, 2016, 2912, 4032}
                : std::vector<std::int64_t>{4032, 6048, 8064, 10080},
            {},
            6.7};
  add(all[0], {"matmul", "matmul_prefetch"});
  add(all[1], {"dg", "dg_prefetch_u", "dg_prefetch_diff_mat", "dg_prefetch_diff_mat_transposed"});
  add(all[2], {"stencil_16", "stencil_18"});
  return all;
}

}  // namespace forewarp::papers::stevens2020
