// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/resource_usage.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "forewarp/frontend/source/ptxas.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

// The number that ends just before `unit` in the line: 38 of "Used 38 registers, ...".
std::uint32_t number_before(std::string_view line, std::string_view unit) {
  const std::size_t at = line.find(unit);
  if (at == std::string_view::npos || at == 0) return 0;
  const std::size_t end = line.find_last_of("0123456789", at);
  if (end == std::string_view::npos) return 0;
  std::size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  std::uint32_t n = 0;
  std::from_chars(line.data() + begin, line.data() + end + 1, n);
  return n;
}

std::string between_quotes(std::string_view line) {
  const std::size_t open = line.find('\'');
  const std::size_t close = line.find('\'', open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos) return "";
  return std::string(line.substr(open + 1, close - open - 1));
}

// "call ...", "call.uni ...", also after a guard "@%p1".
bool is_call(std::string_view words) {
  if (words.starts_with('@')) words = trimmed(words.substr(std::min(words.find_first_of(" \t"), words.size())));
  return words.starts_with("call") && words.find_first_of(". \t(") == 4;
}

// .file 1 "folder" "file" -> .file 1 "folder/file"; an absolute file stands for itself.
std::string one_file_name(std::string_view line) {
  const std::size_t folder = line.find('"'), folder_end = line.find('"', folder + 1);
  const std::size_t name = line.find('"', folder_end + 1), name_end = line.find('"', name + 1);
  if (folder == std::string_view::npos || folder_end == std::string_view::npos || name == std::string_view::npos ||
      name_end == std::string_view::npos)
    return std::string(line);
  const std::string_view file = line.substr(name + 1, name_end - name - 1);
  std::string path(line.substr(folder + 1, folder_end - folder - 1));
  path = file.starts_with('/') ? std::string(file) : path + "/" + std::string(file);
  return std::string(line.substr(0, folder)) + '"' + path + '"' + std::string(line.substr(name_end + 1));
}

}  // namespace

// Compiling entry function 'k' for 'sm_80' / N bytes stack frame, N bytes spill stores, N bytes spill loads /
// Used N registers, N bytes smem, N bytes cmem[0]; each on its line, in this order. Properties of other functions,
// which "Function properties for f" opens, are theirs and not the kernel's.
std::map<std::string, ResourceUsage> parse_ptxas_report(const std::string& report) {
  std::map<std::string, ResourceUsage> usage;
  std::string kernel, function;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = std::min(report.find('\n', at), report.size());
    const std::string_view line = std::string_view(report).substr(at, end - at);
    at = end + 1;
    constexpr std::string_view properties = "Function properties for ";
    if (line.find("Compiling entry function") != std::string_view::npos)
      kernel = function = between_quotes(line);
    else if (const std::size_t f = line.find(properties); f != std::string_view::npos)
      function = line.substr(f + properties.size());
    if (kernel.empty()) continue;
    ResourceUsage& u = usage[kernel];
    if (line.find("bytes stack frame") != std::string_view::npos && function == kernel) {
      u.stack_bytes = number_before(line, " bytes stack frame");
      u.spill_store_bytes = number_before(line, " bytes spill stores");
      u.spill_load_bytes = number_before(line, " bytes spill loads");
    } else if (line.find("Used ") != std::string_view::npos) {
      u.registers = number_before(line, " registers");
      u.static_shared_bytes = number_before(line, " bytes smem");
    }
  }
  return usage;
}

// Line by line, and each stays at its number. A call is open from a line that starts with it until one that ends with
// ';'.
std::string ptx_for_ptxas(std::string_view ptx) {
  std::string out;
  out.reserve(ptx.size());
  bool in_call = false;
  for (std::size_t at = 0; at < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', at), ptx.size());
    const std::string_view line = ptx.substr(at, end - at);
    at = end + 1;
    const std::string_view words = trimmed(line);
    if (!(in_call && words.ends_with(':'))) out.append(words.starts_with(".file") ? one_file_name(line) : line);
    out += '\n';
    if (is_call(words)) in_call = true;
    if (words.ends_with(';')) in_call = false;
  }
  return out;
}

std::optional<std::map<std::string, ResourceUsage>> ptxas_usage(const std::string& ptx, const Arch& arch,
                                                                Progress* progress) {
  const Assembled assembled = assemble(ptx, arch, progress);
  if (assembled.cubin.empty()) return std::nullopt;
  return parse_ptxas_report(assembled.report);
}

}  // namespace forewarp::source
