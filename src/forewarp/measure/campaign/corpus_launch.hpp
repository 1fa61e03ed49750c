// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The launches of the corpus: every kernel at its sizes, each a point that can be measured and learnt from.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/description.hpp"

namespace forewarp::campaign {

struct CorpusLaunch {
  std::string id;  ///< "matmul_tiled n=1024": the kernel and what is not its default
  std::string kernel, area, suite;
  std::string path;              ///< what kernel::Request takes: a bundled kernel's name, or a folder
  std::vector<std::string> set;  ///< "n=1024"
};

/// All defaults, and each parameter at each of its sizes while the others keep their defaults; macros keep theirs, so
/// that the PTX that ships serves. What breaks a constraint of the kernel is left out.
[[nodiscard]] std::vector<CorpusLaunch> launches_of(const launch::Description& description, std::string_view path);

/// Of these kernels (names or folders); of all bundled ones where none is named. In the order of kernels, then sizes.
[[nodiscard]] std::vector<CorpusLaunch> corpus_launches(std::span<const std::string> kernels = {});

/// In an order in which every kernel comes once before any comes twice: defaults first, then the other sizes.
[[nodiscard]] std::vector<std::size_t> round_robin(std::span<const CorpusLaunch> launches);

/// Of the launches and of the files of their kernels: processes that share a campaign compare it.
[[nodiscard]] std::string corpus_digest(std::span<const CorpusLaunch> launches);

[[nodiscard]] kernel::Request request_of(const CorpusLaunch& launch);

}  // namespace forewarp::campaign
