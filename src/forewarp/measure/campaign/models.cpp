// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/models.hpp"

#include <algorithm>
#include <cstdlib>

#include "forewarp/measure/campaign/training_table.hpp"
#include "forewarp/model/device/driver_name.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::campaign {
namespace {

namespace fs = std::filesystem;

std::string plain(const std::string& name) {
  std::string out;
  for (const char c : name)
    if (is_letter(c) || is_digit(c)) out += c;
  return lower_case(out);
}

/// By name, else by data sheet: a driver reports "Tesla V100-SXM2-16GB".
bool same_device(const std::string& a, const std::string& b) {
  if (plain(a) == plain(b)) return true;
  const auto x = device::data_sheet_of(a), y = device::data_sheet_of(b);
  return x && y && x->name == y->name;
}

bool is_synthetic(const FoundModel& model) {
  const auto source = model.model.notes.notes.find("source");
  return source != model.model.notes.notes.end() && source->second == "synthetic";
}

struct Folder {
  fs::path path;
  bool shipped = false;
};

std::vector<Folder> folders() {
  std::vector<Folder> all;
  if (const auto own = own_models_folder()) all.push_back({*own, false});
  try {
    all.push_back({shipped_file("models"), true});
  } catch (const Unavailable&) {
    return all;
  }
  return all;
}

/// In the order of their names, the user's own first.
std::vector<FoundModel> all_models() {
  std::vector<FoundModel> models;
  for (const Folder& folder : folders()) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path, none))
      if (entry.path().extension() == ".fwm") files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) models.push_back({file, learn::read_model(file), folder.shipped, true});
  }
  return models;
}

bool is_of_cpu(const FoundModel& model) {
  const auto kind = model.model.notes.notes.find("device kind");
  return kind != model.model.notes.notes.end() && kind->second == "cpu";
}

}  // namespace

std::optional<fs::path> own_models_folder() {
  if (const char* folder = std::getenv("FOREWARP_MODELS")) return fs::path(folder);
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
    return fs::path(data) / "forewarp/models";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".local/share/forewarp/models";
  return std::nullopt;
}

std::optional<FoundModel> find_model(const std::string& device, const std::string& target, bool is_cpu,
                                     bool has_sheet) {
  std::vector<FoundModel> models = all_models();
  std::erase_if(models, [&](const FoundModel& m) { return m.model.pipeline.spec().target.name != target; });
  std::ranges::stable_partition(models, [](const FoundModel& m) { return !is_synthetic(m); });
  for (FoundModel& model : models)
    if (same_device(model.model.notes.device, device)) return std::move(model);
  for (FoundModel& model : models)
    if ((is_cpu && is_of_cpu(model)) || (has_sheet && model.model.notes.device == every_device)) {
      model.exact = false;
      return std::move(model);
    }
  return std::nullopt;
}

std::string models_there() {
  std::string text;
  for (const FoundModel& m : all_models())
    text += (text.empty() ? "" : "; ") + m.model.pipeline.spec().target.name + " on " + m.model.notes.device;
  return text;
}

}  // namespace forewarp::campaign
