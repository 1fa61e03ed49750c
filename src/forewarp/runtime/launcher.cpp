// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A launch passes these steps:
//
//   check       is its shape one that the (first) device accepts?
//   replay      are its results known? then memory is brought to them and nothing runs
//   run         counted, if it is the first of its shape or its shape varies; else without observers
//   predict     once per counted launch, for every device
#include "forewarp/runtime/launcher.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "forewarp/frontend/launch/launch_bounds.hpp"
#include "forewarp/frontend/launch/placement.hpp"
#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/advise/strategy.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/runtime/clusters.hpp"
#include "forewarp/runtime/failure.hpp"
#include "forewarp/runtime/launch_likeness.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

constexpr std::size_t max_variants = 64;  ///< counted launches of one shape
/// Shapes of a kernel, grid and block that are counted whatever the budget has. In a sweep over problem sizes with a
/// fixed grid, times are not in proportion to the instructions: what fits into a cache at one size does not at the
/// next.
constexpr std::size_t always_counted_shapes = 12;
/// Launches of one shape that are counted as their data differ, and how many of them with other arguments whatever the
/// budget has: a table that is read in order and one that is read at random.
constexpr std::size_t counted_for_data = 4, always_counted_arguments = 2;
constexpr std::uint64_t default_shared_bytes = 48 << 10;
constexpr std::uint64_t max_grid_x = 0x7fffffff, max_grid_yz = 65535;

/// What CUDA reports for a fault of the emulator, by its message.
Status status_of(std::string_view message) {
  const auto has = [&](std::string_view part) { return message.find(part) != std::string_view::npos; };
  if (has("assertion `")) return Status::assert_failed;
  if (has("misaligned")) return Status::misaligned_address;
  if (has("out of bounds") || has("wild address") || has("null pointer")) return Status::illegal_address;
  if (has("warp instructions executed")) return Status::launch_timeout;
  return Status::launch_failed;
}

template <typename Run>
auto with_status(const Kernel& kernel, Run run) {
  try {
    return run();
  } catch (const emu::KernelFault& e) {
    throw KernelFailed(status_of(e.what()), fmt::format("kernel '{}': {}", kernel.shown, e.what()),
                       e.finding() ? std::optional(*e.finding()) : std::nullopt);
  } catch (const InputError& e) {
    throw KernelFailed(status_of(e.what()), fmt::format("kernel '{}': {}", kernel.shown, e.what()));
  }
}

launch::Buffer buffer_of(const Allocation& a) {
  return {.element = ptx::Type::u8,
          .count = a.bytes,
          .fill = {},
          .host = a.kind == MemoryKind::host || a.kind == MemoryKind::registered};
}

}  // namespace

void Launcher::check(const LaunchRequest& r) const {
  const device::DeviceSpec& device = options_.devices.front();
  const std::uint64_t threads = r.block.count();
  if (threads == 0 || r.grid.count() == 0 || threads > device.max_threads_per_block || r.block.x > 1024 ||
      r.block.y > 1024 || r.block.z > 64 || r.grid.x > max_grid_x || r.grid.y > max_grid_yz || r.grid.z > max_grid_yz)
    throw CallFailed(Status::invalid_configuration,
                     fmt::format("kernel '{}': grid {}x{}x{}, block {}x{}x{} is none that {} accepts", r.kernel->shown,
                                 r.grid.x, r.grid.y, r.grid.z, r.block.x, r.block.y, r.block.z, device.name));
  check_cluster(device, r);
  const std::uint64_t fixed = r.kernel->machine->static_shared_bytes();
  const std::uint64_t allowed = r.kernel->max_dynamic_shared_bytes
                                    ? fixed + *r.kernel->max_dynamic_shared_bytes
                                    : std::min<std::uint64_t>(default_shared_bytes, device.shared_bytes_per_block);
  if (fixed + r.dynamic_shared_bytes > allowed)
    throw CallFailed(Status::invalid_value,
                     fmt::format("kernel '{}': {} bytes of shared memory a block are more than {}", r.kernel->shown,
                                 fixed + r.dynamic_shared_bytes, allowed));
  try {
    launch::check_launch_bounds(*r.kernel->function, r.block);
  } catch (const InputError& e) {
    throw CallFailed(Status::launch_out_of_resources, e.what());
  }
  device::Occupancy occupancy;
  try {
    occupancy = device::occupancy(
        device, {static_cast<std::uint32_t>(threads), r.kernel->registers, fixed + r.dynamic_shared_bytes});
  } catch (const InputError& e) {
    throw CallFailed(Status::launch_out_of_resources, fmt::format("kernel '{}': {}", r.kernel->shown, e.what()));
  }
  if (r.cooperative && r.grid.count() > std::uint64_t{occupancy.blocks_per_sm} * device.sms)
    throw CallFailed(Status::cooperative_launch_too_large,
                     fmt::format("kernel '{}': {} holds {} of its blocks at once, {} were launched", r.kernel->shown,
                                 device.name, std::uint64_t{occupancy.blocks_per_sm} * device.sms, r.grid.count()));
}

