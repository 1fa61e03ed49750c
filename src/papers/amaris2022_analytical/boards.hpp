// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The boards of amaris2022: what the authors' scripts take for their clocks and cores, and what our database says.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/model/bsp/bsp.hpp"
#include "forewarp/model/bsp/extended.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers::amaris2022_analytical {

inline constexpr std::string_view published_at = "https://github.com/marcosamaris/gpuperfpredict";

enum class Architecture { kepler, maxwell, pascal };

struct Gpu {
  std::string name;  ///< as the paper and its files have it
  Architecture architecture{};
  bool ecc = false;               ///< by its DRAM transactions: 17 % more than the others' for the same vector addition
  model::bsp::Processor scripts;  ///< R and P of deviceInfo.csv, which mixes base and boost clocks
  model::bsp::Board board;        ///< of our database; boost as it was seen, see measured_boost_hz
  unsigned memory_channels = 0;   ///< of 64 bits
  double l2_bytes = 0;
};

/// The eight Kepler and Maxwell boards of Table 5 and the P100, in the paper's order. files grows by what is read.
[[nodiscard]] std::vector<Gpu> read_gpus(const Options& options, std::vector<std::string>& files);

/// Position of a board by the paper's name. Throws InputError where there is none.
[[nodiscard]] std::size_t gpu_index(const std::vector<Gpu>& gpus, std::string_view name);

}  // namespace forewarp::papers::amaris2022_analytical
