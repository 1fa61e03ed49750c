// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A program's use of GPUs that are not there: its device code, memory, streams, events and launches. The entry points
/// of the CUDA runtime (cudart/) call it, one at a time. Operations take effect when they are issued, in that order,
/// which is one of the orders that streams allow; their times come from the timelines.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/runtime/arena.hpp"
#include "forewarp/runtime/device_limits.hpp"
#include "forewarp/runtime/failure.hpp"
#include "forewarp/runtime/graph.hpp"
#include "forewarp/runtime/host_clock.hpp"
#include "forewarp/runtime/launch_progress.hpp"
#include "forewarp/runtime/launcher.hpp"
#include "forewarp/runtime/managed_advice.hpp"
#include "forewarp/runtime/module.hpp"
#include "forewarp/runtime/options.hpp"
#include "forewarp/runtime/recording.hpp"
#include "forewarp/runtime/replay.hpp"
#include "forewarp/runtime/rows.hpp"
#include "forewarp/runtime/timeline.hpp"
#include "forewarp/runtime/virtual_memory.hpp"

namespace forewarp::runtime {

struct Event {
  int gpu = 0;  ///< that it was made for
  bool timed = true;
  bool recorded = false;
  std::vector<double> times;  ///< by device
  Graph* capture = nullptr;   ///< recorded in a stream that captures, behind these nodes
  std::uint64_t capture_id = 0;
  std::vector<const GraphNode*> captured_after = {};
};

class Session {
 public:
  Session(Options options, std::unique_ptr<Recorder> recorder, const std::string& program);

  // Calls begin and end here; clocks are stopped in between.
  void enter();
  /// call: what the host called, by which its waits are named.
  void leave(std::string_view call = "a call");
  void spend(double seconds);
  /// The name of the call that is served, as the program knows it; lives for ever.
  void note_call(const char* name) { call_ = name; }

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const device::DeviceSpec& device() const { return launcher_.devices().front(); }
  [[nodiscard]] Arena& arena() { return arena_; }
  [[nodiscard]] Recorder& recorder() { return *recorder_; }
  /// The program's time on the first device, seconds.
  [[nodiscard]] double now() const { return clocks_.front()->now(); }
  /// When it was 0, in real_seconds().
  [[nodiscard]] double began() const { return began_; }

  // Device code.
  /// PTX, or a fat binary with PTX; which of several is chosen for the first device. Throws CallFailed where none fits.
  [[nodiscard]] std::unique_ptr<Module> load(std::string_view image, const std::string& name,
                                             const ManagedVariables& managed = {});
  /// Units of relocatable device code as one module. Throws CallFailed as load does, and where they do not link.
  [[nodiscard]] std::unique_ptr<Module> load_linked(std::span<const std::string_view> units, const std::string& name,
                                                    const ManagedVariables& managed);
  [[nodiscard]] Kernel& kernel(Module& module, std::string_view entry);
  void launch(int gpu, StreamId stream, LaunchRequest request);

  // Memory.
  [[nodiscard]] Allocation& allocate(int gpu, std::uint64_t bytes, MemoryKind kind, unsigned flags = 0);
  /// Device memory with these bytes, which no operation of the program writes.
  [[nodiscard]] Allocation& allocate_with(int gpu, std::span<const std::byte> bytes);
  /// A free that is ordered in a stream (cudaFreeAsync) lets the host go on; any other waits for all operations.
  void release(void* pointer, bool host, bool waits = true);
  void add_registered(void* pointer, std::uint64_t bytes, unsigned flags);
  void remove_registered(void* pointer);
  [[nodiscard]] VirtualMemory& virtual_memory() { return virtual_memory_; }
  /// For virtual_memory(): memory of a device becomes known at these addresses, and no longer.
  void add_mapped(int gpu, std::uint64_t address, std::uint64_t bytes);
  void withdraw_mapped(std::uint64_t address);
  /// wait: the call returns when the copy has ended, as calls without a stream do.
  void copy(int gpu, StreamId stream, const Rows& to, const Rows& from, Extent extent, CopyDirection direction,
            bool wait);
  void fill(int gpu, StreamId stream, const Rows& to, FillValue value, Extent extent);
  [[nodiscard]] std::uint64_t free_bytes() const;
  [[nodiscard]] DeviceLimits& limits() { return limits_; }
  [[nodiscard]] ManagedAdvice& advice() { return advice_; }

