// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "math_cost/instructions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "math_cost/functions.hpp"

namespace forewarp::bench {
namespace {

constexpr std::size_t calls = 1024;

/// Thread-instructions of a launch, without mov: nvcc's PTX loads every constant by one, clang's has the constant in
/// the instruction that uses it, and in machine code both are the same.
class InstructionObserver : public emu::Observer {
 public:
  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override {
    auto child = std::make_unique<InstructionObserver>();
    child->counted_ = counted_;
    return child;
  }
  void merge(emu::Observer& later) override { executed += dynamic_cast<InstructionObserver&>(later).executed; }
  void launch_begin(const emu::ProgramMap& map, const launch::Launch&, unsigned) override {
    counted_.clear();
    for (const auto& block : map.blocks) {
      const auto& body = block.function->body;
      counted_.push_back(
          static_cast<double>(std::count_if(body.begin() + block.first, body.begin() + block.last,
                                            [](const ptx::Instruction& i) { return i.opcode != ptx::Opcode::mov; })));
    }
  }
  void basic_block(emu::WarpId, std::uint32_t block, emu::LaneMask active) override {
    executed += counted_[block] * std::popcount(active);
  }

  double executed = 0;

 private:
  std::vector<double> counted_;  ///< by basic block
};

template <typename T>
std::uint64_t buffer_of(emu::Machine& machine, const std::vector<T>& values) {
  const std::uint64_t address = machine.memory().allocate(values.size() * sizeof(T), "values");
  machine.memory().write(address, std::as_bytes(std::span(values)));
  return address;
}

template <typename T>
std::vector<T> arguments_in(const Range& range, std::size_t step) {
  std::vector<T> values(calls);
  for (std::size_t i = 0; i < calls; ++i) {
    const double at = static_cast<double>((i * step) % calls) / (calls - 1);
    values[i] = static_cast<T>(range.logarithmic ? range.low * std::pow(range.high / range.low, at)
                                                 : range.low + (range.high - range.low) * at);
  }
  return values;
}

/// Thread-instructions a call; infinite where the code faults, which no target meets.
template <typename T>
double executed_by(const ptx::Module& module, const std::string& entry, const MathRow& row) {
  emu::Machine machine(module, entry, {.threads = 1});
  launch::Launch launch;
  launch.entry = entry;
  launch.block = {calls, 1, 1};
  std::vector<std::vector<std::byte>> arguments;
  for (const std::uint64_t address :
       {buffer_of(machine, std::vector<T>(2 * calls)), buffer_of(machine, arguments_in<T>(row.first, 1)),
        buffer_of(machine, arguments_in<T>(row.second, 389))}) {  // 389: no common factor with 1024
    const auto* bytes = reinterpret_cast<const std::byte*>(&address);
    arguments.emplace_back(bytes, bytes + sizeof address);
  }
  InstructionObserver observer;
  try {
    machine.run(launch, arguments, {}, &observer);
  } catch (const emu::KernelFault& fault) {
    fmt::print(stderr, "bench_math_cost: {}\n", fault.what());
    return std::numeric_limits<double>::infinity();
  }
  return observer.executed / calls;
}

}  // namespace

Counts instruction_counts(source::CompilerChoice compiler) {
  const TemporaryFolder folder;
  write_file(folder.path() / "math.cu", math_source());
  const source::Compiled code =
      source::compile_uncached({.path = folder.path() / "math.cu", .arch = source::Arch{80, ""}, .compiler = compiler});
  const ptx::Module module = ptx::parse(code.ptx, "math.ptx");
  Counts counts;
  for (const MathRow& row : math_rows()) {
    const std::string base = row.arguments == 1 ? "copy_" : "add_";
    const double sum = row.arguments == 1 ? 0 : 1;  // the addition itself is one that the function does not have
    counts[row.id() + "f"] =
        executed_by<float>(module, row.entry() + "f", row) - executed_by<float>(module, base + "f", row) + sum;
    counts[row.id()] = executed_by<double>(module, row.entry(), row) - executed_by<double>(module, base, row) + sum;
  }
  return counts;
}

Counts read_counts(const std::filesystem::path& file) {
  Counts counts;
  const std::string text = read_file(file);
  for (std::size_t at = text.find('\n') + 1; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size()), comma = text.rfind(',', end);
    counts[text.substr(at, comma - at)] = std::stod(text.substr(comma + 1, end - comma - 1));
    at = end + 1;
  }
  return counts;
}

}  // namespace forewarp::bench
