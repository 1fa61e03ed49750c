// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "forewarp/emulate/decode/decode.hpp"
#include "forewarp/emulate/decode/provenance.hpp"
#include "forewarp/emulate/decode/reachable.hpp"
#include "forewarp/emulate/machine/run_blocks.hpp"
#include "forewarp/emulate/machine/run_together.hpp"
#include "forewarp/emulate/machine/special.hpp"
#include "forewarp/emulate/native/hot_code.hpp"
#include "forewarp/frontend/launch/launch_bounds.hpp"

namespace forewarp::emu {

namespace {
constexpr std::uint64_t unlimited_run = std::numeric_limits<std::uint64_t>::max();
}

struct Machine::Impl {
  MachineOptions options;
  std::unique_ptr<Memory> own_memory;  ///< nullptr where the memory is shared
  Memory* memory;
  std::unique_ptr<Program> program;
  std::unique_ptr<native::HotCode> hot;
  Provenance provenance;
  RunText text;
  std::uint64_t grid_workspace = 0;  ///< address, where the kernel synchronises its grid
  bool cooperative = true;           ///< set_cooperative()
  unsigned dependent_runs = 0;       ///< whose blocks depended on each other
  std::uint64_t ordered_runs = 0;    ///< to come that are not run in parallel, because the last one was in vain
  bool ran_apart = false;            ///< the blocks of the last launch that was logged did not depend on each other
  std::uint64_t next_limit = unlimited_run;  ///< limit_next_run()

  void decode_entry(const ptx::Module& module, std::string_view entry, const VariablePlaces* placed);
  [[nodiscard]] bool may_speculate(const launch::Launch& launch);
  void note_speculation();
};

namespace {

constexpr std::uint64_t max_threads_a_block = 1024;
constexpr std::uint64_t grid_workspace_bytes = 256;
constexpr std::uint64_t max_shared_bytes = std::uint64_t{16} << 20;

const MachineOptions& checked(const MachineOptions& options) {
  if (options.warp_size != 32 && options.warp_size != 64)
    throw InputError(fmt::format("a warp has 32 or 64 lanes, not {}", options.warp_size));
  return options;
}

/// Limits of the CUDA programming model, and one on the number of blocks so that linear indices are exact as doubles.
void check_shape(const launch::Launch& launch) {
  if (launch.block.count() == 0 || launch.grid.count() == 0) throw InputError("a grid or block with no threads");
  if (launch.block.x > max_threads_a_block || launch.block.y > max_threads_a_block ||
      launch.block.z > max_threads_a_block || launch.block.count() > max_threads_a_block)
    throw InputError(fmt::format("a block of {}x{}x{} has more than {} threads", launch.block.x, launch.block.y,
                                 launch.block.z, max_threads_a_block));
  // x * y fits 64 bits as both have 32; dividing the limit instead of multiplying by z keeps it so.
  constexpr std::uint64_t limit = std::uint64_t{1} << 53;
  if (std::uint64_t{launch.grid.x} * launch.grid.y > limit / launch.grid.z)
    throw InputError("a grid of more than 2^53 blocks");
}

/// The arguments at the offsets of the kernel's parameters, as the .param space holds them.
std::vector<std::byte> parameter_block(const Program& program, std::span<const std::vector<std::byte>> arguments) {
  const auto& parameters = program.entry().function->parameters;
  if (arguments.size() != parameters.size())
    throw InputError(fmt::format("kernel '{}' takes {} arguments, {} given", program.entry().function->name,
                                 parameters.size(), arguments.size()));
  std::vector<std::byte> bytes(program.parameter_bytes);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (arguments[i].size() != parameters[i].bytes())
      throw InputError(fmt::format("argument {} of kernel '{}' ({}) has {} bytes, {} given", i,
                                   program.entry().function->name, parameters[i].name, parameters[i].bytes(),
                                   arguments[i].size()));
    std::copy(arguments[i].begin(), arguments[i].end(), bytes.begin() + program.parameter_offsets[i]);
  }
  return bytes;
}

/// Dynamic shared memory begins after the static part, aligned as the program needs it: 20 static
/// bytes and an alignment of 16 put it at 32. Without it the block has the static bytes alone,
/// unrounded, so that an access behind them is a fault.
LaunchContext make_context(const Program& program, const MachineOptions& options, Memory& memory,
                           const launch::Launch& launch, std::span<const std::vector<std::byte>> arguments,
                           std::uint64_t grid_workspace) {
  check_shape(launch);
  LaunchContext context;
  context.program = &program;
  context.options = &options;
  context.launch = &launch;
  context.memory = &memory.impl();
  context.parameters = parameter_block(program, arguments);
  const std::uint64_t alignment = program.shared_alignment;
  const std::uint64_t dynamic_begin = (program.static_shared_bytes + alignment - 1) / alignment * alignment;
  const std::uint64_t own =
      launch.dynamic_shared_bytes > 0 ? dynamic_begin + launch.dynamic_shared_bytes : program.static_shared_bytes;
  if (launch.dynamic_shared_bytes > max_shared_bytes || own > max_shared_bytes)
    throw InputError(fmt::format("{} bytes of shared memory a block are more than {}", own, max_shared_bytes));
  context.own_shared_bytes = own;
  context.shared_bytes = own;
  if (program.reads_reserved)
    context.shared_bytes =
        (own + reserved_shared_bytes - 1) / reserved_shared_bytes * reserved_shared_bytes + reserved_shared_bytes;
  context.threads = static_cast<unsigned>(launch.block.count());
  context.cluster = launch::cluster_of(*program.entry().function, launch);
  context.names_cluster = launch.cluster || launch::cluster_from_bounds(*program.entry().function);
  if (program.entry().function->directive("blocksareclusters") != nullptr)
    throw InputError(fmt::format("kernel '{}': grids that count clusters (.blocksareclusters) are not supported",
                                 program.entry().function->name));
  context.grid_workspace = grid_workspace;
  context.warps = (context.threads + program.width - 1) / program.width;
  return context;
}

void check_blocks(std::span<const std::uint64_t> blocks, std::uint64_t grid) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i] >= grid) throw InputError(fmt::format("block {} is outside the grid of {}", blocks[i], grid));
    if (i > 0 && blocks[i] <= blocks[i - 1]) throw InputError("blocks to run must ascend");
  }
}

