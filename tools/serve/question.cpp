// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "forewarp/support/error.hpp"
#include "serve/base64.hpp"

namespace forewarp::serve {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_word_bytes = 4096, max_launch_bytes = 65536, max_devices = 24, max_entries = 64,
                      max_name_bytes = 120;
constexpr int max_depth = 64;
constexpr double max_clock_mhz = 20000, max_measured_s = 1e6;
constexpr unsigned max_registers = 255;

std::string text_of(const Json& json, std::string_view member, std::size_t max_bytes) {
  if (!json.is_string()) throw InputError(fmt::format("the question's '{}' is no text", member));
  const auto& text = json.get_ref<const std::string&>();
  if (text.size() > max_bytes)
    throw InputError(fmt::format("the question's '{}' is longer than {} kB", member, max_bytes / 1024));
  if (text.find('\0') != std::string::npos)
    throw InputError(fmt::format("the question's '{}' has a zero byte", member));
  return text;
}

/// The name of a file without any folder, which may become part of a path.
std::string name_of(const Json& json) {
  const std::string name = text_of(json, "name", max_name_bytes);
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == '+';
  };
  if (name.empty() || name.front() == '.' || name.front() == '-' || !std::ranges::all_of(name, is_allowed))
    throw InputError("the question's 'name' is not the plain name of a file: letters, digits, '.', '_', '-' and '+'");
  return name;
}

std::vector<std::string> texts_of(const Json& json, std::string_view member, std::size_t most) {
  if (!json.is_array() || json.size() > most)
    throw InputError(fmt::format("the question's '{}' is no array of at most {} texts", member, most));
  std::vector<std::string> texts;
  for (const Json& one : json) texts.push_back(text_of(one, member, max_word_bytes));
  return texts;
}

/// Data sheets that ship: a device may also be a file, which the user did not open here.
std::vector<std::string> devices_of(const Json& json) {
  std::vector<std::string> devices = texts_of(json, "devices", max_devices);
  for (const std::string& device : devices)
    if (device.empty() || device.find_first_of("/\\,") != std::string::npos || device.ends_with(".toml"))
      throw InputError(fmt::format("'{}' is not the name of a device", device));
  if (devices.empty()) throw InputError("the question names no device");
  return devices;
}

double number_of(const Json& json, std::string_view member, double most) {
  const double value = json.is_number() ? json.get<double>() : -1;
  if (!(value >= 0 && value <= most))
    throw InputError(fmt::format("the question's '{}' is no number from 0 to {}", member, most));
  return value;
}

std::map<std::string, std::int64_t> set_of(const Json& json) {
  if (!json.is_object() || json.size() > max_entries)
    throw InputError(fmt::format("the question's 'set' is no object of at most {} numbers", max_entries));
  std::map<std::string, std::int64_t> set;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_number_integer()) throw InputError(fmt::format("{} is no whole number", name));
    if (name.empty() || name.find('=') != std::string::npos || name.size() > max_name_bytes)
      throw InputError(fmt::format("'{}' is not the name of a parameter", name));
    set[name] = value.get<std::int64_t>();
  }
  return set;
}

bool flag_of(const Json& json, std::string_view member) {
  if (!json.is_boolean()) throw InputError(fmt::format("the question's '{}' is neither true nor false", member));
  return json.get<bool>();
}

std::string word_of(const Json& json, std::string_view member, const std::vector<std::string_view>& words) {
  std::string word = text_of(json, member, max_word_bytes);
  if (std::ranges::find(words, word) == words.end())
    throw InputError(fmt::format("the question's '{}' is '{}': expected {}", member, word, fmt::join(words, ", ")));
  return word;
}

query::MeasuredRun measured_of(const Json& json) {
  if (!json.is_object() || json.size() != 2 || !json.contains("time_s") || !json.contains("device"))
    throw InputError("the question's 'measured' has no 'time_s' and 'device'");
  query::MeasuredRun run{.time_s = number_of(json.at("time_s"), "time_s", max_measured_s),
                         .device = devices_of(Json::array({json.at("device")})).front(),
                         .set = {}};
  if (run.time_s <= 0) throw InputError("a measured time is more than 0");
  return run;
}

struct Member {
  std::string_view name;
  std::function<void(Question&, const Json&)> read;
};

