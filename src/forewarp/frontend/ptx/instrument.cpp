// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/instrument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <map>

#include "forewarp/frontend/ptx/basic_blocks.hpp"
#include "forewarp/frontend/ptx/detail/insertion.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::ptx {
namespace {

/// `stem` with as many underscores behind it that no name of the module begins with it.
std::string free_prefix(const Module& module, std::string stem) {
  const auto taken = [&](std::string_view prefix) {
    const auto begins = [&](const auto& named) { return named.name.starts_with(prefix); };
    if (std::ranges::any_of(module.variables, begins)) return true;
    return std::ranges::any_of(module.functions, [&](const Function& f) {
      return begins(f) || std::ranges::any_of(f.variables, begins) || std::ranges::any_of(f.parameters, begins) ||
             std::ranges::any_of(f.returns, begins) || std::ranges::any_of(f.labels, begins) ||
             std::ranges::any_of(f.registers,
                                 [&](const Register& r) { return r.name.starts_with(fmt::format("%{}", prefix)); });
    });
  };
  while (taken(stem)) stem += '_';
  return stem;
}

/// Whether a thread is among those that are counted, as a predicate.
constexpr std::string_view in_the_middle_cta = R"(	mov.u32 %{0}a, %ctaid.{1};
	mov.u32 %{0}b, %nctaid.{1};
	shr.u32 %{0}b, %{0}b, 1;
	setp.eq.and.u32 %{0}counted, %{0}a, %{0}b, %{0}counted;
)";
constexpr std::string_view in_the_middle_warp = R"(	mov.u32 %{0}a, %tid.z;
	mov.u32 %{0}b, %ntid.y;
	mov.u32 %{0}c, %tid.y;
	mad.lo.u32 %{0}a, %{0}a, %{0}b, %{0}c;
	mov.u32 %{0}c, %ntid.x;
	mul.lo.u32 %{0}b, %{0}b, %{0}c;
	mov.u32 %{0}number, %tid.x;
	mad.lo.u32 %{0}a, %{0}a, %{0}c, %{0}number;
	mov.u32 %{0}c, %ntid.z;
	mul.lo.u32 %{0}b, %{0}b, %{0}c;
	shr.u32 %{0}a, %{0}a, 5;
	shr.u32 %{0}b, %{0}b, 6;
	setp.eq.and.u32 %{0}counted, %{0}a, %{0}b, %{0}counted;
)";

class BlockCounters final : public detail::Insertion {
 public:
  BlockCounters(const Module& module, const InstrumentOptions& options)
      : options_(options), prefix_(free_prefix(module, "fw_")), variable_(prefix_ + "block_counters") {
    for (const Function& function : module.functions) {
      if (function.is_declaration) continue;
      std::map<std::size_t, std::size_t>& heads = heads_[&function];
      for (const BlockRange& block : basic_blocks(function)) {
        heads[block.first] = blocks_.size();
        blocks_.push_back({std::string(function.name), block.first, block.last, function.body[block.first].line,
                           function.body[block.last - 1].line});
      }
    }
  }

  [[nodiscard]] const std::string& variable() const { return variable_; }
  [[nodiscard]] std::vector<CountedBlock> take_blocks() { return std::move(blocks_); }

