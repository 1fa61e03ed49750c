// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/jobs.hpp"

#include <array>
#include <limits>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/measure/run/argument_line.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/json.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

constexpr std::array<const char*, 15> keys{"job",     "file",   "source", "language", "entry",
                                           "options", "set",    "grid",   "block",    "shared",
                                           "args",    "trials", "cold",   "refill",   "power_s"};

std::optional<Language> language_called(std::string_view name) {
  if (name == "opencl" || name == ".cl") return Language::opencl_c;
  if (name == "cuda" || name == ".cu") return Language::cuda_cpp;
  if (name == "ptx" || name == ".ptx") return Language::ptx;
  return std::nullopt;
}

std::string_view short_name(Language language) {
  switch (language) {
    case Language::opencl_c:
      return "opencl";
    case Language::cuda_cpp:
      return "cuda";
    case Language::ptx:
      return "ptx";
  }
  return "";
}

/// Reads one line of a job file. Expressions may use the settings ("set") and, in the grid, the
/// block's extents, so the fields are read in the order of that dependence: settings, block, grid,
/// shared memory, arguments. Example:
///
///     "set": ["n=2**20"], "block": "256", "grid": "ceil_div(n, block_x)"
///
/// n = 1048576, then block_x = 256, then a grid of 4096 blocks, which arguments may use as grid_x.
class JobReader {
 public:
  JobReader(nlohmann::json object, fs::path folder) : object_(std::move(object)), folder_(std::move(folder)) {}

  Job job() {
    check_keys();
    Job job;
    job.id = required("job");
    for (const char c : job.id)
      if (static_cast<unsigned char>(c) < 0x20) throw InputError("a job's name has no line breaks");
    job.code = code();
    job.entry = required("entry");
    // reduce<float, 256>: a template must be named to the compiler, or it makes no code for it.
    if (job.entry.find('<') != std::string::npos) job.code.instantiate.push_back(job.entry);
    for (const std::string& setting : list("set")) launch::parse_setting(setting, parameters_);
    job.shape.block = extents("block", "block");
    job.shape.grid = extents("grid", "grid");
    job.shape.dynamic_shared_bytes = shared();
    for (const std::string& text : list("args")) job.arguments.push_back(parse_argument_line(text, parameters_));
    job.trials = static_cast<unsigned>(number("trials", 0, 1e6));
    job.cold = flag("cold");
    job.refill = flag("refill");
    job.power_s = number("power_s", 0, 3600);
    return job;
  }

 private:
  void check_keys() const {
    for (const auto& [key, value] : object_.items()) {
      bool known = false;
      for (const char* k : keys) known = known || key == k;
      // A misspelt key would otherwise be ignored, and the job would measure something else than
      // its author believes.
      if (!known) throw InputError(fmt::format("there is no key '{}'", key));
    }
  }
  [[nodiscard]] const nlohmann::json* find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }
  [[nodiscard]] std::string text(const char* key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return "";
    if (!value->is_string()) throw InputError(fmt::format("'{}' must be a text", key));
    return value->get<std::string>();
  }
  [[nodiscard]] std::string required(const char* key) const {
    std::string value = text(key);
    if (value.empty()) throw InputError(fmt::format("'{}' is missing", key));
    return value;
  }
  [[nodiscard]] std::vector<std::string> list(const char* key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_array()) throw InputError(fmt::format("'{}' must be a list", key));
    std::vector<std::string> items;
    for (const nlohmann::json& item : *value) items.push_back(text_of(item));
    return items;
  }
  [[nodiscard]] bool flag(const char* key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return false;
    if (!value->is_boolean()) throw InputError(fmt::format("'{}' must be true or false", key));
    return value->get<bool>();
  }
  [[nodiscard]] double number(const char* key, double low, double high) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) return 0;
    const double result = value->is_number() ? value->get<double>() : -1;
    if (!value->is_number() || !(result >= low && result <= high))
      throw InputError(fmt::format("'{}' must be a number from {} to {}", key, low, high));
    return result;
  }

  [[nodiscard]] Code code() const {
    Code code;
    const std::string file = text("file"), name = text("language");
    if (file.empty() == text("source").empty()) throw InputError("give either 'file' or 'source'");
    const auto language = language_called(name.empty() ? fs::path(file).extension().string() : name);
    if (!language)
      throw InputError("'language' must be opencl, cuda or ptx (with 'file': or its ending .cl, .cu or .ptx)");
    code.language = *language;
    code.text = file.empty() ? text("source") : file_text(folder_ / file);
    code.name = file.empty() ? required("job") : file;
    code.options = list("options");
    return code;
  }

  /// Regular files only, with a size limit: a job file is untrusted and could name a pipe or a device.
  [[nodiscard]] static std::string file_text(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) throw InputError(fmt::format("{}: no such file", file.string()));
    return read_file(file, std::size_t{1} << 26);
  }

  /// Numbers, or expressions as text; a list of either, joined with commas.
  [[nodiscard]] std::string shape_source(const char* key) const {
    const nlohmann::json* value = find(key);
    if (value == nullptr) throw InputError(fmt::format("'{}' is missing", key));
    if (!value->is_array()) return text_of(*value);
    return fmt::format("{}", fmt::join(list(key), ","));
  }
  launch::Dim3 extents(const char* key, const std::string& prefix) {
    const launch::ShapeSpec shape = launch::parse_shape(shape_source(key));
    std::array<std::uint32_t, 3> values{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t value = shape[axis].integer(parameters_);
      if (value < 1 || value > std::numeric_limits<std::int32_t>::max())
        throw InputError(fmt::format("'{}' is {} along {}", key, value, "xyz"[axis]));
      values[axis] = static_cast<std::uint32_t>(value);
    }
    for (std::size_t axis = 0; axis < 3; ++axis)
      parameters_.emplace(fmt::format("{}_{}", prefix, "xyz"[axis]), values[axis]);
    return {values[0], values[1], values[2]};
  }
  [[nodiscard]] std::uint64_t shared() const {
    const nlohmann::json* value = find("shared");
    if (value == nullptr) return 0;
    const std::int64_t bytes = launch::Expression::parse(text_of(*value)).integer(parameters_);
    if (bytes < 0 || bytes > (std::int64_t{1} << 30)) throw InputError(fmt::format("'shared' is {}", bytes));
    return static_cast<std::uint64_t>(bytes);
  }

  nlohmann::json object_;
  fs::path folder_;
  launch::Parameters parameters_;
};

