// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/runtime/costs.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

std::vector<std::string> names_of(const std::vector<device::DeviceSpec>& devices) {
  std::vector<std::string> names;
  for (const device::DeviceSpec& d : devices) names.push_back(d.name);
  return names;
}

/// The PTX of the entry that a driver would choose: the newest that the device can run.
std::string ptx_of(const std::vector<fatbin::Entry>& entries, unsigned capability, const std::string& name) {
  const fatbin::Entry* best = nullptr;
  bool any_ptx = false, any_compressed = false;
  for (const fatbin::Entry& e : entries) {
    if (e.kind != fatbin::Entry::Kind::ptx) continue;
    any_ptx = true;
    any_compressed = any_compressed || e.compressed();
    if (!e.compressed() && e.capability <= capability && (!best || e.capability > best->capability)) best = &e;
  }
  if (best) return best->payload;
  if (any_compressed)
    throw CallFailed(Status::no_kernel_image,
                     fmt::format("{}: its PTX is compressed; compile with --compress-mode=none (nvcc)", name));
  if (any_ptx)
    throw CallFailed(Status::no_kernel_image, fmt::format("{}: its PTX is for a newer compute capability than {}.{}",
                                                          name, capability / 10, capability % 10));
  throw CallFailed(Status::no_kernel_image,
                   fmt::format("{}: it has machine code and no PTX, which the emulator needs", name));
}

}  // namespace

