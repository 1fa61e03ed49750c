// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_learned/learned.hpp"

#include "papers/amaris2022_learned/ours.hpp"
#include "papers/amaris2022_learned/scenario1.hpp"
#include "papers/amaris2022_learned/scenario2.hpp"

namespace forewarp::papers::amaris2022_learned {

Reproduction learned(const Options& options) {
  constexpr std::size_t most = 100;  // launches a kernel and GPU, as section 4.4.2
  Reproduction result;
  const Launches rodinia = read_rodinia(options, result.files, most);
  add_scenario1(result, rodinia, options);
  add_matrix_vector(result, read_matrix_vector(options, result.files, most), options);
  add_selection(result, rodinia);
  add_scenario2(result, rodinia, options);
  add_figures(result, rodinia, options);
  add_ours(result, rodinia, options);
  return result;
}

}  // namespace forewarp::papers::amaris2022_learned
