// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "corpus_kernels.hpp"

#include <algorithm>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::count {

namespace {

/// Those that need sizes or unknowns of their own.
const std::vector<CorpusCase>& listed() {
  static const std::vector<CorpusCase> cases{
      {"backprop_adjust_weights", {{{{"n", 16}}, {{"n", 64}}, {{"n", 160}}}}},
      {"backprop_layer_forward", {{{{"n", 16}}, {{"n", 64}}, {{"n", 160}}}}},
      {"bfs_step",
       {{{{"nodes", 100}, {"degree", 2}}, {{"nodes", 999}, {"degree", 4}}, {{"nodes", 2048}, {"degree", 4}}}},
       {{"cu", 11}, {"cl", 11}}},
      {"binomial_series",
       {{{{"terms", 1}, {"blocks", 1}}, {{"terms", 7}, {"blocks", 2}}, {{"terms", 38}, {"blocks", 3}}}}},
      // partner = i ^ distance <= i: not affine in i and distance.
      {"bitonic_step",
       {{{{"n", 1024}, {"distance", 32}, {"run", 64}},
         {{"n", 2048}, {"distance", 1}, {"run", 2}},
         {{"n", 4096}, {"distance", 256}, {"run", 512}}}},
       {{"cu", 2}}},
      {"dot_product", {{{{"n", 100}}, {{"n", 1024}}, {{"n", 3333}}}}},
      {"gaussian_fan1", {{{{"n", 100}}, {{"n", 512}, {"step", 7}}, {{"n", 1111}, {"step", 600}}}}},
      {"gaussian_fan2", {{{{"n", 20}}, {{"n", 64}, {"step", 7}}, {{"n", 111}, {"step", 60}}}}},
      {"heartwall_track", {{{{"points", 1}}, {{"points", 2}}, {{"points", 4}}}}, {{"cu", 41}}},
      {"histogram", {{{{"n", 1000}, {"blocks", 4}}, {{"n", 4096}, {"blocks", 4}}, {{"n", 33333}, {"blocks", 4}}}}},
      {"hotspot", {{{{"n", 12}}, {{"n", 40}}, {{"n", 101}}}}},
      {"lud_diagonal", {{{{"n", 16}}, {{"n", 64}, {"first", 16}}, {{"n", 128}, {"first", 112}}}}},
      {"lud_internal", {{{{"n", 32}}, {{"n", 64}, {"first", 16}}, {{"n", 128}, {"first", 48}}}}},
      {"lud_perimeter", {{{{"n", 32}}, {{"n", 64}, {"first", 16}}, {{"n", 128}, {"first", 48}}}}},
      {"matmul_global_coalesced", {{{{"n", 16}}, {{"n", 48}}, {{"n", 80}}}}},
      {"matmul_global_uncoalesced", {{{{"n", 16}}, {{"n", 48}}, {{"n", 80}}}}},
      {"matmul_shared_coalesced", {{{{"n", 16}}, {{"n", 48}}, {{"n", 80}}}}},
      {"matmul_shared_uncoalesced", {{{{"n", 16}}, {{"n", 48}}, {{"n", 80}}}}},
      {"matmul_tiled", {{{{"n", 16}}, {{"n", 48}}, {{"n", 80}}}}},
      {"matrix_add_coalesced", {{{{"n", 16}}, {{"n", 50}}, {{"n", 101}}}}},
      {"matrix_add_uncoalesced", {{{{"n", 16}}, {{"n", 50}}, {{"n", 101}}}}},
      {"maximum_subarray",
       {{{{"n", 4096}, {"blocks", 1}}, {{"n", 16384}, {"blocks", 2}}, {{"n", 16384}, {"blocks", 4}}}}},
      {"nbody", {{{{"n", 256}}, {{"n", 512}}, {{"n", 1024}}}}},
      {"needleman_wunsch_1",
       {{{{"n", 64}, {"diagonal", 0}}, {{"n", 64}, {"diagonal", 3}}, {{"n", 128}, {"diagonal", 5}}}}},
      {"needleman_wunsch_2",
       {{{{"n", 64}, {"diagonal", 0}}, {{"n", 64}, {"diagonal", 2}}, {{"n", 128}, {"diagonal", 5}}}}},
      {"reduction", {{{{"n", 1000}, {"blocks", 4}}, {{"n", 4096}, {"blocks", 4}}, {{"n", 33333}, {"blocks", 4}}}}},
      {"saxpy", {{{{"n", 1000}, {"blocks", 3}}, {{"n", 4096}, {"blocks", 3}}, {{"n", 33333}, {"blocks", 3}}}}},
      {"scan", {{{{"n", 512}}, {{"n", 1024}}, {{"n", 2560}}}}},
      {"sgemm_registers", {{{{"n", 64}}, {{"n", 128}}, {{"n", 192}}}}},
      {"spmv_csr", {{{{"rows", 100}}, {{"rows", 999}}, {{"rows", 2048}}}}, {{"cu", 5}, {"cl", 3}}},
      {"stencil5_global", {{{{"n", 16}}, {{"n", 50}}, {{"n", 101}}}}},
      {"stencil5_shared", {{{{"n", 16}}, {{"n", 48}}, {{"n", 96}}}}},
      {"transpose_naive", {{{{"n", 32}}, {{"n", 64}}, {{"n", 160}}}}},
      {"transpose_padded", {{{{"n", 32}}, {{"n", 64}}, {{"n", 160}}}}},
      {"transpose_tiled", {{{{"n", 32}}, {{"n", 64}}, {{"n", 160}}}}},
      {"vector_add", {{{{"n", 100}}, {{"n", 1024}}, {{"n", 3333}}}}},
  };
  return cases;
}

/// The kernel's small launch, and with its sizes multiplied where that is allowed: three launches.
CorpusCase by_its_check(const std::string& name) {
  const launch::Description description = launch::load_kernel(name);
  CorpusCase out{.kernel = name, .launches = {}, .listed = false};
  std::size_t found = 0;
  for (std::int64_t factor = 1; factor <= 8 && found < out.launches.size(); ++factor) {
    std::map<std::string, std::int64_t> sizes = description.check;
    for (auto& [parameter, value] : sizes) value *= factor;
    try {
      static_cast<void>(launch::launch_from(description, {.set = sizes}));
      out.launches[found++] = sizes;
    } catch (const InputError&) {  // a constraint: the next may keep it
    }
  }
  return out;
}

}  // namespace

const std::vector<CorpusCase>& corpus_cases() {
  static const std::vector<CorpusCase> all = [] {
    std::vector<CorpusCase> cases = listed();
    for (const std::string& name : launch::corpus_names())
      if (std::none_of(cases.begin(), cases.end(), [&](const CorpusCase& c) { return c.kernel == name; }))
        cases.push_back(by_its_check(name));
    return cases;
  }();
  return all;
}

}  // namespace forewarp::count
