// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/assembled_kernel.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "forewarp/frontend/source/ptxas.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::machine {
namespace {

/// Architectures in the order of their instruction sets, for those that no program knows.
constexpr std::array<int, 20> known = {50, 52, 53, 60, 61, 62,  70,  72,  75,  80,
                                       86, 87, 88, 89, 90, 100, 101, 103, 110, 120};

// What the cache has begins with one of these: the report of ptxas and machine code, why it refused the PTX, or that no
// program knows the architecture.
constexpr char has_code = 'C', was_refused = 'R', is_unknown = 'U';

/// "C", the length of the report, a colon, the report, the machine code.
std::string text_of(const source::Assembled& a) {
  if (!a.cubin.empty()) return fmt::format("{}{}:{}{}", has_code, a.report.size(), a.report, a.cubin);
  return fmt::format("{}{}", a.refused ? was_refused : is_unknown, a.refusal);
}

/// Nothing for a damaged text.
std::optional<source::Assembled> from_text(std::string_view text) {
  source::Assembled result;
  if (text.empty()) return std::nullopt;
  const char kind = text.front();
  text.remove_prefix(1);
  result.refused = kind == was_refused;
  result.unknown = kind == is_unknown;
  if (kind != has_code) {
    result.refusal = text;
    return result.refused || result.unknown ? std::optional(std::move(result)) : std::nullopt;
  }
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || digits + 1 + length >= text.size() || text[digits] != ':') return std::nullopt;
  result.report = text.substr(digits + 1, length);
  result.cubin = text.substr(digits + 1 + length);
  return result;
}

/// The target of the PTX, on which it depends beside the architecture whether a program knows what is asked of it.
std::string_view target_in(std::string_view ptx) {
  constexpr std::string_view directive = ".target";
  const std::size_t at = ptx.find(directive);
  if (at == std::string_view::npos) return {};
  return ptx.substr(at, std::min(ptx.find('\n', at), ptx.size()) - at);
}

/// That there is no program is not kept: the next time one may be there. That none knows the architecture is kept once
/// for all PTX of a target: to ask a program takes as long as a tenth of a compilation, and a ranking asks it for each
/// configuration and for each older architecture.
source::Assembled assembled(const std::string& ptx, const source::Arch& arch, source::CacheStore* cache,
                            Progress* progress) {
  const std::string identity = source::ptxas_identity();
  if (!cache || identity.empty()) return source::assemble(ptx, arch, progress);
  const std::string key = digest(fmt::format("machine code 2|{}|{}|{}", arch.str(), identity, ptx)) + ".cubin";
  const std::string unknown_key =
      digest(fmt::format("unknown architecture|{}|{}|{}", arch.str(), identity, target_in(ptx))) + ".cubin";
  for (const std::string& one : {key, unknown_key})
    if (const auto text = cache->get(one))
      if (auto kept = from_text(*text)) return *std::move(kept);
  source::Assembled result = source::assemble(ptx, arch, progress);
  if (result.unknown)
    cache->put(unknown_key, text_of(result));
  else if (!result.cubin.empty() || result.refused)
    cache->put(key, text_of(result));
  return result;
}

struct ForArch {
  source::Arch arch;
  source::Assembled made;
};

ForArch for_nearest(const std::string& ptx, const source::Arch& arch, source::CacheStore* cache, Progress* progress) {
  ForArch result{arch, assembled(ptx, arch, cache, progress)};
  for (std::size_t k = known.size(); k-- > 0 && result.made.unknown;) {
    if (known[k] >= arch.number) continue;
    source::Assembled lower = assembled(ptx, {known[k], ""}, cache, progress);
    if (!lower.unknown) return {{known[k], ""}, std::move(lower)};
  }
  return result;
}

/// The PTX with its other kernels left out, their lines empty, as compilers write it: a kernel begins with a line that
/// has ".entry" and its name, and ends with a line that is "}".
std::string without_other_kernels(std::string_view ptx, std::string_view entry) {
  constexpr std::string_view directive = ".entry ";
  std::string result;
  bool is_other = false;
  while (!ptx.empty()) {
    const std::string_view line = ptx.substr(0, ptx.find('\n'));
    if (const std::size_t at = line.find(directive); at != std::string_view::npos) {
      const std::string_view name = line.substr(at + directive.size());
      is_other = name.substr(0, name.find_first_of("( \t\r")) != entry;
    }
    if (!is_other) result += line;
    if (line == "}") is_other = false;
    ptx.remove_prefix(std::min(line.size() + 1, ptx.size()));
    result += '\n';
  }
  return result;
}

/// An architecture may lack an instruction of another kernel of the file: that need not concern this one.
ForArch for_kernel(const std::string& ptx, std::string_view entry, const source::Arch& arch, source::CacheStore* cache,
                   Progress* progress) {
  ForArch all = for_nearest(ptx, arch, cache, progress);
  if (!all.made.refused) return all;
  ForArch alone = for_nearest(without_other_kernels(ptx, entry), arch, cache, progress);
  return alone.made.cubin.empty() ? all : alone;
}

}  // namespace

AssembledKernel assembled_kernel(const std::string& ptx, std::string_view entry, const source::Arch& arch,
                                 source::CacheStore* cache, Progress* progress) {
  const auto [own, made] = for_kernel(ptx, entry, arch, cache, progress);
  AssembledKernel result;
  result.arch = own;
  result.refusal = made.refusal;
  result.refused = made.refused || arch.number < first_read_sm;
  result.reason = own.number < first_read_sm ? fmt::format("machine code of {} is not read; sm_{} is the first that is",
                                                           own.str(), first_read_sm)
                                             : made.refusal;
  if (made.cubin.empty()) return result;
  const auto usage = source::parse_ptxas_report(made.report);
  if (const auto found = usage.find(std::string(entry)); found != usage.end()) result.usage = found->second;
  if (own.number < first_read_sm) {
    result.refused = true;
    return result;
  }
  Code code = read_cubin(made.cubin, {fmt::format("machine code for {}", own.str()), 0});
  for (Kernel& kernel : code.kernels) {
    if (kernel.name != entry) continue;
    FlowGraph graph = flow_graph(kernel);
    result.code = KernelCode{code.arch, std::move(kernel), std::move(graph)};
    return result;
  }
  result.refused = true;
  result.reason = fmt::format("the machine code for {} has no kernel {}", own.str(), entry);
  return result;
}

}  // namespace forewarp::machine