/// Tracks buffers while a launch runs whose blocks may depend on each other: words of those that make it so, pages of
/// all that are changed, and everything where a pointer that is followed to a store is unknown.
class TrackedBuffers {
 public:
  TrackedBuffers(const LaunchEffects& effects, Memory::Impl& memory) {
    const bool anywhere = effects.somewhere.changes() || (effects.somewhere.read && effects.all.changes());
    if (anywhere) {
      for (const auto& buffer : memory.buffers)
        if (buffer) track(*buffer, Tracking::words);
      for (const auto& buffer : memory.mapped.buffers()) track(*buffer, Tracking::words);
      return;
    }
    for (const auto& [buffer, effect] : effects.buffers)
      if (effect.changes()) track(*memory.find(buffer->base), effect.independent() ? Tracking::pages : Tracking::words);
  }
  ~TrackedBuffers() {
    for (MemoryBuffer* buffer : tracked_) buffer->tracking = Tracking::none;
  }
  TrackedBuffers(const TrackedBuffers&) = delete;
  TrackedBuffers& operator=(const TrackedBuffers&) = delete;

 private:
  void track(MemoryBuffer& buffer, Tracking tracking) {
    buffer.tracking = tracking;
    tracked_.push_back(&buffer);
  }
  std::vector<MemoryBuffer*> tracked_;
};

}  // namespace

void Machine::Impl::decode_entry(const ptx::Module& module, std::string_view entry, const VariablePlaces* placed) {
  program = decode(module, entry, *memory,
                   {.width = options.warp_size,
                    .isa = options.isa.value_or(best_isa()),
                    .sample_loops = options.loop_sample > 0,
                    .placed = placed});
  provenance = trace(*program);
  hot = std::make_unique<native::HotCode>(*program, options);
  if (program->synchronises_grid) grid_workspace = memory->allocate(grid_workspace_bytes, "grid workspace");
}

/// Small launches are not worth the logs.
bool Machine::Impl::may_speculate(const launch::Launch& launch) {
  constexpr std::uint64_t min_threads = 2048;
  if (launch.grid.count() < 2 || launch.grid.count() * launch.block.count() < min_threads) return false;
  if (ordered_runs == 0) return true;
  --ordered_runs;
  return false;
}

/// After each run in vain twice as many runs are done in order.
void Machine::Impl::note_speculation() {
  constexpr unsigned most = 16;
  ran_apart = !text.depend;
  if (text.depend) ordered_runs = std::uint64_t{1} << std::min(++dependent_runs, most);
}

Machine::Machine(const ptx::Module& module, std::string_view entry, MachineOptions options)
    : impl_(new Impl{
          checked(options), std::make_unique<Memory>(options.max_memory_bytes), nullptr, nullptr, nullptr, {}, {}}) {
  impl_->memory = impl_->own_memory.get();
  impl_->decode_entry(module, entry, nullptr);
}

Machine::Machine(const ptx::Module& module, std::string_view entry, Memory& memory, const VariablePlaces& placed,
                 MachineOptions options)
    : impl_(new Impl{checked(options), nullptr, &memory, nullptr, nullptr, {}, {}}) {
  impl_->decode_entry(module, entry, &placed);
}

Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;