/// The launch as a profile describes it; pointers among the arguments are buffers of raw bytes.
launch::Launch Launcher::described(const LaunchRequest& r, std::vector<std::uint64_t>& addresses) {
  launch::Launch out;
  out.entry = r.kernel->entry();
  out.grid = r.grid;
  out.block = r.block;
  out.dynamic_shared_bytes = r.dynamic_shared_bytes;
  out.cluster = cluster_of(r);
  const auto& parameters = r.kernel->function->parameters;
  for (std::size_t i = 0; i < r.arguments.size(); ++i) {
    launch::Argument argument;
    argument.name = std::string(parameters[i].name);
    std::uint64_t word = 0;
    std::memcpy(&word, r.arguments[i].data(), std::min(sizeof word, r.arguments[i].size()));
    const Allocation* a = r.arguments[i].size() == sizeof word ? arena_.find(word) : nullptr;
    addresses.push_back(a ? a->address() : 0);
    if (a)
      argument.value = buffer_of(*a);
    else if (r.arguments[i].size() <= sizeof word)
      argument.value = launch::Scalar{parameters[i].type, word};
    else
      argument.value = std::string(reinterpret_cast<const char*>(r.arguments[i].data()), r.arguments[i].size());
    out.arguments.push_back(std::move(argument));
  }
  add_reached(r, out, addresses);
  return out;
}

/// Buffers that no argument points to, but a variable, a structure or another buffer: memory traffic counts only in
/// buffers of the description. Where any may be reached, the largest ones.
void Launcher::add_reached(const LaunchRequest& r, launch::Launch& launch, std::vector<std::uint64_t>& addresses) {
  const emu::MemoryUse use = r.kernel->machine->memory_use(r.arguments);
  std::vector<const Allocation*> reached;
  for (const emu::MemoryUse::Buffer& b : use.buffers)
    if (const Allocation* a = arena_.find(b.address)) reached.push_back(a);
  if (use.reads_any || use.changes_any)
    for (const auto& [address, a] : arena_.all()) reached.push_back(&a);
  std::ranges::stable_sort(reached, std::greater{}, &Allocation::bytes);
  for (const Allocation* a : reached) {
    if (launch.arguments.size() >= launch::max_described) return;
    if (std::ranges::find(addresses, a->address()) != addresses.end()) continue;
    launch.arguments.push_back({.name = a->name, .value = buffer_of(*a)});
    addresses.push_back(a->address());
    ++launch.unpassed;
  }
}

std::optional<model::MachineWork> Launcher::code_on(const device::DeviceSpec& device, const Kernel& kernel,
                                                    const profile::Profile& profile) {
  if (!options_.machine_code) return std::nullopt;
  auto found = codes_.find(&kernel);
  if (found == codes_.end())
    found = codes_
                .try_emplace(&kernel, kernel.module->text(), kernel.entry(), kernel.module->code(), &cache_,
                             options_.progress)
                .first;
  return found->second.on(device, profile);
}

void Launcher::predict(Distinct& distinct, const LaunchRequest& request, const profile::Profile& profile) {
  std::vector<advise::Strategy> strategies;
  if (options_.advise) strategies = advise::shipped_strategies();
  // The program asks how many blocks fit before it knows of machine code, by the registers that are estimated. Where
  // more of them wait for each other than fit by ptxas' registers, the estimate holds for their time, too.
  const auto situation_on = [&](const device::DeviceSpec& device) {
    try {
      return advise::situation(profile, device, options_.caches, code_on(device, *request.kernel, profile));
    } catch (const InputError&) {
      if (!request.cooperative) throw;
      model::MachineWork without;
      without.reason = "more blocks wait for each other than fit by its registers";
      return advise::situation(profile, device, options_.caches, without);
    }
  };
  for (const device::DeviceSpec& device : options_.devices) {
    DeviceTime time;
    try {
      const advise::Situation s = situation_on(device);
      time.machine_code = s.prediction.machine_code;
      time.seconds = s.prediction.time_s;
      time.low_s = s.prediction.low_s;
      time.high_s = s.prediction.high_s;
      time.limiter = s.prediction.limiter;
      time.terms = s.prediction.terms;
      time.share = std::min(1.0, static_cast<double>(request.grid.count()) /
                                     (static_cast<double>(s.prediction.theoretical.blocks_per_sm) * device.sms));
      if (distinct.times.empty()) distinct.dram_bytes = s.demand.dram_bytes;
      if (options_.advise) {
        const advise::Advice advice = advise::advise(s, request.kernel->module->code(), strategies);
        if (!advice.suggestions.empty()) {
          time.advice = advice.suggestions.front().title;
          time.advice_gain = advice.suggestions.front().gain;
        }
      }
    } catch (const InputError& e) {
      if (distinct.times.empty()) throw CallFailed(Status::launch_out_of_resources, e.what());
      const DeviceTime& first = distinct.times.front();
      time = {};
      time.seconds = first.seconds, time.low_s = first.low_s, time.high_s = first.high_s, time.share = first.share;
      time.limiter = "cannot run";
      time.cannot_run = e.what();
    }
    distinct.times.push_back(std::move(time));
  }
}