const std::array<Member, 20>& members() {
  constexpr std::size_t word = max_word_bytes;
  static const std::array<Member, 20> all = {{
      {"name", [](Question& q, const Json& j) { q.name = name_of(j); }},
      {"source", [](Question& q, const Json& j) { q.text = text_of(j, "source", max_text_bytes); }},
      {"base64", [](Question& q, const Json& j) { q.text = from_base64(text_of(j, "base64", 2 * max_text_bytes)); }},
      {"launch", [](Question& q, const Json& j) { q.launch = text_of(j, "launch", max_launch_bytes); }},
      {"kernel", [](Question& q, const Json& j) { q.kernel = text_of(j, "kernel", word); }},
      {"grid", [](Question& q, const Json& j) { q.grid = text_of(j, "grid", word); }},
      {"block", [](Question& q, const Json& j) { q.block = text_of(j, "block", word); }},
      {"shared", [](Question& q, const Json& j) { q.shared = text_of(j, "shared", word); }},
      {"caches",
       [](Question& q, const Json& j) {
         q.caches = word_of(j, "caches", {"usual", "cold", "warm"});
       }},
      {"machine_code",
       [](Question& q, const Json& j) {
         q.machine_code = word_of(j, "machine_code", {"auto", "off"});
       }},
      {"compiler", [](Question& q, const Json& j) { q.compiler = text_of(j, "compiler", word); }},
      {"devices", [](Question& q, const Json& j) { q.devices = devices_of(j); }},
      {"arguments", [](Question& q, const Json& j) { q.arguments = texts_of(j, "arguments", max_entries); }},
      {"set", [](Question& q, const Json& j) { q.set = set_of(j); }},
      {"registers",
       [](Question& q, const Json& j) {
         q.registers = static_cast<unsigned>(number_of(j, "registers", max_registers));
       }},
      {"clock_mhz", [](Question& q, const Json& j) { q.clock_mhz = number_of(j, "clock_mhz", max_clock_mhz); }},
      {"pinned", [](Question& q, const Json& j) { q.pinned = j; }},
      {"export", [](Question& q, const Json& j) { q.is_export = flag_of(j, "export"); }},
      {"measured", [](Question& q, const Json& j) { q.measured = measured_of(j); }},
      {"rank", [](Question& q, const Json& j) { q.is_ranking = flag_of(j, "rank"); }},
  }};
  return all;
}

}  // namespace

nlohmann::ordered_json parse_shallow(std::string_view text, std::string_view what) {
  const auto is_shallow = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > max_depth) throw InputError(fmt::format("{} is nested too deeply", what));
    return true;
  };
  try {
    return Json::parse(text, is_shallow);
  } catch (const nlohmann::json::exception&) {
    throw InputError(fmt::format("{} is not JSON", what));
  }
}

Question parse_question(std::string_view json) {
  const Json read = parse_shallow(json, "the question");
  if (!read.is_object()) throw InputError("the question is no object");
  Question question;
  for (const auto& [name, value] : read.items()) {
    const auto member = std::ranges::find(members(), name, &Member::name);
    if (member == members().end()) throw InputError(fmt::format("a question has no member '{}'", name));
    member->read(question, value);
  }
  for (const char* needed : {"name", "devices"})
    if (!read.contains(needed)) throw InputError(fmt::format("the question's '{}' is missing", needed));
  if (read.contains("source") == read.contains("base64"))
    throw InputError("a question has either 'source' or 'base64'");
  return question;
}

query::KernelOptions options_of(const Question& question, const std::string& path) {
  query::KernelOptions options;
  kernel::Request& request = options.request;
  request.path = path;
  request.kernel = question.kernel;
  request.grid = question.grid;
  request.block = question.block;
  request.shared = question.shared;
  request.arguments = question.arguments;
  for (const auto& [name, value] : question.set) request.set.push_back(fmt::format("{}={}", name, value));
  options.compiler = question.compiler;
  request.many_variants = question.compiler == "clang";  // with our CUDA header precompiled: half of the time
  if (question.registers > 0) options.registers = fmt::format("{}", question.registers);
  return options;
}

query::PredictOptions predict_options_of(const Question& question) {
  query::PredictOptions options{.devices = question.devices, .caches = question.caches};
  options.conditions.clock_hz = question.clock_mhz * 1e6;
  options.measured = question.measured;
  return options;
}

}  // namespace forewarp::serve