Memory& Machine::memory() { return *impl_->memory; }
const ProgramMap& Machine::program() const { return impl_->program->map; }
std::optional<std::uint64_t> Machine::address_of(std::string_view variable) const {
  const auto& variables = impl_->program->variables;
  const auto place = variables.find(variable);
  return place == variables.end() ? std::nullopt : std::optional(place->second);
}

bool Machine::uses_heap() const { return impl_->program->uses_heap; }
bool Machine::synchronises_grid() const { return impl_->program->synchronises_grid && impl_->cooperative; }
void Machine::set_cooperative(bool cooperative) { impl_->cooperative = cooperative; }
std::uint64_t Machine::static_shared_bytes() const { return impl_->program->static_shared_bytes; }
std::uint64_t Machine::local_bytes_per_thread() const { return impl_->program->entry().local_bytes; }
const std::string& Machine::printed() const { return impl_->text.printed; }
void Machine::limit_next_run(std::uint64_t warp_instructions) { impl_->next_limit = warp_instructions; }
std::string Machine::take_printed() { return std::exchange(impl_->text.printed, {}); }
std::uint64_t Machine::executed() const { return impl_->text.executed; }
std::vector<Finding> Machine::take_findings() {
  std::vector<Finding> found = impl_->text.findings.entries();
  impl_->text.findings.clear();
  return found;
}
std::string Machine::take_native_failure() { return impl_->hot->take_failure(); }
const std::string& Machine::beyond_end() const { return impl_->text.beyond_end; }

void Machine::run(const launch::Launch& launch, std::span<const std::vector<std::byte>> arguments,
                  std::span<const std::uint64_t> blocks, Observer* observer, Progress* progress) {
  if (uses_heap() && impl_->memory->impl().heap == 0)
    impl_->memory->set_heap(impl_->memory->allocate(Memory::heap_bytes, "heap"));
  MachineOptions options = impl_->options;
  options.max_warp_instructions =
      std::min(options.max_warp_instructions, std::exchange(impl_->next_limit, unlimited_run));
  LaunchContext context = make_context(*impl_->program, options, *impl_->memory, launch, arguments,
                                       synchronises_grid() ? impl_->grid_workspace : 0);
  const LaunchEffects effects =
      launch_effects(impl_->provenance, context.parameters, impl_->program->variables, impl_->memory->impl());
  // Uninitialised-read checks mark bytes in order of execution and malloc gives memory in it.
  const bool may_be_parallel = !impl_->options.check_uninitialised && !synchronises_grid() && !uses_heap();
  const bool independent = blocks_are_independent(effects);
  context.speculative = may_be_parallel && !independent && impl_->may_speculate(launch);
  context.likely_apart = impl_->ran_apart;
  context.parallel = may_be_parallel && (independent || context.speculative);
  context.progress = progress;
  context.hot = impl_->hot.get();
  check_blocks(blocks, launch.grid.count());
  if (observer) observer->launch_begin(impl_->program->map, launch, impl_->program->width);
  // Blocks that wait for the whole grid must all be alive at once; others need not, and run in
  // parallel where they may.
  if (synchronises_grid()) {
    impl_->memory->write(impl_->grid_workspace, std::vector<std::byte>(grid_workspace_bytes));
    return run_together(context, blocks, observer, progress, impl_->text);
  }
  if (!context.speculative) return run_blocks(context, blocks, observer, progress, impl_->text);
  const TrackedBuffers tracked(effects, impl_->memory->impl());
  impl_->text.depend = false;
  run_blocks(context, blocks, observer, progress, impl_->text);
  impl_->note_speculation();
}

MemoryUse Machine::memory_use(std::span<const std::vector<std::byte>> arguments) const {
  const LaunchEffects effects = launch_effects(impl_->provenance, parameter_block(*impl_->program, arguments),
                                               impl_->program->variables, impl_->memory->impl());
  const auto reads = [](const Effects& e) { return e.read || e.reduced || e.updated; };
  MemoryUse use{.buffers = {}, .reads_any = reads(effects.somewhere), .changes_any = effects.somewhere.changes()};
  for (const auto& [buffer, effect] : effects.buffers)
    use.buffers.push_back({buffer->base, reads(effect), effect.changes()});
  std::ranges::sort(use.buffers, {}, &MemoryUse::Buffer::address);
  return use;
}

bool synchronises_grid(const ptx::Module& module, std::string_view entry) {
  const ptx::Function* kernel = module.find(entry);
  if (kernel == nullptr) return false;
  for (const ptx::Function* f : reachable_from(module, *kernel).functions)
    for (const ptx::Operand& o : f->operands)
      if (o.kind == ptx::OperandKind::special && is_grid_workspace(o.special, o.component)) return true;
  return false;
}

}  // namespace forewarp::emu
