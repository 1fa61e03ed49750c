// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs of a session: their memory, and launches with one stream of the timeline per branch. Capture:
// session_captures.cpp.
#include <algorithm>
#include <cstring>

#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/session.hpp"

namespace forewarp::runtime {

/// The memory belongs to what the node does, of which instantiated graphs have copies.
GraphNode Session::allocation_node(int gpu, std::uint64_t bytes) {
  if (gpu < 0 || gpu >= options_.gpus) throw CallFailed(Status::invalid_device);
  std::byte* const data = allocate(gpu, bytes, MemoryKind::device).data;
  const std::uint64_t number = ++graph_allocations_;
  graph_memory_[data] = number;
  const std::shared_ptr<void> owner(data, [this, number](void* memory) {
    const auto known = graph_memory_.find(memory);
    if (known == graph_memory_.end() || known->second != number) return;  // the program freed it
    unuse_graph_memory(memory);
    graph_memory_.erase(known);
    const Allocation& released = *arena_.find(memory);
    replay_.deferred().before_change(released, true);
    arena_.release(released);
  });
  GraphNode node{GraphNode::Kind::allocation,
                 [this, owner](StreamId) {
                   use_graph_memory(owner.get());
                   spend(graph_node_s);
                 },
                 {}};
  node.memory = data;
  return node;
}

GraphNode Session::free_node(void* pointer) {
  if (!graph_memory_.contains(pointer)) throw CallFailed(Status::invalid_value, "memory that no graph allocated");
  GraphNode node{GraphNode::Kind::free,
                 [this, pointer](StreamId) {
                   unuse_graph_memory(pointer);
                   spend(graph_node_s);
                 },
                 {}};
  node.memory = pointer;
  return node;
}

void Session::use_graph_memory(void* pointer) {
  const Allocation* const a = arena_.find(pointer);
  if (!a || !used_graph_memory_.try_emplace(pointer, a).second) return;
  GraphMemory& all = graph_memory_of_[a->device];
  all.used += a->bytes;
  all.reserved = std::max(all.reserved, all.used);
  all.used_high = std::max(all.used_high, all.used);
  all.reserved_high = std::max(all.reserved_high, all.reserved);
}

void Session::unuse_graph_memory(void* pointer) {
  const auto known = used_graph_memory_.find(pointer);
  if (known == used_graph_memory_.end()) return;
  graph_memory_of_[known->second->device].used -= known->second->bytes;
  used_graph_memory_.erase(known);
}

std::shared_ptr<std::byte> Session::condition_word(int gpu) {
  return {allocate(gpu, sizeof(std::uint32_t), MemoryKind::device).data, [this](std::byte* word) {
            const Allocation& released = *arena_.find(word);
            replay_.deferred().before_change(released, true);
            arena_.release(released);
          }};
}

std::uint32_t Session::condition(std::byte* word) {
  std::uint32_t value = 0;
  replay_.deferred().before_read(*arena_.find(word));
  std::memcpy(&value, word, sizeof value);
  return value;
}

void Session::set_condition(std::byte* word, std::uint32_t value) {
  Allocation& changed = *arena_.find(word);
  replay_.deferred().before_change(changed, true);
  std::memcpy(word, &value, sizeof value);
  replay_.changed_somehow(changed);
  if (options_.checks.init) memory_.mark_written(word, sizeof value);
}

void Session::set_conditions(const GraphExec& graph) {
  for (const Condition& c : *graph.conditions)
    if (c.is_set_at_launch) set_condition(c.word.get(), c.at_launch);
}

StreamId Session::branch_stream(int gpu, StreamId launched_in, std::size_t branch) {
  if (branch == 0) return launched_in;
  std::vector<StreamId>& streams = branch_streams_[gpu];
  while (streams.size() < branch) streams.push_back(add_stream(gpu, false));
  return streams[branch - 1];
}

/// A node goes on in the branch that ends with a node it waits for, and opens a new branch where there is none.
/// Branches begin when the stream is ready for the graph, and the stream goes on when all have ended.
void Session::run_nodes(int gpu, StreamId stream, const GraphExec& graph) {
  struct Done {
    std::size_t branch = 0;
    std::vector<double> ends;
  };
  std::map<const GraphNode*, Done> done;
  std::vector<const GraphNode*> tails;
  const auto ends_of = [&](StreamId s) {
    std::vector<double> ends;
    for (const Timeline& t : timelines(gpu)) ends.push_back(t.end_of(s));
    return ends;
  };
  const auto wait = [&](StreamId s, const std::vector<double>& ends) {
    for (std::size_t i = 0; i < ends.size(); ++i) timelines(gpu)[i].wait(s, ends[i]);
  };
  const std::vector<double> begin = ends_of(stream);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    std::size_t branch = tails.size();
    for (const GraphNode* before : graph.after[n])
      if (const auto known = done.find(before); known != done.end() && tails[known->second.branch] == before)
        branch = std::min(branch, known->second.branch);
    const StreamId to = branch_stream(gpu, stream, branch);
    if (branch == tails.size()) {
      tails.push_back(nullptr);
      wait(to, begin);
    }
    for (const GraphNode* before : graph.after[n])
      if (const auto known = done.find(before); known != done.end() && known->second.branch != branch)
        wait(to, known->second.ends);
    if (graph.runs[n] && graph.enabled[n]) graph.runs[n](to);
    tails[branch] = graph.nodes[n].get();
    done[graph.nodes[n].get()] = {branch, ends_of(to)};
  }
  for (std::size_t branch = 1; branch < tails.size(); ++branch) wait(stream, done.at(tails[branch]).ends);
}

void Session::launch_graph(int gpu, StreamId stream, const GraphExec& graph) {
  // Within a capture the graph becomes one node.
  if (captured(stream, GraphNode::Kind::graph, [=, this](StreamId to) {
        set_conditions(graph);
        run_nodes(gpu, to, graph);
      }))
    return;
  spend(launch_call_s);
  in_graph_ = true;
  try {
    set_conditions(graph);
    run_nodes(gpu, stream, graph);
  } catch (...) {
    in_graph_ = false;
    throw;
  }
  in_graph_ = false;
}

}  // namespace forewarp::runtime