Session::Session(Options options, std::unique_ptr<Recorder> recorder, const std::string& program)
    : options_(std::move(options)),
      recorder_(std::move(recorder)),
      arena_(memory_),
      replay_(arena_, options_.max_kept_bytes),
      launcher_({.devices = devices_of(options_),
                 .caches = options_.as_ncu ? model::Caches::cold : model::Caches::usual,
                 .advise = options_.advise,
                 .replay = !options_.checks.any()},
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
void Session::leave() {
  for (const auto& clock : clocks_) clock->leave();
}
void Session::spend(double seconds) {
  for (const auto& clock : clocks_) clock->spend(seconds);
}

Session::Timelines& Session::timelines(int gpu) { return timelines_.at(static_cast<std::size_t>(gpu)); }

std::unique_ptr<Module> Session::load(std::string_view image, const std::string& name,
                                      const ManagedVariables& managed) {
  std::string ptx;
  if (fatbin::container_bytes(image) > 0)
    ptx = ptx_of(fatbin::read(image), device().compute_capability, name);
  else
    ptx = std::string(image.substr(0, image.find('\0')));
  try {
    return std::make_unique<Module>(std::move(ptx), name, arena_, memory_, managed);
  } catch (const InputError& e) {
    throw CallFailed(Status::invalid_ptx, e.what());
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

bool Session::captured(StreamId stream, std::function<void(StreamId)> operation) {
  const auto graph = capturing_.find(stream);
  if (graph == capturing_.end()) return false;
  graph->second->nodes.push_back(std::move(operation));
  return true;
}

void Session::launch(int gpu, StreamId stream, LaunchRequest request) {
  if (captured(stream, [=, this](StreamId to) { launch(gpu, to, request); })) return;
  const double began = real_seconds();
  const auto print = [](const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  try {
    const Launcher::Done done = launcher_.launch(request);
    print(done.printed);
    take_findings(*request.kernel);
    report_launch(gpu, stream, done);
  } catch (const KernelFailed& e) {
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

void Session::report_launch(int gpu, StreamId stream, const Launcher::Done& done) {
  const Distinct& d = *done.distinct;
  if (done.is_new) recorder_->add(d);
  Operation operation{.kind = Operation::Kind::launch,
                      .distinct = d.id,
                      .factor = done.factor,
                      .replayed = done.replayed,
                      .stream = stream,
                      .gpu = gpu,
                      .times = {}};
  for (std::size_t i = 0; i < clocks_.size(); ++i)
    operation.times.push_back(
        timelines(gpu)[i].kernel(stream, clocks_[i]->now(), d.times[i].seconds * done.factor, d.times[i].share));
  add_operation(std::move(operation));
  spend(in_graph_ ? graph_node_s : launch_call_s);
}

void Session::add_operation(Operation operation) { recorder_->add(operation); }

StreamId Session::add_stream(int gpu, bool blocking) {
  const StreamId made = next_stream_++;
  streams_[made] = gpu;
  for (Timeline& t : timelines(gpu)) t.add_stream(made, blocking);
  return made;
}

void Session::remove_stream(StreamId stream) {
  const auto known = streams_.find(stream);
  if (known == streams_.end()) throw CallFailed(Status::invalid_resource_handle);
  wait_for_stream(known->second, stream);
  for (Timeline& t : timelines(known->second)) t.remove_stream(stream);
  streams_.erase(known);
}

void Session::wait_for_stream(int gpu, StreamId stream) {
  if (captures(stream)) throw CallFailed(Status::stream_capture_unsupported);
  for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i]->wait_until(timelines(gpu)[i].end_of(stream));
  spend(synchronise_s);
}

void Session::wait_for_device(int gpu) {
  if (!capturing_.empty()) throw CallFailed(Status::stream_capture_unsupported);
  for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i]->wait_until(timelines(gpu)[i].end());
  spend(synchronise_s);
}

bool Session::stream_done(int gpu, StreamId stream) const {
  return timelines(gpu).front().end_of(stream) <= clocks_.front()->now();
}

void Session::record(int gpu, StreamId stream, Event& event) {
  if (const auto graph = capturing_.find(stream); graph != capturing_.end()) {
    event.capture = graph->second;
    Event* const target = &event;
    graph->second->nodes.push_back([=, this](StreamId to) { record(gpu, to, *target); });
    return;
  }
  event.capture = nullptr;
  event.recorded = true;
  event.times.clear();
  for (std::size_t i = 0; i < clocks_.size(); ++i)
    event.times.push_back(timelines(gpu)[i].mark(stream, clocks_[i]->now()));
}

void Session::wait_for_event(const Event& event) {
  if (event.capture) throw CallFailed(Status::stream_capture_unsupported);
  if (!event.recorded) return;
  for (std::size_t i = 0; i < clocks_.size(); ++i) clocks_[i]->wait_until(event.times[i]);
  spend(synchronise_s);
}

void Session::stream_waits(int gpu, StreamId stream, const Event& event) {
  if (event.capture) {
    capturing_[stream] = event.capture;  // joins the capture
    return;
  }
  if (!event.recorded || captures(stream)) return;
  for (std::size_t i = 0; i < clocks_.size(); ++i) timelines(gpu)[i].wait(stream, event.times[i]);
}

void Session::call_host(StreamId stream, const std::function<void()>& function) {
  if (captured(stream, [=](StreamId) { function(); })) return;
  function();
}

void Session::begin_capture(StreamId stream) {
  if (stream == default_stream || captures(stream)) throw CallFailed(Status::stream_capture_unsupported);
  auto graph = std::make_unique<Graph>();
  capturing_[stream] = graph.get();
  captured_[graph.get()] = std::move(graph);
}

std::unique_ptr<Graph> Session::end_capture(StreamId stream) {
  const auto known = capturing_.find(stream);
  if (known == capturing_.end()) throw CallFailed(Status::stream_capture_unmatched);
  Graph* const graph = known->second;
  std::erase_if(capturing_, [&](const auto& c) { return c.second == graph; });
  auto node = captured_.extract(graph);
  if (node.empty()) throw CallFailed(Status::stream_capture_unmatched);
  return std::move(node.mapped());
}

void Session::launch_graph(StreamId stream, const Graph& graph) {
  spend(launch_call_s);
  in_graph_ = true;
  try {
    for (const auto& node : graph.nodes) node(stream);
  } catch (...) {
    in_graph_ = false;
    throw;
  }
  in_graph_ = false;
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
