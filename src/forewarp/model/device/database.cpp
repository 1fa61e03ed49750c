// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/database.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/model/device/detail/architectures.hpp"
#include "forewarp/model/device/detail/consistency.hpp"
#include "forewarp/model/device/detail/device_file.hpp"
#include "forewarp/model/device/detail/device_index.hpp"
#include "forewarp/model/device/detail/figures.hpp"
#include "forewarp/model/device/detail/names.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::device {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;

const fs::path* by_stem(const std::vector<fs::path>& files, std::string_view name) {
  const std::string key = detail::canonical(name);
  for (const fs::path& file : files)
    if (detail::canonical(file.stem().string()) == key) return &file;
  return nullptr;
}

/// A device's file, its architecture's, which has what the first leaves out, and that of its kind of memory. No
/// architecture is fine for a file that is complete, no memory for one of a kind that has no file. Order of precedence:
/// the device's own figure, then the architecture's, then the memory's; so a device with a deviating figure states only
/// that one.
struct Sheet {
  const detail::DeviceFile& own;
  const detail::DeviceFile* inherited = nullptr;
  const detail::DeviceFile* memory = nullptr;
  std::string hint = {};  // for the message about a missing figure

  Sheet(const detail::DeviceFile& file, detail::SharedSheets& shared) : own(file) {
    find_architecture(shared.architectures);
    if (const detail::Text* type = text("dram_type")) memory = shared.memories.find(type->value);
  }

  /// nullptr where none of the files has it.
  [[nodiscard]] const detail::FigureValue* figure(std::string_view key) const {
    return in(&detail::DeviceFile::figures, key);
  }
  [[nodiscard]] const detail::Text* text(std::string_view key) const { return in(&detail::DeviceFile::texts, key); }
  [[nodiscard]] const std::vector<TimeComparison>& checked() const {
    return own.checked.empty() && inherited != nullptr ? inherited->checked : own.checked;
  }

 private:
  void find_architecture(detail::Architectures& architectures) {
    const auto named = own.texts.find("architecture");
    if (named == own.texts.end()) return;
    inherited = architectures.find(named->second.value);
    if (inherited != nullptr) return;
    const auto nearest = detail::nearest_names(named->second.value, architectures.names(), 4);
    hint = fmt::format("; no architecture \"{}\" to inherit it from{}", named->second.value,
                       nearest.empty() ? "" : fmt::format(", closest: {}", fmt::join(nearest, ", ")));
  }

  template <typename Map>
  const typename Map::mapped_type* in(Map detail::DeviceFile::*map, std::string_view key) const {
    for (const detail::DeviceFile* file : {&own, inherited, memory}) {
      if (file == nullptr) continue;
      if (const auto found = (file->*map).find(key); found != (file->*map).end()) return &found->second;
    }
    return nullptr;
  }
};

[[noreturn]] void missing(const Sheet& sheet, std::string_view key, std::string_view expected) {
  throw ParseError({sheet.own.path, 1, 0}, fmt::format("missing \"{}\": expected {}{}", key, expected, sheet.hint));
}

void fill_texts(DeviceSpec& device, const Sheet& sheet) {
  const auto text = [&](const char* key) -> const detail::Text& {
    const detail::Text* found = sheet.text(key);
    if (found == nullptr) missing(sheet, key, "a string between quotes");
    return *found;
  };
  device.name = text("name").value;
  device.aliases = sheet.own.aliases;
  device.architecture = text("architecture").value;
  device.dram_type = text("dram_type").value;
  device.sources["dram_type"] = text("dram_type").source;
  device.checked = sheet.checked();
  if (const detail::Text* target = sheet.text("target")) device.target = target->value;
  const detail::Text& vendor = text("vendor");
  if (vendor.value == "nvidia")
    device.vendor = Vendor::nvidia;
  else if (vendor.value == "amd")
    device.vendor = Vendor::amd;
  else if (vendor.value == "other")
    device.vendor = Vendor::other;
  else
    throw ParseError(vendor.where,
                     fmt::format("vendor: expected \"nvidia\", \"amd\" or \"other\", got \"{}\"", vendor.value));
}

