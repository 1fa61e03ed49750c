// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Graphs: operations that were recorded in place of being issued, by capture or node by node, and what each one waits
/// for.
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "forewarp/runtime/launch_request.hpp"
#include "forewarp/runtime/rows.hpp"
#include "forewarp/runtime/timeline.hpp"

namespace forewarp::runtime {

struct Event;
struct Graph;

struct CopyDetail {
  Rows to, from;
  Extent extent;
  CopyDirection direction = CopyDirection::by_address;
};
struct FillDetail {
  Rows to;
  FillValue value;
  Extent extent;
};
/// What a node that runs graphs on a condition reads and kernels set: a word of the device's memory.
struct Condition {
  std::shared_ptr<std::byte> word;
  std::uint32_t at_launch = 0;
  bool is_set_at_launch = false;  ///< to at_launch, as the graph is launched
};
/// All of a graph and of the bodies in it.
using Conditions = std::vector<Condition>;

struct HostCall {
  void (*function)(void*) = nullptr;
  void* data = nullptr;
};
/// What a node was made of, for programs that ask.
using NodeDetail =
    std::variant<std::monostate, LaunchRequest, CopyDetail, FillDetail, HostCall, Event*, std::shared_ptr<Graph>>;

struct GraphNode {
  /// The numbers are those of cudaGraphNodeType.
  enum class Kind : std::uint8_t {
    kernel = 0,
    copy = 1,
    fill = 2,
    host = 3,
    graph = 4,
    empty = 5,
    wait_event = 6,
    record_event = 7,
    allocation = 10,
    free = 11,
    conditional = 13
  };
  Kind kind = Kind::empty;
  std::function<void(StreamId)> run;  ///< issues the operation to a stream
  std::vector<const GraphNode*> after;
  void* memory = nullptr;  ///< of nodes that allocate or free
  NodeDetail detail = {};
  /// Makes what runs of what the node has when its graph is instantiated, in place of run.
  std::function<std::function<void(StreamId)>()> instantiated = {};
  Graph* graph = nullptr;             ///< that it is in
  const GraphNode* origin = nullptr;  ///< the node of the graph that this one's was cloned of
  std::vector<void*> arguments = {};  ///< of a kernel: pointers to its bytes in detail, for those who asked
};

/// What a program wants destroyed when nothing refers to it any more: neither its own references, which the holder of
/// the object counts, nor graphs.
struct UserObject {
  void* object = nullptr;
  void (*destroy)(void*) = nullptr;
  UserObject(void* o, void (*d)(void*)) : object(o), destroy(d) {}
  UserObject(const UserObject&) = delete;
  UserObject& operator=(const UserObject&) = delete;
  ~UserObject() { destroy(object); }
};

struct Graph {
  std::vector<std::shared_ptr<GraphNode>> nodes;          ///< each names this graph: put in by add()
  std::vector<std::shared_ptr<UserObject>> objects = {};  ///< one for each reference
  std::shared_ptr<Conditions> conditions = std::make_shared<Conditions>();

  GraphNode& add(std::shared_ptr<GraphNode> node);
  /// Each node behind those that it waits for; otherwise in the order in which they were added. Throws CallFailed for a
  /// cycle.
  [[nodiscard]] std::vector<std::shared_ptr<GraphNode>> ordered() const;
};

/// A graph as it was when it was instantiated. Everything by node, in order.
struct GraphExec {
  std::vector<std::shared_ptr<GraphNode>> nodes;
  std::vector<std::vector<const GraphNode*>> after;
  std::vector<std::function<void(StreamId)>> runs;
  std::vector<bool> enabled;
  std::vector<std::shared_ptr<UserObject>> objects;
  std::shared_ptr<const Conditions> conditions;
  unsigned long long flags = 0;  ///< as the program gave them

  explicit GraphExec(const Graph& graph);
  /// Throws CallFailed for a node of another graph.
  [[nodiscard]] std::size_t place_of(const GraphNode* node) const;

  struct Update {
    enum class Result { done, other_topology, other_type };
    Result result = Result::done;
    const GraphNode* node = nullptr;  ///< of the other graph, where it first differs
  };
  /// Takes the operations of another graph, if its nodes in order are of the same types and wait for each other alike;
  /// otherwise nothing changes. Throws CallFailed for a cycle.
  [[nodiscard]] Update update(const Graph& other);
};

}  // namespace forewarp::runtime
