// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/ptxas.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "forewarp/frontend/source/resource_usage.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

constexpr double longest_s = 300;

/// Where the value of a directive (".target sm_75") begins and ends in the text; nothing where it is missing.
struct Span {
  std::size_t begin = 0, end = 0;
};

std::optional<Span> value_of(std::string_view ptx, std::string_view directive, std::string_view end_marks) {
  const std::size_t at = ptx.find(directive);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t begin = ptx.find_first_not_of(" \t", at + directive.size());
  if (begin == std::string_view::npos) return std::nullopt;
  return Span{begin, std::min(ptx.find_first_of(end_marks, begin), ptx.size())};
}

void replace(std::string& ptx, std::string_view directive, std::string_view value) {
  if (const auto at = value_of(ptx, directive, " \t\r\n,")) ptx.replace(at->begin, at->end - at->begin, value);
}

/// A target above the architecture is lowered to it; those of one architecture alone ("sm_90a") are left.
std::string for_architecture(std::string ptx, const Arch& arch) {
  const auto at = value_of(ptx, ".target", " \t\r\n,");
  if (!at) return ptx;
  const std::string_view target = std::string_view(ptx).substr(at->begin, at->end - at->begin);
  int number = 0;
  if (!target.starts_with("sm_")) return ptx;
  const auto parsed = std::from_chars(target.data() + 3, target.data() + target.size(), number);
  const bool whole = parsed.ec == std::errc{} && parsed.ptr == target.data() + target.size();
  if (whole && number > arch.number) replace(ptx, ".target", arch.str());
  return ptx;
}

/// "sm_90a" for sm_90 where the PTX is for that alone.
std::string target_for(std::string_view ptx, const Arch& arch) {
  const auto at = value_of(ptx, ".target", " \t\r\n,");
  const std::string plain = "sm_" + std::to_string(arch.number);
  if (!at) return arch.str();
  const std::string_view target = ptx.substr(at->begin, at->end - at->begin);
  return target == plain + "a" || target == plain + "f" ? std::string(target) : arch.str();
}

struct Run {
  ProcessResult process;
  std::string cubin, report;
};

/// The report with "the PTX" in place of a temporary file, whose name is another one each time.
std::string without(std::string report, std::string_view file) {
  constexpr std::string_view name = "the PTX";
  for (std::size_t at = 0; (at = report.find(file, at)) != std::string::npos; at += name.size())
    report.replace(at, file.size(), name);
  return report;
}

Run run(const fs::path& program, std::string_view ptx, const Arch& arch, Progress* progress) {
  const TemporaryFolder folder;
  const fs::path input = folder.path() / "in.ptx", output = folder.path() / "out.cubin";
  write_file(input, std::string(ptx));
  Run done{run_process({program.string(), "-v", "-lineinfo", "-arch=" + target_for(ptx, arch), "-o", output.string(),
                        input.string()},
                       {.timeout_s = longest_s, .progress = progress, .what = "ptxas assembles"}),
           {},
           {}};
  std::error_code ec;
  if (done.process.exit_status == 0 && fs::exists(output, ec)) done.cubin = read_file(output);
  done.report = without(done.process.errors + done.process.output, input.string());
  return done;
}

/// The version of PTX that an older program says it has: "Unsupported .version 9.0; current version is '8.8'".
std::string_view version_in(std::string_view errors) {
  constexpr std::string_view before = "current version is '";
  const std::size_t at = errors.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = errors.substr(at + before.size());
  return rest.substr(0, rest.find('\''));
}

std::string first_line(std::string_view text) { return std::string(trimmed(text.substr(0, text.find('\n')))); }

}  // namespace

std::vector<fs::path> ptxas_programs() {
  std::vector<fs::path> programs;
  if (const char* named = std::getenv("FOREWARP_PTXAS"); named != nullptr && *named != '\0') {
    if (std::string_view(named) == "off") return {};
    for (const std::string_view one : split_at(named, ':'))
      if (!one.empty()) programs.emplace_back(one);
    return programs;
  }
  std::error_code ec;
  if (const auto nvcc = find_nvcc())
    if (fs::path beside = fs::canonical(*nvcc, ec).parent_path() / "ptxas"; !ec && fs::exists(beside, ec))
      return {beside};
  if (auto found = find_program("ptxas")) programs.push_back(*std::move(found));
  return programs;
}

std::string ptxas_identity() {
  std::string identity;
  for (const fs::path& program : ptxas_programs()) {
    std::error_code ec;
    const fs::path real = fs::canonical(find_program(program.string()).value_or(program), ec);
    if (ec) continue;
    const auto size = fs::file_size(real, ec);
    const auto time = fs::last_write_time(real, ec).time_since_epoch().count();
    identity += fmt::format("{}:{}:{}|", real.string(), size, time);
  }
  return identity;
}

Assembled assemble(std::string_view ptx, const Arch& arch, Progress* progress) {
  Assembled result;
  result.refusal = no_ptxas;
  const std::string text = for_architecture(ptx_for_ptxas(ptx), arch);
  for (const fs::path& program : ptxas_programs()) {
    Run done = run(program, text, arch, progress);
    const std::string_view version = version_in(done.process.errors);
    if (done.process.exit_status != 0 && !version.empty()) {
      std::string older = text;
      replace(older, ".version", version);
      done = run(program, older, arch, progress);
    }
    result.report = std::move(done.report);
    if (done.process.timed_out) {
      result.refusal = fmt::format("{} took longer than {:.0f} s", program.string(), longest_s);
      break;
    }
    if (!done.cubin.empty()) return {std::move(done.cubin), std::move(result.report), "", false};
    const bool is_of_arch = result.report.find("is not defined for option 'gpu-name'") == std::string::npos;
    result.refused = result.refused || is_of_arch;
    result.unknown = !is_of_arch;
    result.refusal = is_of_arch ? fmt::format("{}: {}", program.string(), first_line(result.report))
                                : fmt::format("{} does not assemble for {}", program.string(), arch.str());
    if (is_of_arch) break;
  }
  return result;
}

}  // namespace forewarp::source
