// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Captures of a session. An operation that a capture forbids fails and invalidates it: its streams take no more
// operations until the stream that began it ends it, which gives no graph then (CUDA C++ Programming Guide,
// "Prohibited and Unhandled Operations", "Invalidation").
#include <algorithm>
#include <set>

#include "forewarp/runtime/session.hpp"

namespace forewarp::runtime {

bool Session::captured(StreamId stream, GraphNode::Kind kind, std::function<void(StreamId)> operation,
                       NodeDetail detail) {
  Graph* const graph = valid_capture(stream);
  if (!graph) return false;
  auto node = std::make_shared<GraphNode>(GraphNode{kind, std::move(operation), {}});
  node->detail = std::move(detail);
  node->after.swap(waits_for_[stream]);
  waits_for_[stream] = {node.get()};
  graph->add(std::move(node));
  return true;
}

Graph* Session::valid_capture(StreamId stream) const {
  const auto known = capturing_.find(stream);
  if (known == capturing_.end()) return nullptr;
  if (captures_.at(known->second).invalidated) throw CallFailed(Status::stream_capture_invalidated);
  return known->second;
}

void Session::invalidate(Graph* graph, Status status, const std::string& why) {
  captures_.at(graph).invalidated = true;
  throw CallFailed(status, why);
}

void Session::refuse_while_capturing(StreamId stream) {
  if (Graph* const graph = valid_capture(stream)) invalidate(graph, Status::stream_capture_unsupported);
}

void Session::refuse_while_capturing() {
  if (captures_.empty()) return;
  for (auto& [graph, capture] : captures_) capture.invalidated = true;
  throw CallFailed(Status::stream_capture_unsupported);
}

void Session::begin_capture(StreamId stream) {
  auto graph = std::make_unique<Graph>();
  begin_capture(stream, *graph, {});
  captured_[graph.get()] = std::move(graph);
}

void Session::begin_capture(StreamId stream, Graph& graph, std::vector<const GraphNode*> after) {
  if (stream == default_stream || captures(stream)) throw CallFailed(Status::stream_capture_unsupported);
  if (captures_.contains(&graph)) throw CallFailed(Status::invalid_value, "another stream captures into the graph");
  capturing_[stream] = &graph;
  captures_[&graph] = {.id = ++captures_begun_, .origin = stream};
  waits_for_[stream] = std::move(after);
}

Session::Capture Session::capture_of(StreamId stream) {
  const auto known = capturing_.find(stream);
  if (known == capturing_.end()) return {};
  const CaptureState& state = captures_.at(known->second);
  return {known->second, state.id, &waits_for_[stream], state.invalidated};
}

/// Whether all that the other streams of the capture did is behind what its own stream waits for.
bool Session::is_joined(const Graph* graph, StreamId origin) {
  std::set<const GraphNode*> reached;
  std::vector<const GraphNode*> open = waits_for_[origin];
  while (!open.empty()) {
    const GraphNode* const node = open.back();
    open.pop_back();
    if (reached.insert(node).second) open.insert(open.end(), node->after.begin(), node->after.end());
  }
  return std::ranges::all_of(capturing_, [&](const auto& c) {
    return c.second != graph ||
           std::ranges::all_of(waits_for_[c.first], [&](const GraphNode* node) { return reached.contains(node); });
  });
}

void Session::leave_capture(Graph* graph) {
  for (const auto& [id, into] : capturing_)
    if (into == graph) waits_for_.erase(id);
  std::erase_if(capturing_, [&](const auto& c) { return c.second == graph; });
  captures_.erase(graph);
}

Graph* Session::finish_capture(StreamId stream) {
  const auto known = capturing_.find(stream);
  if (known == capturing_.end() || captures_.at(known->second).origin != stream)
    throw CallFailed(Status::stream_capture_unmatched);
  Graph* const graph = known->second;
  const bool invalidated = captures_.at(graph).invalidated, joined = is_joined(graph, stream);
  leave_capture(graph);
  if (!invalidated && joined) return graph;
  captured_.erase(graph);
  throw CallFailed(invalidated ? Status::stream_capture_invalidated : Status::stream_capture_unjoined);
}

Graph* Session::end_capture_into(StreamId stream) {
  const auto known = capturing_.find(stream);
  if (known == capturing_.end() || captured_.contains(known->second)) return nullptr;
  return finish_capture(stream);
}

std::unique_ptr<Graph> Session::end_capture(StreamId stream) {
  auto node = captured_.extract(finish_capture(stream));
  if (node.empty()) throw CallFailed(Status::stream_capture_unmatched);
  return std::move(node.mapped());
}

bool Session::is_captured(const Event& event) const {
  const auto known = captures_.find(event.capture);
  return known != captures_.end() && known->second.id == event.capture_id;
}

bool Session::captured_record(StreamId stream, Event& event) {
  Graph* const graph = valid_capture(stream);
  if (!graph) return false;
  event.capture = graph;
  event.capture_id = captures_.at(graph).id;
  event.captured_after = waits_for_[stream];
  return true;
}

bool Session::captured_wait(StreamId stream, const Event& event) {
  Graph* const graph = valid_capture(stream);
  if (is_captured(event)) {
    join_capture(stream, graph, event);
    return true;
  }
  if (!graph) return false;
  if (event.recorded || event.capture)
    invalidate(graph, Status::stream_capture_isolation, "a capture cannot wait for an event that is not in it");
  return true;
}

void Session::join_capture(StreamId stream, const Graph* own, const Event& event) {
  if (captures_.at(event.capture).invalidated) throw CallFailed(Status::stream_capture_invalidated);
  if (own && own != event.capture)
    invalidate(event.capture, Status::stream_capture_merge, "a capture cannot wait for an event of another one");
  if (stream == default_stream) invalidate(event.capture, Status::stream_capture_implicit);
  capturing_[stream] = event.capture;
  std::vector<const GraphNode*>& waits = waits_for_[stream];
  for (const GraphNode* node : event.captured_after)
    if (std::ranges::find(waits, node) == waits.end()) waits.push_back(node);
}

void* Session::captured_allocation(int gpu, StreamId stream, std::uint64_t bytes) {
  if (!captures(stream)) return nullptr;
  const GraphNode node = allocation_node(gpu, bytes);
  (void)captured(stream, node.kind, node.run);
  capturing_.at(stream)->nodes.back()->memory = node.memory;
  return node.memory;
}

bool Session::captured_free(StreamId stream, void* pointer) {
  if (!captures(stream)) return false;
  const GraphNode node = free_node(pointer);
  (void)captured(stream, node.kind, node.run);
  capturing_.at(stream)->nodes.back()->memory = pointer;
  return true;
}

}  // namespace forewarp::runtime
