// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The quick way for many variants of one file of device code: NVRTC, with a key from a quick preprocessor run.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/detail/preprocessed.hpp"
#include "forewarp/frontend/source/nvrtc.hpp"

namespace forewarp::source {

/// Whether NVRTC may be tried on this job at all: nvcc chosen, many variants wanted, no flag that only nvcc knows.
[[nodiscard]] bool may_use_nvrtc(const Job& job);

/// Key and dependencies of the job for NVRTC. The host's preprocessor replaces NVRTC's own, which cannot be queried;
/// a file that looks at macros it may answer differently gets its -D values into the key as they are. Nothing when the
/// file includes what NVRTC has not, or there is no preprocessor.
[[nodiscard]] std::optional<Preprocessed> preprocess_for_nvrtc(const Job& job, const Nvrtc& nvrtc);

[[nodiscard]] NvrtcOutcome compile_with_nvrtc(const Job& job, const Nvrtc& nvrtc);

/// Directive lines of `cpp -dU` output taken out of `text`; returns whether one names a reserved macro as undefined
/// that is none of `known`.
[[nodiscard]] bool take_out_directives(std::string& text, const std::vector<std::string>& known);

}  // namespace forewarp::source
