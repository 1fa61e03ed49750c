// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/choose.hpp"
#include "forewarp/frontend/fatbin/relocatable.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/launch_likeness.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

std::vector<std::string> names_of(const std::vector<device::DeviceSpec>& devices) {
  std::vector<std::string> names;
  for (const device::DeviceSpec& d : devices) names.push_back(d.name);
  return names;
}

/// The PTX of the entry that a driver would choose: the newest that the device can run.
std::string ptx_of(std::string_view image, unsigned capability, const std::string& name) {
  const std::vector<fatbin::Entry> entries = fatbin::read(image);
  if (const fatbin::Entry* best = fatbin::best_for(entries, fatbin::Entry::Kind::ptx, capability))
    return std::string(fatbin::payload(*best).bytes);
  const std::vector<source::Arch> others = fatbin::archs_of(entries, fatbin::Entry::Kind::ptx);
  if (!others.empty())
    throw CallFailed(Status::no_binary_for_gpu,
                     fmt::format("{}: its PTX is for {}, which compute capability {}.{} does not run", name,
                                 fatbin::archs_text(others), capability / 10, capability % 10));
  throw CallFailed(Status::no_binary_for_gpu,
                   fmt::format("{}: it has machine code and no PTX, which the emulator needs", name));
}

}  // namespace

Session::Session(Options options, std::unique_ptr<Recorder> recorder, const std::string& program)
    : options_(std::move(options)),
      recorder_(std::move(recorder)),
      arena_(memory_),
      replay_(arena_, options_.max_kept_bytes, !options_.sampled_results),
      launcher_({.devices = devices_of(options_),
                 .caches = caches_of(options_),
                 .advise = options_.advise,
                 .machine_code = options_.machine_code,
                 .keep_profiles = options_.details,
                 .replay = !options_.checks.any(),
                 .results = options_.sampled_results ? Results::sampled : Results::whole,
                 .progress = &progress_,
                 .save = {options_.save_folder, options_.max_saved_bytes}},
                arena_, replay_) {
  const std::size_t devices = launcher_.devices().size();
  for (std::size_t d = 0; d < devices; ++d) clocks_.push_back(std::make_unique<HostClock>());
  timelines_.assign(static_cast<std::size_t>(options_.gpus), Timelines(devices));
  recorder_->begin(program, names_of(launcher_.devices()));
  if (options_.checks.any()) recorder_->checks(options_.checks.names());
  if (options_.checks.memory) arena_.guard();
}

void Session::enter() {
  for (const auto& clock : clocks_) clock->enter();
}
void Session::leave(std::string_view call) {
  record_wait(call);
  for (const auto& clock : clocks_) clock->leave();
}

void Session::record_wait(std::string_view call) {
  Wait wait{.call = {}, .times = std::vector<Interval>(clocks_.size())};
  bool any = false;
  for (std::size_t i = 0; i < clocks_.size(); ++i)
    if (const auto own = clocks_[i]->take_wait()) {
      wait.times[i] = {own->begin_s, own->end_s};
      any = true;
    }
  if (!any) return;
  wait.call = call;
  recorder_->add(wait);
}

void Session::spend(double seconds) {
  for (const auto& clock : clocks_) clock->spend(seconds);
}

Session::Timelines& Session::timelines(int gpu) { return timelines_.at(static_cast<std::size_t>(gpu)); }

std::unique_ptr<Module> Session::load(std::string_view image, const std::string& name,
                                      const ManagedVariables& managed) {
  try {
    std::string ptx = fatbin::container_bytes(image) > 0 ? ptx_of(image, device().compute_capability, name)
                                                         : std::string(image.substr(0, image.find('\0')));
    return std::make_unique<Module>(std::move(ptx), name, arena_, memory_, managed);
  } catch (const InputError& e) {
    throw CallFailed(Status::invalid_ptx, e.what());
  }
}

std::unique_ptr<Module> Session::load_linked(std::span<const std::string_view> units, const std::string& name,
                                             const ManagedVariables& managed) {
  std::size_t skipped = 0;
  try {
    const std::vector<fatbin::PtxUnit> ptx = fatbin::units_for(units, device().compute_capability, name, skipped);
    if (ptx.empty() && !units.empty()) (void)ptx_of(units.front(), device().compute_capability, name);  // says why
    return std::make_unique<Module>(fatbin::linked_program(ptx), name, arena_, memory_, managed);
  } catch (const InputError& e) {
    const std::string note =
        skipped == 0 ? "" : fmt::format(" ({} of {} units have no PTX for this device)", skipped, units.size());
    throw CallFailed(Status::invalid_ptx, e.what() + note);
  }
}

Kernel& Session::kernel(Module& module, std::string_view entry) {
  try {
    const Checks& checks = options_.checks;
    Kernel* found = module.kernel(entry, kernels_,
                                  {.max_warp_instructions = options_.max_warp_instructions,
                                   .check_uninitialised = checks.init,
                                   .check_races = checks.race,
                                   .check_sync = checks.sync,
                                   .check_memory = checks.memory,
                                   .collect = checks.any()});
    if (!found)
      throw CallFailed(Status::invalid_device_function, fmt::format("no kernel '{}' in the device code", entry));
    return *found;
  } catch (const InputError& e) {
    throw CallFailed(Status::invalid_ptx, e.what());
  }
}