  // Streams and events. Waiting for one means that the host's clocks go on to its end.
  [[nodiscard]] StreamId add_stream(int gpu, bool blocking);
  void remove_stream(StreamId stream);
  [[nodiscard]] int gpu_of(StreamId stream) const { return streams_.at(stream); }
  [[nodiscard]] bool knows_stream(StreamId stream) const {
    return stream == default_stream || streams_.contains(stream);
  }
  /// Whether it waits for the default stream, as that one does for it.
  [[nodiscard]] bool is_blocking(StreamId stream) const { return !non_blocking_.contains(stream); }
  /// Has no effect on the times.
  void set_priority(StreamId stream, int priority) { priorities_[stream] = priority; }
  [[nodiscard]] int priority(StreamId stream) const {
    const auto known = priorities_.find(stream);
    return known == priorities_.end() ? 0 : known->second;
  }
  void wait_for_stream(int gpu, StreamId stream);
  void wait_for_device(int gpu);
  [[nodiscard]] bool stream_done(int gpu, StreamId stream) const;
  /// Throws CallFailed for an event of another device than the stream's.
  void record(int gpu, StreamId stream, Event& event);
  /// A node of the graph that the stream captures, false where it does not capture.
  bool captured_event(StreamId stream, GraphNode::Kind kind, std::function<void(StreamId)> operation) {
    return captured(stream, kind, std::move(operation));
  }
  /// What a stream captures into, and what its next node waits for; nullptr where it does not capture.
  struct Capture {
    Graph* graph = nullptr;
    std::uint64_t id = 0;  ///< unique in the program
    std::vector<const GraphNode*>* after = nullptr;
    bool invalidated = false;  ///< nothing but its end is possible
  };
  [[nodiscard]] Capture capture_of(StreamId stream);
  void wait_for_event(const Event& event);
  void stream_waits(int gpu, StreamId stream, const Event& event);
  /// call: the function as the program gave it, where graphs are to know it.
  void call_host(int gpu, StreamId stream, const std::function<void()>& function, HostCall call = {});

  // Graphs.
  void begin_capture(StreamId stream);
  /// Throws CallFailed, and there is no graph, where the capture was invalidated, where another stream has work that
  /// the stream does not wait for, and where another stream began it; then it goes on.
  [[nodiscard]] std::unique_ptr<Graph> end_capture(StreamId stream);
  /// Into a graph that is there, behind some of its nodes.
  void begin_capture(StreamId stream, Graph& graph, std::vector<const GraphNode*> after);
  /// Ends what goes into a graph that was there; nullptr, and nothing happens, for other captures.
  [[nodiscard]] Graph* end_capture_into(StreamId stream);
  [[nodiscard]] bool captures(StreamId stream) const { return capturing_.contains(stream); }
  /// Memory of a graph: it has its address at once, and is released with the last copy of the node. Freed by a node, it
  /// stays, since a later launch of the graph has it again at the same address.
  [[nodiscard]] GraphNode allocation_node(int gpu, std::uint64_t bytes);
  [[nodiscard]] GraphNode free_node(void* pointer);
  [[nodiscard]] std::shared_ptr<std::byte> condition_word(int gpu);
  [[nodiscard]] std::uint32_t condition(std::byte* word);
  void set_condition(std::byte* word, std::uint32_t value);
  /// The same by capture; nullptr and false where the stream does not capture.
  [[nodiscard]] void* captured_allocation(int gpu, StreamId stream, std::uint64_t bytes);
  [[nodiscard]] bool captured_free(StreamId stream, void* pointer);
  /// Bytes that launches of graphs allocated and that are not freed, of a device; highest since a reset. A device keeps
  /// (reserves) what is freed for the next launch, until the program trims it.
  struct GraphMemory {
    std::uint64_t used = 0, used_high = 0, reserved = 0, reserved_high = 0;
  };
  [[nodiscard]] GraphMemory& graph_memory(int gpu) { return graph_memory_of_[gpu]; }
  void launch_graph(int gpu, StreamId stream, const GraphExec& graph);
  /// As a node of another graph.
  void run_nodes(int gpu, StreamId stream, const GraphExec& graph);
  void set_conditions(const GraphExec& graph);

  /// The end of the program: the report's last line.
  void finish();