Job parse_job(std::string_view line, const fs::path& file, const SourceLocation& where) {
  nlohmann::json object = parse_flat_object(line, where);
  try {
    return JobReader(std::move(object), file.parent_path()).job();
  } catch (const InputError& error) {
    throw ParseError(where, error.what());
  }
}

std::string list_json(const std::vector<std::string>& items) {
  std::string json = "[";
  for (const std::string& item : items) json += (json.size() > 1 ? ", " : "") + json_string(item);
  return json + "]";
}

/// The measured content without the job's name; `code` is the field that holds or names the source.
/// This text is what the digest is taken of: adding or reordering fields makes all stored samples
/// those of another job.
std::string content_json(const Job& job, const std::string& code) {
  std::vector<std::string> arguments;
  for (const Argument& argument : job.arguments) arguments.push_back(argument_line(argument));
  const auto& [grid, block] = std::pair(job.shape.grid, job.shape.block);
  return fmt::format(
      "\"language\": \"{}\", {}, \"entry\": {}, \"options\": {}, \"grid\": [{}, {}, {}], \"block\": [{}, "
      "{}, {}], "
      "\"shared\": {}, \"args\": {}, \"cold\": {}, \"refill\": {}",
      short_name(job.code.language), code, json_string(job.entry), list_json(job.code.options), grid.x, grid.y, grid.z,
      block.x, block.y, block.z, job.shape.dynamic_shared_bytes, list_json(arguments), job.cold ? "true" : "false",
      job.refill ? "true" : "false");
}

std::string content_json(const Job& job) { return content_json(job, "\"source\": " + json_string(job.code.text)); }

std::string line_json(const Job& job, const std::string& content) {
  return fmt::format("{{\"job\": {}, {}, \"trials\": {}, \"power_s\": {}}}", json_string(job.id), content, job.trials,
                     job.power_s);
}

}  // namespace

std::vector<Job> parse_jobs(std::string_view text, const fs::path& file) {
  std::vector<Job> jobs;
  std::set<std::string> names;
  SourceLocation where{file.string(), 0, 0};
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    from = end + 1;
    ++where.line;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#') continue;
    jobs.push_back(parse_job(line, file, where));
    if (!names.insert(jobs.back().id).second)
      throw ParseError(where, fmt::format("job '{}' is there already", jobs.back().id));
  }
  return jobs;
}

std::vector<Job> read_jobs(const fs::path& file) { return parse_jobs(read_file(file), file); }

std::string job_line(const Job& job) { return line_json(job, content_json(job)); }

std::string job_line(const Job& job, std::string_view source_file) {
  return line_json(job, content_json(job, "\"file\": " + json_string(source_file)));
}

std::string job_digest(const Job& job) { return digest(content_json(job)); }

std::string shape_text(const Shape& shape) {
  std::string text = fmt::format("{},{},{} x {},{},{}", shape.grid.x, shape.grid.y, shape.grid.z, shape.block.x,
                                 shape.block.y, shape.block.z);
  if (shape.dynamic_shared_bytes != 0) text += fmt::format(" shared {}", shape.dynamic_shared_bytes);
  return text;
}

}  // namespace forewarp::run
