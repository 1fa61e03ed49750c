// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/device_index.hpp"

#include <charconv>
#include <map>

#include <fmt/format.h>

#include "forewarp/model/device/detail/figures.hpp"

namespace forewarp::device::detail {
namespace {

// All devices in one text that is fast to read. Sources first, each once and numbered; then per
// device four lines of text, its aliases, its comparisons with measured times, and for each figure its value and the
// number of its source:
//
//     2                                   two sources
//     NVIDIA A100 data sheet
//     CUDA C++ Programming Guide, table of compute capabilities
//     1                                   one device
//     A100 ... 108 0 32 1 ...             value, source, value, source
//
// Figures are in the order of figures(), so index_format(), which lists their names, is a part of
// the cache's key.
constexpr int no_source = -1;
constexpr std::string_view dram_type_key = "dram_type";

/// Sources with their numbers, in the order of their first use: hundreds of figures share one.
class SourceNumbers {
 public:
  int number_of(const DeviceSpec& device, std::string_view key) {
    const auto found = device.sources.find(std::string(key));
    if (found == device.sources.end()) return no_source;
    const auto [at, is_new] = numbers_.try_emplace(found->second, static_cast<int>(numbers_.size()));
    if (is_new) lines_ += found->second + "\n";
    return at->second;
  }
  [[nodiscard]] std::string text() const { return fmt::format("{}\n{}", numbers_.size(), lines_); }

 private:
  std::map<std::string, int> numbers_;
  std::string lines_;
};

/// Takes the text apart; after the first thing that does not fit, ok() is false and what comes is empty or 0.
class IndexReader {
 public:
  explicit IndexReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return fail(), std::string_view{};
    const std::string_view taken = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return taken;
  }

  /// Up to and with the blank or newline after it.
  template <typename T>
  T number() {
    T value{};
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    const auto taken = static_cast<std::size_t>(end - rest_.data());
    if (error != std::errc() || taken == rest_.size() || (*end != ' ' && *end != '\n')) return fail(), T{};
    rest_.remove_prefix(taken + 1);
    return value;
  }

  /// As many lines as the number before them says.
  std::vector<std::string> lines() {
    std::vector<std::string> all;
    for (auto left = number<std::size_t>(); ok_ && left > 0; --left) all.emplace_back(line());
    return all;
  }

  void fail() {
    ok_ = false;
    rest_ = {};
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

void read_source(IndexReader& reader, const std::vector<std::string>& sources, std::string_view key,
                 DeviceSpec& device) {
  const int number = reader.number<int>();
  if (number == no_source || !reader.ok()) return;
  if (number < 0 || static_cast<std::size_t>(number) >= sources.size()) return reader.fail();
  device.sources.emplace(key, sources[static_cast<std::size_t>(number)]);
}

TimeComparison read_comparison(IndexReader& reader) {
  TimeComparison one;
  one.what = reader.line();
  one.command = reader.line();
  one.boards = reader.lines();
  one.times = reader.number<unsigned>();
  for (auto left = reader.number<std::size_t>(); reader.ok() && left > 0; --left)
    one.median_errors.push_back(reader.number<double>());
  return one;
}

std::string comparison_text(const TimeComparison& one) {
  std::string text = fmt::format("{}\n{}\n{}\n", one.what, one.command, one.boards.size());
  for (const std::string& board : one.boards) text += board + "\n";
  text += fmt::format("{} {}", one.times, one.median_errors.size());
  for (const double error : one.median_errors) text += fmt::format(" {}", error);
  return text + "\n";
}

DeviceSpec read_device(IndexReader& reader, const std::vector<std::string>& sources) {
  DeviceSpec device;
  device.name = reader.line();
  device.architecture = reader.line();
  device.dram_type = reader.line();
  device.target = reader.line();
  device.aliases = reader.lines();
  for (auto left = reader.number<std::size_t>(); reader.ok() && left > 0; --left)
    device.checked.push_back(read_comparison(reader));
  device.vendor = static_cast<Vendor>(reader.number<unsigned>());
  read_source(reader, sources, dram_type_key, device);
  for (const Figure& figure : figures()) {
    figure.set(device, reader.number<double>());
    read_source(reader, sources, figure.key, device);
  }
  return device;
}

}  // namespace

std::string index_text(const std::vector<DeviceSpec>& devices) {
  SourceNumbers sources;
  std::string text = fmt::format("{}\n", devices.size());
  for (const DeviceSpec& d : devices) {
    text += fmt::format("{}\n{}\n{}\n{}\n{}\n", d.name, d.architecture, d.dram_type, d.target, d.aliases.size());
    for (const std::string& alias : d.aliases) text += alias + "\n";
    text += fmt::format("{}\n", d.checked.size());
    for (const TimeComparison& one : d.checked) text += comparison_text(one);
    text += fmt::format("{} {}", static_cast<unsigned>(d.vendor), sources.number_of(d, dram_type_key));
    for (const Figure& figure : figures())
      text += fmt::format(" {} {}", figure.get(d), sources.number_of(d, figure.key));
    text += "\n";
  }
  return sources.text() + text;
}

std::optional<std::vector<DeviceSpec>> devices_of_index(std::string_view text) {
  IndexReader reader(text);
  const std::vector<std::string> sources = reader.lines();
  std::vector<DeviceSpec> devices;
  for (auto left = reader.number<std::size_t>(); reader.ok() && left > 0; --left)
    devices.push_back(read_device(reader, sources));
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return devices;
}

std::string index_format() {
  std::string format = "devices 4";
  for (const Figure& figure : figures()) format += fmt::format(" {}", figure.key);
  return format;
}

}  // namespace forewarp::device::detail