 private:
  using Timelines = std::vector<Timeline>;  ///< by device
  [[nodiscard]] Timelines& timelines(int gpu);
  [[nodiscard]] const Timelines& timelines(int gpu) const { return timelines_.at(static_cast<std::size_t>(gpu)); }
  /// Puts the operation off when the stream captures.
  bool captured(StreamId stream, GraphNode::Kind kind, std::function<void(StreamId)> operation, NodeDetail detail = {});
  void use_graph_memory(void* pointer);
  void unuse_graph_memory(void* pointer);
  struct CaptureState {
    std::uint64_t id = 0;  ///< unique in the program
    StreamId origin = default_stream;
    bool invalidated = false;
  };
  /// What the stream captures into; nullptr where it does not. Throws CallFailed where that was invalidated.
  [[nodiscard]] Graph* valid_capture(StreamId stream) const;
  [[noreturn]] void invalidate(Graph* graph, Status status, const std::string& why = "");
  /// For calls that wait for the stream, or for all.
  void refuse_while_capturing(StreamId stream);
  void refuse_while_capturing();
  [[nodiscard]] bool is_captured(const Event& event) const;
  [[nodiscard]] bool is_joined(const Graph* graph, StreamId origin);
  /// Ends the capture that the stream began.
  Graph* finish_capture(StreamId stream);
  /// Whether the capture of a stream, or of the event, took the operation.
  bool captured_record(StreamId stream, Event& event);
  bool captured_wait(StreamId stream, const Event& event);
  void join_capture(StreamId stream, const Graph* own, const Event& event);
  [[nodiscard]] StreamId branch_stream(int gpu, StreamId launched_in, std::size_t branch);
  void perform_copy(const Rows& to, const Rows& from, Extent extent);
  void check_range(const Allocation* allocation, const Rows& rows, Extent extent) const;
  void add_operation(Operation operation);
  /// The heap of malloc in kernels, once.
  void make_heap(int gpu);
  void report_launch(int gpu, StreamId stream, const Module& module, const Launcher::Done& done);
  void record_detail(const Module& module, const Launcher::Done& done);
  void record_wait(std::string_view call);
  void take_findings(Kernel& kernel);
  void note_finding(const Kernel& kernel, const emu::Finding& finding);
  void note_origin(Allocation& made);

  Options options_;
  std::unique_ptr<Recorder> recorder_;
  emu::Memory memory_;
  Arena arena_;
  DeviceLimits limits_;
  ManagedAdvice advice_;
  VirtualMemory virtual_memory_{*this};
  const Allocation* heap_ = nullptr;
  Replay replay_;
  LaunchProgress progress_;
  Launcher launcher_;
  std::vector<std::unique_ptr<HostClock>> clocks_;  ///< by device
  std::vector<Timelines> timelines_;                ///< by ordinal
  std::map<StreamId, int> streams_;                 ///< to ordinals
  std::set<StreamId> non_blocking_;
  std::map<StreamId, int> priorities_;
  void leave_capture(Graph* graph);
  std::map<StreamId, Graph*> capturing_;
  std::map<Graph*, std::unique_ptr<Graph>> captured_;
  std::map<StreamId, std::vector<const GraphNode*>> waits_for_;  ///< what the next captured node waits for
  std::map<const Graph*, CaptureState> captures_;                ///< that go on
  std::uint64_t captures_begun_ = 0;
  std::map<void*, std::uint64_t> graph_memory_;  ///< by address: the number of its allocation
  std::map<void*, const Allocation*> used_graph_memory_;
  std::map<int, GraphMemory> graph_memory_of_;
  std::uint64_t graph_allocations_ = 0;
  std::map<int, std::vector<StreamId>> branch_streams_;  ///< by ordinal: of graphs with several branches
  StreamId next_stream_ = 1;
  std::size_t kernels_ = 0, recorded_ = 0;
  std::map<const Module*, std::size_t> codes_;  ///< those recorded, by their number
  double emulation_s_ = 0;
  double began_ = real_seconds();
  bool in_graph_ = false, finished_ = false;
  const char* call_ = "";
  std::map<std::string, std::uint64_t> allocations_by_call_;
  std::vector<Origin> origins_;                  ///< by Allocation::origin - 1
  std::map<std::string, std::size_t> findings_;  ///< by check, kernel and line: the number of the finding
  std::vector<std::uint64_t> finding_counts_;    ///< by that number
};

}  // namespace forewarp::runtime
