// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/verdict/findings_view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/report/text.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::report {
namespace {

constexpr std::size_t max_shown = 20;  ///< findings of one check

std::string ordinal_text(std::uint64_t n) {
  const bool teen = n / 10 % 10 == 1;
  const char* const ending = teen ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
  return fmt::format("{}{}", n, ending);
}

/// Wrappers of the CUDA headers around the call itself, such as the template cudaMalloc<T>. Compilers name the function
/// that they are part of once they are inlined, but keep their file.
bool is_wrapper(std::string_view function, std::string_view file) {
  if (function.starts_with("cuda")) return true;
  for (const std::string_view part : {"/cuda_runtime", "/forewarp_cuda", "/cuda/detail/"})
    if (file.find(part) != std::string_view::npos) return true;
  return false;
}

std::string base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace

/// addr2line -f -i -C prints two lines for each function of an address, inlined ones first: its name, and file:line.
std::vector<std::string> CallPlaces::lines_of(const runtime::CodePlace& place) {
  const std::string address = fmt::format("{:#x}", place.offset);
  std::vector<std::string>& lines = known_[place.file + " " + address];
  if (!lines.empty()) return lines;
  for (const char* name : {"addr2line", "llvm-addr2line", "llvm-addr2line-19"}) {
    const auto program = find_program(name);
    if (!program) continue;
    const ProcessResult r =
        run_process({program->string(), "-f", "-i", "-C", "-e", place.file, address}, {.timeout_s = 20});
    if (r.exit_status != 0) continue;
    for (const std::string_view line : split_at(r.output, '\n')) lines.emplace_back(line);
    break;
  }
  if (lines.empty()) lines.emplace_back();
  return lines;
}

std::string CallPlaces::text(const std::vector<runtime::CodePlace>& callers) {
  for (const runtime::CodePlace& caller : callers) {
    const std::vector<std::string> lines = lines_of(caller);
    for (std::size_t i = 0; i + 1 < lines.size(); i += 2) {
      const std::string function = lines[i].substr(0, lines[i].find('('));
      const std::string file = lines[i + 1].substr(0, lines[i + 1].find(" (discriminator"));
      if (function.empty() || function == "??" || is_wrapper(function, file)) continue;
      return file.starts_with("??") ? function : fmt::format("{} ({})", function, base_name(file));
    }
  }
  return "";
}

std::string finding_text(const runtime::ProgramFinding& f, CallPlaces& places) {
  std::string text =
      fmt::format("{}\n  in kernel '{}' at {}, {}", f.message, f.kernel, f.source.empty() ? f.place : f.source, f.who);
  if (f.count > 1) text += fmt::format(", {} times", count_text(static_cast<double>(f.count)));
  if (f.relation.empty()) return text;
  if (f.origin.call.empty()) return text + fmt::format("\n  {} {}", f.relation, f.memory);
  const std::string from = places.text(f.origin.callers);
  return text + fmt::format("\n  {} {} bytes allocated by the {} {}{}", f.relation, f.origin.bytes,
                            ordinal_text(f.origin.ordinal), f.origin.call, from.empty() ? "" : ", called from " + from);
}

std::vector<Verdict> check_verdicts(const std::vector<runtime::Recording>& recordings) {
  std::vector<Verdict> out;
  if (recordings.empty()) return out;
  CallPlaces places;
  for (const std::string& check : recordings.front().checks) {
    std::size_t found = 0;
    std::string text;
    for (const runtime::Recording& r : recordings)
      for (const runtime::ProgramFinding& f : r.findings)
        if (f.check == check && ++found <= max_shown) text += "\n" + finding_text(f, places);
    if (found > max_shown) text += fmt::format("\nand {} more", found - max_shown);
    out.push_back({.group = "check",
                   .name = "check " + check,
                   .device = {},
                   .passed = found == 0,
                   .message = found == 0 ? "nothing found" : fmt::format("{} found{}", found, text)});
  }
  return out;
}

}  // namespace forewarp::report
