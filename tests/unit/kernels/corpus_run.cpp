// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/kernels/corpus_run.hpp"

#include <filesystem>
#include <map>
#include <memory>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/support/error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

launch::Description describe(const std::string& kernel, Source source) {
  launch::Description description = launch::load_kernel(kernel);
  if (source == Source::opencl) description.source.replace_filename("kernel.cl");
  return description;
}

std::optional<std::string> ptx_text(const std::string& kernel, Source source) {
  const launch::Description description = describe(kernel, source);
  if (source == Source::nvcc) return launch::shipped_ptx(description)->text;
  source::CompileOptions options{.path = description.source, .compiler = source::CompilerChoice::clang};
  try {
    return source::Compiler().compile(options)->ptx;
  } catch (const Unavailable&) {
    return std::nullopt;
  }
}

bool is_arithmetic(ptx::Opcode opcode) {
  using enum ptx::Opcode;
  return opcode == add || opcode == sub || opcode == mul || opcode == div || opcode == fma || opcode == mad ||
         opcode == rcp || opcode == sqrt || opcode == rsqrt;
}

void count_instruction(const profile::InstructionCount& instruction, Counts& counts) {
  if (ptx::is_float(instruction.type) && is_arithmetic(instruction.opcode)) {
    counts.floating_point += instruction.threads;
    if (instruction.opcode == ptx::Opcode::fma) counts.fused += instruction.threads;
  }
  if (instruction.opcode == ptx::Opcode::shfl) counts.shuffles += instruction.threads;
}

Traffic* traffic_of(const profile::AccessSite& site, Counts& counts) {
  const bool shared = site.space == ptx::StateSpace::shared;
  if (!shared && site.space != ptx::StateSpace::global) return nullptr;
  switch (site.kind) {
    case emu::AccessKind::load:
      return shared ? &counts.shared_load : &counts.global_load;
    case emu::AccessKind::store:
      return shared ? &counts.shared_store : &counts.global_store;
    case emu::AccessKind::atomic:
    case emu::AccessKind::reduction:
      return shared ? &counts.shared_atomic : &counts.global_atomic;
    case emu::AccessKind::async_copy:
    case emu::AccessKind::prefetch:
      return nullptr;
  }
  return nullptr;
}

Counts count(const profile::Profile& profile) {
  Counts counts;
  counts.barriers = profile.barriers;
  for (const profile::InstructionCount& instruction : profile.instructions) count_instruction(instruction, counts);
  for (const profile::AccessSite& site : profile.sites)
    if (Traffic* traffic = traffic_of(site, counts)) {
      traffic->requests += site.requests;
      traffic->lanes += site.lanes;
      traffic->bytes += site.bytes_asked();
      traffic->sectors += site.sectors;
      traffic->wavefronts += site.wavefronts;
    }
  return counts;
}

void check_outputs(const ptx::Module& module, const launch::Description& description, const launch::Launch& launch) {
  emu::MachineOptions options;
  options.check_races = true;
  emu::Machine machine(module, launch.entry, options);
  const emu::BoundArguments bound = emu::bind(launch, machine.memory());
  machine.run(launch, bound.bytes);
  const Reference reference = find_reference(description.reference);
  ASSERT_NE(reference, nullptr) << description.reference;
  for (const Expected& expected : reference(launch, Inputs(launch)))
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      if (launch.arguments[i].name != expected.buffer) continue;
      std::vector<std::byte> actual(std::get<launch::Buffer>(launch.arguments[i].value).bytes());
      machine.memory().read(bound.addresses[i], actual);
      EXPECT_EQ(mismatch(expected, launch, actual).value_or("as expected"), "as expected");
    }
}

}  // namespace

std::string name_of(Source source) {
  switch (source) {
    case Source::nvcc:
      return "nvcc";
    case Source::clang:
      return "clang";
    case Source::opencl:
      return "opencl";
  }
  return "";
}

const ptx::Module* module_of(const std::string& kernel, Source source) {
  static std::map<std::pair<std::string, Source>, std::unique_ptr<const ptx::Module>> modules;
  const auto [place, is_new] = modules.try_emplace({kernel, source});
  if (is_new)
    if (const auto text = ptx_text(kernel, source))
      place->second = std::make_unique<const ptx::Module>(ptx::parse(*text, kernel + " from " + name_of(source)));
  return place->second.get();
}

CorpusRun run_kernel(const std::string& kernel, const launch::Parameters& set, Source source) {
  const launch::Description description = describe(kernel, source);
  const ptx::Module& module = *module_of(kernel, source);
  CorpusRun run{.launch = launch::launch_from(description, {.set = set}, module.find(description.entry)), .counts = {}};
  check_outputs(module, description, run.launch);
  profile::ProfileOptions options;
  options.exact = true;
  run.counts = count(profile::profile(module, run.launch, options));
  return run;
}

INSTANTIATE_TEST_SUITE_P(From, CorpusCounts, ::testing::Values(Source::nvcc, Source::clang),
                         [](const auto& tested) { return name_of(tested.param); });

}  // namespace forewarp::kernels
