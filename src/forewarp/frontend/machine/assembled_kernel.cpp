// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/assembled_kernel.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/source/ptxas.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::machine {
namespace {

// What the cache has begins with one of these: machine code, or why ptxas refused it.
constexpr char has_code = 'C', was_refused = 'R';

source::Assembled from_text(std::string_view text) {
  source::Assembled result;
  result.refused = text.front() == was_refused;
  (result.refused ? result.refusal : result.cubin) = text.substr(1);
  return result;
}

/// That there is no program is not kept: the next one may be there.
source::Assembled assembled(const std::string& ptx, const source::Arch& arch, source::CacheStore* cache,
                            Progress* progress) {
  const std::string identity = source::ptxas_identity();
  if (!cache || identity.empty()) return source::assemble(ptx, arch, progress);
  const std::string key = digest(fmt::format("machine code|{}|{}|{}", arch.str(), identity, ptx)) + ".cubin";
  if (const auto text = cache->get(key); text && !text->empty()) return from_text(*text);
  source::Assembled result = source::assemble(ptx, arch, progress);
  if (!result.cubin.empty())
    cache->put(key, has_code + result.cubin);
  else if (result.refused)
    cache->put(key, was_refused + result.refusal);
  return result;
}

}  // namespace

AssembledKernel assembled_kernel(const std::string& ptx, std::string_view entry, const source::Arch& arch,
                                 source::CacheStore* cache, Progress* progress) {
  constexpr int first_sm = 70;
  AssembledKernel result;
  if (arch.number < first_sm) {
    result.reason = fmt::format("machine code of {} is not read; sm_{} is the first that is", arch.str(), first_sm);
    result.refused = true;
    return result;
  }
  const source::Assembled done = assembled(ptx, arch, cache, progress);
  result.refused = done.refused;
  result.reason = done.refusal;
  if (done.cubin.empty()) return result;
  Code code = read_cubin(done.cubin, {fmt::format("machine code for {}", arch.str()), 0});
  for (Kernel& kernel : code.kernels) {
    if (kernel.name != entry) continue;
    FlowGraph graph = flow_graph(kernel);
    result.code = KernelCode{code.arch, std::move(kernel), std::move(graph)};
    return result;
  }
  result.refused = true;
  result.reason = fmt::format("the machine code for {} has no kernel {}", arch.str(), entry);
  return result;
}

}  // namespace forewarp::machine
