// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A trained pipeline and where it comes from, in one file (docs/formats/model-file.md): a fixed start with version,
/// lengths and a checksum of everything; a JSON header for people and other programs; the numbers, aligned, used where
/// it is mapped. A truncated or altered file is refused.
#include <cstdint>
#include <filesystem>

#include "forewarp/learn/pipeline.hpp"

namespace forewarp::learn {

inline constexpr std::uint64_t model_file_version = 1;

/// One figure of how far off the model was: {"leave one kernel out", "MAPE", "%", 14.2}.
struct ErrorFigure {
  std::string split, metric, unit;
  double value = 0;
};

/// What the pipeline itself does not say. All given by the caller, so that the same input gives the same bytes.
struct ModelNotes {
  std::string data_digest = {};  ///< of what it was trained on (training_digest)
  std::uint64_t data_rows = 0;
  std::string split = {};  ///< how training and test rows were divided
  std::vector<ErrorFigure> errors = {};
  std::string device = {}, date = {};             ///< date: ISO 8601
  std::map<std::string, std::string> notes = {};  ///< anything else
};

struct ModelFile {
  Pipeline pipeline;
  ModelNotes notes;
};

/// 32 hex digits: of names, values, target and classes.
[[nodiscard]] std::string training_digest(const Samples& samples, const Target& target);

[[nodiscard]] std::vector<std::byte> model_bytes(const Pipeline& pipeline, const ModelNotes& notes);
/// bytes starts on a 64-byte boundary; the pipeline keeps owner alive. name precedes every message.
/// Throws InputError when the bytes are no model, of another version, truncated or altered.
[[nodiscard]] ModelFile model_from(std::span<const std::byte> bytes, std::shared_ptr<const void> owner,
                                   std::string_view name = "<model>", Trust trust = Trust::nothing);

/// Beside, then renamed. Throws InputError naming the path.
void write_model(const std::filesystem::path& path, const Pipeline& pipeline, const ModelNotes& notes);
/// Maps the file. Throws as model_from. Trust::writer leaves out the checksum and the walk through every tree: a
/// truncated file is still refused, an altered one may crash. Only for files that no other user can write.
[[nodiscard]] ModelFile read_model(const std::filesystem::path& path, Trust trust = Trust::nothing);

/// Sets lengths and checksum of whole-file bytes to what they are, for tools that change a model on purpose.
void reseal(std::span<std::byte> bytes);

}  // namespace forewarp::learn