void Session::launch(int gpu, StreamId stream, LaunchRequest request) {
  if (captured(
          stream, GraphNode::Kind::kernel, [=, this](StreamId to) { launch(gpu, to, request); }, request))
    return;
  const double began = real_seconds();
  const auto print = [](const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  if (request.kernel->machine->uses_heap()) make_heap(gpu);
  progress_.begin(request.kernel->shown);
  try {
    const Launcher::Done done = launcher_.launch(request);
    progress_.end();
    print(done.printed);
    take_findings(*request.kernel);
    report_launch(gpu, stream, *request.kernel->module, done);
  } catch (const KernelFailed& e) {
    progress_.end();
    print(launcher_.printed());
    std::fflush(stdout);
    fmt::print(stderr, "forewarp: {}\n", e.what());
    recorder_->fault(e.what());
    take_findings(*request.kernel);
    if (e.finding()) note_finding(*request.kernel, *e.finding());
    throw;
  }
  emulation_s_ += real_seconds() - began;
}

void Session::record_detail(const Module& module, const Launcher::Done& done) {
  const auto [code, is_new] = codes_.try_emplace(&module, codes_.size());
  if (is_new) recorder_->add(DeviceCode{.name = module.code().file, .ptx = module.text()});
  recorder_->add_detail(done.distinct->id, code->second, *done.profile);
}

void Session::report_launch(int gpu, StreamId stream, const Module& module, const Launcher::Done& done) {
  const Distinct& d = *done.distinct;
  if (done.is_new) recorder_->add(d);
  if (done.profile) record_detail(module, done);
  for (const std::string& note : launcher_.take_notes()) recorder_->note(note);
  Operation operation{.kind = Operation::Kind::launch,
                      .distinct = d.id,
                      .factor = done.factor,
                      .replayed = done.replayed,
                      .stream = stream,
                      .gpu = gpu,
                      .times = {}};
  for (std::size_t i = 0; i < clocks_.size(); ++i) {
    // The device takes a node of a graph sooner than a launch from a stream.
    const double saved_s = in_graph_ ? device::graph_saving_s(launcher_.devices()[i]) : 0;
    const double scaled_s = scaled_seconds(d.times[i].seconds, done.factor, launcher_.devices()[i].launch_overhead_s);
    const double seconds = std::max(0.0, scaled_s - saved_s);
    operation.times.push_back(timelines(gpu)[i].kernel(stream, clocks_[i]->now(), seconds, d.times[i].share));
  }
  add_operation(std::move(operation));
  spend(in_graph_ ? graph_node_s : launch_call_s);
}

void Session::add_operation(Operation operation) { recorder_->add(operation); }

StreamId Session::add_stream(int gpu, bool blocking) {
  const StreamId made = next_stream_++;
  streams_[made] = gpu;
  if (!blocking) non_blocking_.insert(made);
  for (Timeline& t : timelines(gpu)) t.add_stream(made, blocking);
  return made;
}

void Session::remove_stream(StreamId stream) {
  const auto known = streams_.find(stream);
  if (known == streams_.end()) throw CallFailed(Status::invalid_handle);
  // What it has captured stays in the graph.
  if (capturing_.erase(stream) == 0) wait_for_stream(known->second, stream);
  waits_for_.erase(stream);
  for (Timeline& t : timelines(known->second)) t.remove_stream(stream);
  non_blocking_.erase(stream);
  priorities_.erase(stream);
  streams_.erase(known);
}

void Session::wait_for_stream(int gpu, StreamId stream) {
  refuse_while_capturing(stream);
  for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i]->wait_until(timelines(gpu)[i].end_of(stream));
  spend(synchronise_s);
}

void Session::wait_for_device(int gpu) {
  refuse_while_capturing();
  for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i]->wait_until(timelines(gpu)[i].end());
  spend(synchronise_s);
}

bool Session::stream_done(int gpu, StreamId stream) const {
  return timelines(gpu).front().end_of(stream) <= clocks_.front()->now();
}

void Session::record(int gpu, StreamId stream, Event& event) {
  if (event.gpu != gpu)
    throw CallFailed(Status::invalid_handle,
                     fmt::format("an event of device {} is recorded in a stream of device {}", event.gpu, gpu));
  if (captured_record(stream, event)) return;
  event.capture = nullptr;
  event.recorded = true;
  event.times.clear();
  for (std::size_t i = 0; i < clocks_.size(); ++i)
    event.times.push_back(timelines(gpu)[i].mark(stream, clocks_[i]->now()));
}

void Session::wait_for_event(const Event& event) {
  if (is_captured(event)) invalidate(event.capture, Status::captured_event);
  if (event.capture) throw CallFailed(Status::captured_event);
  if (!event.recorded) return;
  for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i]->wait_until(event.times[i]);
  spend(synchronise_s);
}

void Session::stream_waits(int gpu, StreamId stream, const Event& event) {
  if (captured_wait(stream, event) || !event.recorded) return;
  for (std::size_t i = 0; i < clocks_.size(); ++i) timelines(gpu)[i].wait(stream, event.times[i]);
}

/// The function takes the time that it takes on this machine; the host's clock stands meanwhile. What is shorter than
/// least_host_call_s takes none: it is noise, which would differ from run to run.
void Session::call_host(int gpu, StreamId stream, const std::function<void()>& function, HostCall call) {
  const auto run = [this, gpu, function](StreamId to) {
    const double began = real_seconds();
    function();
    const double seconds = real_seconds() - began;
    if (seconds < least_host_call_s) return;
    for (std::size_t i = 0; i < clocks_.size(); ++i) timelines(gpu)[i].host(to, clocks_[i]->now(), seconds);
  };
  if (captured(stream, GraphNode::Kind::host, run, call)) return;
  run(stream);
}

void Session::finish() {
  if (std::exchange(finished_, true)) return;
  std::vector<HostTime> host;
  for (const auto& clock : clocks_) host.push_back({clock->now(), clock->waited(), clock->called()});
  for (std::size_t i = 0; i < finding_counts_.size(); ++i)
    if (finding_counts_[i] > 1) recorder_->finding_count(i, finding_counts_[i]);
  recorder_->end(host, emulation_s_);
}

}  // namespace forewarp::runtime