/// Every figure of the table in turn: set, with its source, or missing. Figures that are not
/// required keep the default of DeviceSpec, which must therefore mean "not known" or the usual
/// behaviour.
void fill_figures(DeviceSpec& device, const Sheet& sheet) {
  for (const detail::Figure& figure : detail::figures()) {
    if (const detail::FigureValue* found = sheet.figure(figure.key)) {
      figure.set(device, found->value * figure.scale);
      device.sources[std::string(figure.key)] = found->source;
    } else if (figure.required) {
      missing(sheet, figure.key, detail::expectation(figure));
    }
  }
  if (device.registers_per_block == 0) device.registers_per_block = device.registers;
  device.l2_bytes_per_s *= device.boost_hz;  // the file gives bytes per cycle
}

/// A cheap test before parsing: a device that answers to a name has the name in its text.
bool mentions(const fs::path& file, std::string_view key) {
  return detail::canonical(read_file(file, max_file_bytes)).find(key) != std::string::npos;
}

bool answers_to(const DeviceSpec& device, std::string_view key) {
  const auto is_key = [&](const std::string& name) { return detail::canonical(name) == key; };
  return is_key(device.name) || std::any_of(device.aliases.begin(), device.aliases.end(), is_key);
}

/// "Kepler GK110" and "Kepler", which GK104 has, too.
std::set<std::string> names_of_architectures() {
  std::set<std::string> names;
  for (const DeviceSpec& device : shipped_devices()) {
    names.insert(device.architecture);
    names.insert(device.architecture.substr(0, device.architecture.find(' ')));
  }
  return names;
}

[[noreturn]] void no_such_device(std::string_view name) {
  std::vector<std::string> names;
  for (const DeviceSpec& device : shipped_devices()) names.push_back(device.name);
  for (const std::string& architecture : names_of_architectures()) names.push_back(architecture);
  constexpr std::size_t most = 8;  // there are seven boards with Orin in their name
  const auto nearest = detail::nearest_names(name, names, most);
  throw InputError(fmt::format("no device \"{}\"{}; forewarp devices lists all, the path of a .toml file is your own",
                               name.substr(0, 80),
                               nearest.empty() ? "" : fmt::format("; closest: {}", fmt::join(nearest, ", "))));
}

DeviceSpec device_from(const detail::DeviceFile& file, detail::SharedSheets& shared) {
  const Sheet sheet(file, shared);
  DeviceSpec device;
  fill_texts(device, sheet);
  fill_figures(device, sheet);
  const auto place = [&](std::string_view key) -> std::optional<SourceLocation> {
    const auto figure = file.figures.find(key);
    if (figure == file.figures.end()) return std::nullopt;
    return figure->second.where;
  };
  detail::check_consistency(device, {{file.path, 1, 0}, place});
  return device;
}

std::vector<DeviceSpec> parse_shipped_devices(const std::vector<fs::path>& files,
                                              const std::vector<std::string>& texts) {
  detail::SharedSheets shared;
  std::vector<DeviceSpec> all;
  all.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i)
    all.push_back(device_from(detail::parse_device_file(texts[i], files[i]), shared));
  std::sort(all.begin(), all.end(), [](const DeviceSpec& a, const DeviceSpec& b) { return a.name < b.name; });
  return all;
}

/// From the index that the cache keeps of these files, which takes a fifth of the time; else from
/// the files themselves, and the cache keeps an index from then on. The key is a digest of all
/// texts and of the list of figures, so an edited data sheet or a new figure is never answered from
/// an old index.
std::vector<DeviceSpec> read_shipped_devices() {
  const auto files = detail::toml_files(shipped_file("devices"));
  std::vector<std::string> texts;
  std::string contents = detail::index_format();
  const auto add = [&](const fs::path& file) {
    texts.push_back(read_file(file, max_file_bytes));
    contents += fmt::format("\n{} {}\n", file.filename().string(), texts.back().size()) + texts.back();
  };
  for (const fs::path& file : files) add(file);
  for (const char* folder : {"devices/architectures", "devices/memories"})
    for (const fs::path& file : detail::toml_files(shipped_file(folder))) add(file);
  const std::string key = digest(contents) + ".devices";
  source::CacheStore cache;
  if (const auto text = cache.get(key))
    if (auto devices = detail::devices_of_index(*text)) return *std::move(devices);
  std::vector<DeviceSpec> devices = parse_shipped_devices(files, texts);
  cache.put(key, detail::index_text(devices));
  return devices;
}

}  // namespace

