// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Both of CUDA Flux's files: what stands before the first line "=====" is PTX_Analysis.yml, the rest bbc.txt.
#include "forewarp/model/feature/flux.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/flux.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  test::answer([&] {
    const std::string text = test::text_of(data, size);
    const std::size_t border = std::min(text.find("=====\n"), text.size());
    const auto kernels = table::parse_ptx_analysis(std::string_view(text).substr(0, border), "PTX_Analysis.yml");
    const std::string_view counters = std::string_view(text).substr(std::min(border + 6, text.size()));
    const Table launches = table::flux_launches(counters, "bbc.txt", kernels);
    FOREWARP_ASSERT(feature::with_flux_features(launches).rows() == launches.rows(), "a launch keeps its row");
  });
  return 0;
}