Launcher::Done Launcher::run_counted(const LaunchRequest& r, const emu::MemoryUse& use, Family& family, Shape& shape,
                                     std::uint64_t arguments) {
  emu::Machine& machine = *r.kernel->machine;
  profile::Execution execution{.machine = &machine, .arguments = r.arguments, .addresses = {}};
  const launch::Launch launch = described(r, execution.addresses);
  saver_.write(r, use);
  Counted counted = with_status(*r.kernel, [&] {
    return run_and_count({.machine = &machine,
                          .code = &r.kernel->module->code(),
                          .launch = &launch,
                          .execution = std::move(execution),
                          .use = use,
                          .prints = r.kernel->prints,
                          .checks = !options_.replay,
                          .results = options_.results,
                          .longest_count = options_.longest_count,
                          .progress = options_.progress},
                         arena_);
  });
  budget_.counted(counted.executed);
  for (const profile::Mark& mark : counted.profile.marks)
    if (profile::is_lower_bound(mark.kind)) notes_.push_back(fmt::format("{}: {}", r.kernel->shown, mark.text));
  note_interpreted(r);
  ++shape.counted;
  const Distinct*& of_arguments = shape.by_arguments[arguments];
  auto distinct = std::make_unique<Distinct>();
  distinct->id = distinct_.size();
  distinct->kernel = r.kernel->index;
  distinct->name = r.kernel->name;
  distinct->entry = r.kernel->entry();
  distinct->grid = r.grid;
  distinct->block = r.block;
  distinct->shared_bytes = machine.static_shared_bytes() + r.dynamic_shared_bytes;
  distinct->registers = r.kernel->registers;
  distinct->executed = counted.counted;
  distinct->thread_instructions = counted.profile.thread_instructions;
  distinct->counted_blocks = counted.profile.sampling.blocks_run;
  distinct->whole = counted.whole;
  predict(*distinct, r, counted.profile);
  // Work that depends on data may come back to what it was before.
  for (const Distinct* other : shape.variants)
    if (is_alike(*other, counted.executed) && takes_as_long(*other, *distinct)) {
      of_arguments = other;
      return {.distinct = other, .counted = true, .printed = {}};
    }
  saver_.keep(distinct->id, distinct->name);
  family.all.push_back(distinct.get());
  shape.variants.push_back(distinct.get());
  of_arguments = distinct.get();
  distinct_.push_back(std::move(distinct));
  const Distinct& d = *distinct_.back();
  Done done{.distinct = &d, .factor = factor_of(d, counted.executed), .counted = true, .is_new = true, .printed = {}};
  if (options_.keep_profiles) done.profile = std::make_shared<const profile::Profile>(std::move(counted.profile));
  return done;
}

/// Without observers; the warp instructions executed.
std::uint64_t Launcher::run_again(const LaunchRequest& r) {
  emu::Machine& machine = *r.kernel->machine;
  launch::Launch launch;
  launch.entry = r.kernel->entry();
  launch.grid = r.grid;
  launch.block = r.block;
  launch.dynamic_shared_bytes = r.dynamic_shared_bytes;
  launch.cluster = cluster_of(r);
  machine.set_cooperative(r.cooperative);
  const std::uint64_t before = machine.executed();
  with_status(*r.kernel, [&] { machine.run(launch, r.arguments, {}, nullptr, options_.progress); });
  note_interpreted(r);
  return machine.executed() - before;
}

/// A kernel that runs long and could not be compiled for this processor takes longer than it need.
void Launcher::note_interpreted(const LaunchRequest& r) {
  const std::string why = r.kernel->machine->take_native_failure();
  if (!why.empty())
    notes_.push_back(fmt::format("{}: interpreted, not compiled for this processor: {}", r.kernel->shown,
                                 why.substr(0, why.find('\n'))));
}

