// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The models of time and power that answer for a device: of the user's own campaigns (forewarp retrain), then those
/// that ship in data/models/, each trained on measurements of the device that its file names.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/learn/model_file.hpp"

namespace forewarp::campaign {

/// FOREWARP_MODELS, else XDG_DATA_HOME/forewarp/models, else ~/.local/share/forewarp/models; nothing without a home.
[[nodiscard]] std::optional<std::filesystem::path> own_models_folder();

struct FoundModel {
  std::filesystem::path file;
  learn::ModelFile model;
  bool shipped = false;
  bool exact = true;  ///< trained on a device of this very name, not on one of the same kind
};

/// The model of a target ("time", "power") for a device by its name ("NVIDIA H200", "H200"); names are compared without
/// case, blanks and dashes, and by the data sheets they lead to. Measured ones come before synthetic ones, the user's
/// own before those that ship. For a CPU that was
/// never measured: one of another CPU, exact = false; for a device with a data sheet that was never measured: one of
/// several devices, exact = false. Nothing where there is none. Throws InputError for a damaged
/// file.
[[nodiscard]] std::optional<FoundModel> find_model(const std::string& device, const std::string& target,
                                                   bool is_cpu = false, bool has_sheet = false);

/// What the model of several devices has as its device.
inline constexpr const char* every_device = "every device";

/// "time on H200, V100; power on H200" of what is there; empty where nothing is.
[[nodiscard]] std::string models_there();

}  // namespace forewarp::campaign
