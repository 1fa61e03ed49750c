// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::bench {
namespace {

using Fields = std::map<std::string, std::string>;

std::vector<Fields> read_csv(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  CsvReader reader(text, file.string());
  const std::vector<std::string> names = reader.next();
  std::vector<Fields> rows;
  while (!reader.done()) {
    const std::vector<std::string> fields = reader.next();
    if (fields.size() != names.size()) reader.fail(reader.line() - 1, "another number of fields than the header has");
    Fields row;
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = fields[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view word : words_of(text)) out.emplace_back(word);
  return out;
}

Shape shape(const std::string& text) {
  Shape out{1, 1, 1};
  const auto parts = split_at(text, ',');
  for (std::size_t i = 0; i < std::min(parts.size(), out.size()); ++i)
    out[i] = std::strtoull(std::string(parts[i]).c_str(), nullptr, 10);
  return out;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// Casts, suffixes of numbers and blanks go; true and false are 1 and 0.
std::string plain_arguments(std::string text) {
  for (const char* cast : {"(int)", "(unsigned int)", "(bool)", "(long)", "(unsigned long)", "(char)", " "})
    text = replaced(std::move(text), cast, "");
  text = replaced(replaced(std::move(text), "true", "1"), "false", "0");
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool suffix = (text[i] == 'u' || text[i] == 'l') && i > 0 && is_digit(text[i - 1]);
    if (!suffix) out += text[i];
  }
  return out;
}

/// What the Makefile of a program says beyond the table.
void add_needs(Program& p) {
  if (p.name == "openmp-cuda") p.flags = {"-Xcompiler=-fopenmp"};
  if (p.name == "tpacf-cuda") p.flags = {"-x=cu"};
  if (p.name == "axhelm-cuda") p.libraries = {"lapack", "blas"};
}

/// What heat2d's mkinit.py writes: zeros, with some rows and columns of ones.
void write_heat_input(const std::filesystem::path& file, std::size_t width, std::size_t height) {
  std::vector<float> values(width * height, 0.0F);
  std::mt19937 random(1);
  for (std::size_t i = 0; i < width; i += 16)
    for (std::size_t x = random() % width, y = 0; y < height; ++y) values[y * width + x] = 1;
  for (std::size_t i = 0; i < height; i += 16)
    for (std::size_t y = random() % height, x = 0; x < width; ++x) values[y * width + x] = 1;
  write_file(file, std::string_view(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)));
}

}  // namespace

void prepare(const Program& program, const std::filesystem::path& folder) {
  if (program.name == "heat2d-cuda") write_heat_input(folder / program.arguments.at(3), 4096, 8192);
}

void set_name(MeasuredLaunch& launch, const std::string& signature) {
  const std::size_t open = signature.find_first_of("<(");
  std::string name = signature.substr(0, open);
  if (const std::size_t blank = name.rfind(' '); blank != std::string::npos) name.erase(0, blank + 1);
  if (const std::size_t colon = name.rfind(':'); colon != std::string::npos) name.erase(0, colon + 1);
  launch.kernel = name;
  if (open == std::string::npos || signature[open] != '<') return;
  std::size_t depth = 0, end = open;
  for (; end < signature.size(); ++end) {
    depth += signature[end] == '<' ? 1 : 0;
    if (signature[end] == '>' && --depth == 0) break;
  }
  launch.variant = plain_arguments(signature.substr(open + 1, end - open - 1));
}

std::vector<Program> read_programs(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  std::vector<Program> out;
  for (Fields& row : read_csv(folder / "programs.csv")) {
    Program p;
    p.name = row["program"];
    for (const std::string& s : words(row["sources"])) p.sources.emplace_back(s);
    for (const std::string& s : words(row["includes"])) p.includes.emplace_back(s);
    p.defines = words(row["defines"]);
    p.arguments = words(row["arguments"]);
    add_needs(p);
    out.push_back(std::move(p));
  }
  for (Fields& row : read_csv(folder / "launches.csv")) {
    const auto program = std::ranges::find(out, row["program"], &Program::name);
    if (program == out.end()) throw InputError("launches.csv: no program '" + row["program"] + "'");
    MeasuredLaunch launch;
    set_name(launch, row["signature"]);
    launch.kernel = row["kernel"];
    launch.grid = shape(row["grid"]);
    launch.block = shape(row["block"]);
    launch.seconds = std::strtod(row["time_us"].c_str(), nullptr) * 1e-6;
    program->launches.push_back(std::move(launch));
  }
  if (names.empty()) return out;
  std::erase_if(out, [&](const Program& p) {
    return std::ranges::none_of(names, [&](const std::string& n) { return p.name == n || p.name == n + "-cuda"; });
  });
  if (out.empty()) throw InputError("--program: no program of this name");
  return out;
}

}  // namespace forewarp::bench