/// Without observers. A launch that does not do what its shape did before gets the time of the nearest counted one, in
/// proportion to the instructions. Results::sampled leaves the results of launches out that were sampled before.
Launcher::Done Launcher::run_plain(const LaunchRequest& r, const Family& family, const Shape& shape,
                                   std::uint64_t arguments) {
  const Variants& variants = shape.variants.empty() ? family.all : shape.variants;
  const auto same = shape.by_arguments.find(arguments);
  const Distinct& likely = same != shape.by_arguments.end() ? *same->second : *variants.front();
  Done done;
  if (!likely.whole) {
    done.distinct = &likely;
    return done;
  }
  const std::uint64_t executed = run_again(r);
  budget_.run(executed);
  const Distinct& d = is_alike(likely, executed) ? likely : nearest(variants, executed);
  done.distinct = &d;
  done.factor = factor_of(d, executed);
  return done;
}

/// If few shapes of its kernel, grid and block or few arguments of its shape are known, and, within the budget, if its
/// shape is new or varies, or its data are among the first.
bool Launcher::is_to_count(const Family& family, const Shape& shape, const Inputs& inputs) const {
  if (family.all.empty()) return true;
  if (shape.variants.empty()) return family.by_shape.size() <= always_counted_shapes || budget_.allows();
  if (shape.varies && shape.variants.size() < max_variants && budget_.allows()) return true;
  if (!shape.variants.front()->whole) return false;
  const bool has_other_arguments = !shape.by_arguments.contains(inputs.arguments);
  if (has_other_arguments && shape.by_arguments.size() < always_counted_arguments) return true;
  return (has_other_arguments || inputs.may_be_new) && shape.counted < counted_for_data && budget_.allows();
}

Launcher::Done Launcher::run(const LaunchRequest& r, const emu::MemoryUse& use, const Inputs& inputs) {
  Family& family = families_[family_key(r)];
  Shape& shape = family.by_shape[arguments_key(r, arena_)];
  if (is_to_count(family, shape, inputs)) return run_counted(r, use, family, shape, inputs.arguments);
  Done done = run_plain(r, family, shape, inputs.arguments);
  shape.varies = shape.varies || (done.factor != 1 && !shape.variants.empty());
  return done;
}

/// What is known of launches in this state, with these inputs. One whose time is in proportion to another's is run once
/// more, and counted, as soon as the budget has room for it.
const Launcher::Known* Launcher::known_of(const LaunchRequest& r, const Replay::State& state, std::uint64_t arguments) {
  if (!state.known) return nullptr;
  const auto same = by_state_.find(state.before);
  const auto equal = by_inputs_.find(state.inputs);
  if (same == by_state_.end() && equal == by_inputs_.end()) return nullptr;
  const Known& known = same != by_state_.end() ? same->second : equal->second;
  if (known.counted || known.factor == 1) return &known;
  budget_.left_out(known.executed);
  Family& family = families_[family_key(r)];
  return is_to_count(family, family.by_shape[arguments_key(r, arena_)], {.arguments = arguments}) ? nullptr : &known;
}

std::vector<std::string> Launcher::take_notes() {
  std::vector<std::string> notes = saver_.take_notes();
  std::ranges::move(std::exchange(notes_, {}), std::back_inserter(notes));
  return notes;
}

Launcher::Done Launcher::launch(const LaunchRequest& r) {
  check(r);
  printed_.clear();
  emu::Machine& machine = *r.kernel->machine;
  machine.set_cooperative(r.cooperative);
  emu::MemoryUse use = machine.memory_use(r.arguments);
  for (const std::uint64_t constant : r.kernel->module->constants()) use.buffers.push_back({constant, true, false});
  const std::uint64_t arguments = exact_key(r);
  Replay::State state = replay_.before(arguments, use);
  if (r.kernel->prints || !options_.replay) state.known = false;
  const Known* known = known_of(r, state, arguments);
  if (known != nullptr && replay_.replay(state, [this, r] { run_again(r); }))
    return {.distinct = known->distinct, .factor = known->factor, .replayed = true, .printed = {}};
  replay_.deferred().before_run(use);
  const std::uint64_t executed = machine.executed();
  const bool is_reported = !machine.beyond_end().empty();
  Done done;
  try {
    done = run(r, use, {arguments, !state.known || !by_inputs_.contains(state.inputs)});
  } catch (...) {
    printed_ = machine.take_printed();
    throw;
  }
  if (!is_reported && !machine.beyond_end().empty()) notes_.push_back(machine.beyond_end());
  const std::uint64_t ran = machine.executed() - executed;
  replay_.after(state, use, ran);
  if (state.known) by_state_[state.before] = by_inputs_[state.inputs] = {done.distinct, done.factor, ran, done.counted};
  done.printed = machine.take_printed();
  return done;
}

}  // namespace forewarp::runtime
