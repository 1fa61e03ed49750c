// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The JSON header of a model file. Not installed: model_file.hpp is the interface.
#include "forewarp/learn/model_file.hpp"

namespace forewarp::learn {

struct ModelHeader {
  PipelineSpec spec;
  std::vector<std::string> classes;
  ModelNotes notes;
};

[[nodiscard]] std::string header_text(const Pipeline& pipeline, const ModelNotes& notes);
/// Throws InputError where the text is no header.
[[nodiscard]] ModelHeader parse_header(std::string_view text);

}  // namespace forewarp::learn
