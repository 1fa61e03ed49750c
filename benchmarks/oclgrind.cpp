// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "oclgrind.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <span>
#include <sstream>
#include <vector>

#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::bench {
namespace {
namespace fs = std::filesystem;

const char* oclgrind_type(ptx::Type type) {
  switch (type) {
    case ptx::Type::f32:
      return "float";
    case ptx::Type::s32:
      return "int";
    case ptx::Type::u32:
      return "uint";
    default:
      throw Error("oclgrind: this benchmark hands over 32-bit values only");
  }
}

std::string value_text(ptx::Type type, const std::byte* bytes) {
  if (type == ptx::Type::f32) {
    float value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return fmt::format("{:.9g}", value);
  }
  std::int32_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return fmt::format("{}", value);
}

/// The simulator file's definition of one argument: a header and the values.
std::string argument_text(const launch::Argument& argument) {
  if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value))
    return fmt::format("<size=4 {}> {}\n", oclgrind_type(scalar->type),
                       value_text(scalar->type, reinterpret_cast<const std::byte*>(&scalar->bits)));
  const auto& buffer = std::get<launch::Buffer>(argument.value);
  std::vector<std::byte> bytes(buffer.bytes());
  if (const auto source = launch::page_source(buffer)) source(0, bytes);  // no source: zeros
  std::string text = fmt::format("<size={} {}>\n", bytes.size(), oclgrind_type(buffer.element));
  for (std::size_t i = 0; i < bytes.size(); i += 4) text += value_text(buffer.element, &bytes[i]) + "\n";
  return text;
}

std::string simulator_file(const fs::path& kernel_cl, const launch::Launch& l) {
  std::string text = fmt::format("{}\n{}\n{} {} {}\n{} {} {}\n", kernel_cl.string(), l.entry, l.grid.x * l.block.x,
                                 l.grid.y * l.block.y, l.grid.z * l.block.z, l.block.x, l.block.y, l.block.z);
  for (const launch::Argument& argument : l.arguments) text += argument_text(argument);
  return text;
}

/// Sums the lines "598016 - br" of --inst-counts.
double sum_of_counts(std::FILE* output) {
  double sum = 0;
  char line[4096];
  while (std::fgets(line, sizeof line, output)) {
    double count = 0;
    char dash = 0;
    if (std::sscanf(line, "%lf %c", &count, &dash) == 2 && dash == '-') sum += count;
  }
  return sum;
}

}  // namespace

std::optional<OclgrindRun> run_oclgrind(const fs::path& kernel_cl, const launch::Launch& launch) {
  if (!fs::exists("/usr/bin/oclgrind-kernel")) return std::nullopt;
  const fs::path simulator = fs::temp_directory_path() / fmt::format("forewarp-{}.sim", ::getpid());
  write_file(simulator, simulator_file(fs::absolute(kernel_cl), launch));
  const auto start = std::chrono::steady_clock::now();
  std::FILE* output =
      ::popen(fmt::format("/usr/bin/oclgrind-kernel --inst-counts {} 2>&1", simulator.string()).c_str(), "r");
  if (!output) throw Error("oclgrind: cannot be started");
  OclgrindRun run;
  run.instructions = sum_of_counts(output);
  const int status = ::pclose(output);
  run.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fs::remove(simulator);
  if (status != 0 || run.instructions == 0) throw Error(fmt::format("oclgrind: failed with status {}", status));
  return run;
}

}  // namespace forewarp::bench