  void module_head(std::string& out) override {
    if (blocks_.empty()) return;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "// {}[{} * bank + block], {} banks; lines are those of the module without counters\n",
                   variable_, blocks_.size(), options_.banks);
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      fmt::format_to(to, "// block {}: {}, lines {} to {}\n", i, blocks_[i].function, blocks_[i].first_line,
                     blocks_[i].last_line);
    fmt::format_to(to, ".visible .global .align 8 .u64 {}[{}];\n", variable_, blocks_.size() * options_.banks);
  }

  void body_head(std::string& out, const Function& function) override {
    if (heads_.at(&function).empty()) return;
    const auto to = std::back_inserter(out);
    fmt::format_to(to,
                   "\t.reg .pred %{0}leads, %{0}counted;\n\t.reg .b32 %{0}mask, %{0}lower, %{0}below, %{0}number, "
                   "%{0}a, %{0}b, %{0}c;\n\t.reg .b64 %{0}lanes, %{0}counters;\n",
                   prefix_);
    fmt::format_to(to, "\tmov.u32 %{}below, %lanemask_lt;\n", prefix_);
    bank(out);
    if (options_.counted == CountedThreads::all) return;
    fmt::format_to(to, "\tsetp.eq.u32 %{0}counted, %{0}a, %{0}a;\n", prefix_);
    for (const char axis : {'x', 'y', 'z'}) fmt::format_to(to, fmt::runtime(in_the_middle_cta), prefix_, axis);
    if (options_.counted == CountedThreads::one_warp) fmt::format_to(to, fmt::runtime(in_the_middle_warp), prefix_);
  }

  void before(std::string& out, const Function& function, std::size_t instruction) override {
    const auto& heads = heads_.at(&function);
    const auto block = heads.find(instruction);
    if (block == heads.end()) return;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "\tactivemask.b32 %{0}mask;\n\tand.b32 %{0}lower, %{0}mask, %{0}below;\n", prefix_);
    if (options_.counted == CountedThreads::all)
      fmt::format_to(to, "\tsetp.eq.u32 %{0}leads, %{0}lower, 0;\n", prefix_);
    else
      fmt::format_to(to, "\tsetp.eq.and.u32 %{0}leads, %{0}lower, 0, %{0}counted;\n", prefix_);
    fmt::format_to(to,
                   "\tpopc.b32 %{0}number, %{0}mask;\n\tcvt.u64.u32 %{0}lanes, %{0}number;\n"
                   "\t@%{0}leads red.global.add.u64 [%{0}counters+{1}], %{0}lanes;\n",
                   prefix_, 8 * block->second);
  }

 private:
  /// The counters of the bank of this CTA.
  void bank(std::string& out) const {
    fmt::format_to(std::back_inserter(out), R"(	mov.u64 %{0}counters, {1};
	mov.u32 %{0}a, %ctaid.x;
	mov.u32 %{0}b, %ctaid.y;
	add.u32 %{0}a, %{0}a, %{0}b;
	mov.u32 %{0}b, %ctaid.z;
	add.u32 %{0}a, %{0}a, %{0}b;
	and.b32 %{0}a, %{0}a, {2};
	mad.wide.u32 %{0}counters, %{0}a, {3}, %{0}counters;
)",
                   prefix_, variable_, options_.banks - 1, 8 * blocks_.size());
  }

  InstrumentOptions options_;
  std::string prefix_, variable_;
  std::vector<CountedBlock> blocks_;
  std::map<const Function*, std::map<std::size_t, std::size_t>> heads_;  ///< first instruction -> block
};

}  // namespace

Instrumented instrument(const Module& module, const InstrumentOptions& options) {
  if (module.address_size != 64)
    throw InputError(fmt::format("{}: block counters need 64-bit addresses, not {}", module.file, module.address_size));
  if (!std::has_single_bit(options.banks) || options.banks > 1024)
    throw InputError(fmt::format("the banks of block counters are a power of two up to 1024, not {}", options.banks));
  Module raised = module;
  // activemask came with PTX 6.2; a version promises what is older, too
  if (raised.version_major < 6 || (raised.version_major == 6 && raised.version_minor < 2)) {
    raised.version_major = 6;
    raised.version_minor = 2;
  }
  BlockCounters counters(raised, options);
  Instrumented out;
  out.ptx = detail::print_module(raised, &counters);
  out.variable = counters.variable();
  out.banks = options.banks;
  out.blocks = counters.take_blocks();
  return out;
}

std::vector<std::uint64_t> counts_of(const Instrumented& instrumented, std::span<const std::byte> bytes) {
  if (bytes.size() != instrumented.bytes())
    throw InputError(fmt::format("{} bytes of counters, {} are wanted", bytes.size(), instrumented.bytes()));
  std::vector<std::uint64_t> counts(instrumented.blocks.size());
  for (std::uint32_t bank = 0; bank < instrumented.banks; ++bank)
    for (std::size_t i = 0; i < counts.size(); ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, &bytes[8 * (bank * counts.size() + i)], sizeof value);
      counts[i] += value;
    }
  return counts;
}

}  // namespace forewarp::ptx