DeviceSpec load_device(const fs::path& path) {
  detail::SharedSheets shared;
  return device_from(detail::read_device_file(path), shared);
}

DeviceSpec parse_device(std::string_view text, const fs::path& file) {
  detail::SharedSheets shared;
  return device_from(detail::parse_device_file(text, file), shared);
}

const std::vector<DeviceSpec>& shipped_devices() {
  // Never destroyed: taking ten thousand small strings apart at the end takes as long as a tenth of reading them.
  static const auto& devices = *new std::vector<DeviceSpec>(read_shipped_devices());
  return devices;
}

namespace {

/// Whether the architecture is the one meant: whole, or by its first word.
bool is_of_architecture(const DeviceSpec& device, std::string_view key) {
  const std::string& whole = device.architecture;
  return detail::canonical(whole) == key || detail::canonical(whole.substr(0, whole.find(' '))) == key;
}

/// Data sheets that ship and were asked for before, by canonical name: a copy takes a thousandth of the time that
/// reading and parsing take, and a live page asks for the same ones at each move of a slider. Like shipped_devices(),
/// they are those of the first time until the process ends.
class AskedFor {
 public:
  [[nodiscard]] std::optional<DeviceSpec> find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = devices_.find(key);
    return found == devices_.end() ? std::nullopt : std::optional(found->second);
  }
  DeviceSpec keep(const std::string& key, DeviceSpec device) {
    const std::lock_guard lock(mutex_);
    devices_.insert_or_assign(key, device);
    return device;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, DeviceSpec> devices_;
};

AskedFor& asked_for() {
  static auto& devices = *new AskedFor;  // never destroyed, as those of shipped_devices()
  return devices;
}

/// The name without the vendor that drivers put before it: "nvidiageforcertx3060" is "geforcertx3060".
std::string_view without_vendor(std::string_view key) {
  for (const std::string_view vendor : {"nvidia", "amd"})
    if (key.starts_with(vendor) && key.size() > vendor.size()) return key.substr(vendor.size());
  return key;
}

/// The name of a shipped file; a name or an alias inside one.
std::optional<DeviceSpec> shipped_device(const std::vector<fs::path>& files, std::string_view key) {
  if (const fs::path* file = by_stem(files, key)) return load_device(*file);
  for (const fs::path& file : files) {
    if (!mentions(file, key)) continue;  // reading is a hundred times cheaper than parsing
    DeviceSpec device = load_device(file);
    if (answers_to(device, key)) return device;
  }
  return std::nullopt;
}

/// In this order: a path; a shipped device; one that is called so without the vendor, since "NVIDIA Titan X" and
/// "Titan X" are two. Nothing where none of them fits, so that the caller may still try architectures.
std::optional<DeviceSpec> device_called(std::string_view name_or_path) {
  const fs::path path(name_or_path);
  if (path.extension() == ".toml" || name_or_path.find('/') != std::string_view::npos) return load_device(path);
  const std::string key = detail::canonical(name_or_path);
  if (key.empty()) throw InputError("the name of a device is empty");
  if (auto known = asked_for().find(key)) return known;
  const auto files = detail::toml_files(shipped_file("devices"));
  std::optional<DeviceSpec> device = shipped_device(files, key);
  if (const std::string_view model = without_vendor(key); !device && model != key)
    device = shipped_device(files, model);
  if (!device) return std::nullopt;
  return asked_for().keep(key, *std::move(device));
}

}  // namespace

DeviceSpec find_device(std::string_view name_or_path) {
  auto device = device_called(name_or_path);
  if (!device) no_such_device(name_or_path);
  return *std::move(device);
}

std::vector<DeviceSpec> find_devices(std::string_view name_or_path) {
  const std::string key = detail::canonical(name_or_path);
  if (key == "all") return shipped_devices();
  if (auto device = device_called(name_or_path)) return {*std::move(device)};
  std::vector<DeviceSpec> of_architecture;
  for (const DeviceSpec& device : shipped_devices())
    if (is_of_architecture(device, key)) of_architecture.push_back(device);
  if (of_architecture.empty()) no_such_device(name_or_path);
  return of_architecture;
}

}  // namespace forewarp::device
