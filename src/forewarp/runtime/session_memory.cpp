// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Memory of a session: allocations, copies and fills.
#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "forewarp/model/device/conditions.hpp"
#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/session.hpp"

namespace forewarp::runtime {
namespace {

/// From the first byte to the last one, gaps between rows included.
std::uint64_t span_of(const Rows& rows, Extent e) {
  if (e.width == 0 || e.height == 0 || e.depth == 0) return 0;
  return (e.depth - 1) * rows.pitch * rows.height + (e.height - 1) * rows.pitch + e.width;
}

template <typename Row>
void for_each_row(Extent e, Row row) {
  for (std::uint64_t z = 0; z < e.depth; ++z)
    for (std::uint64_t y = 0; y < e.height; ++y) row(y, z);
}

std::byte* row_of(const Rows& rows, std::uint64_t y, std::uint64_t z) {
  return rows.data + (z * rows.height + y) * rows.pitch;
}

void fill_row(std::byte* row, FillValue value, std::uint64_t width) {
  if (value.bytes == 1) {
    std::memset(row, static_cast<int>(value.value & 0xffU), width);
    return;
  }
  for (std::uint64_t at = 0; at < width; at += value.bytes) std::memcpy(row + at, &value.value, value.bytes);
}

bool on_host(const Allocation* a) { return !a || a->kind == MemoryKind::host || a->kind == MemoryKind::registered; }

CopyKind kind_of(const Allocation* to, const Allocation* from) {
  if (on_host(to) && on_host(from)) return CopyKind::on_host;
  if (on_host(from)) return CopyKind::host_to_device;
  if (on_host(to)) return CopyKind::device_to_host;
  return to->device == from->device ? CopyKind::on_device : CopyKind::device_to_device;
}

void check_direction(CopyDirection direction, const Allocation* to, const Allocation* from) {
  const bool to_device = direction == CopyDirection::host_to_device || direction == CopyDirection::device_to_device;
  const bool from_device = direction == CopyDirection::device_to_host || direction == CopyDirection::device_to_device;
  if ((to_device && !to) || (from_device && !from))
    throw CallFailed(Status::invalid_value,
                     fmt::format("a copy {} an address that no allocation has", to_device && !to ? "to" : "from"));
}

/// Until when the host is busy with a copy in a stream, where its side is pageable: a download is there when the call
/// returns; of an upload the last piece is in the pinned buffer then, and is still to be sent. Nothing else keeps it.
std::optional<double> host_busy_until(CopyKind kind, std::uint64_t bytes, const Interval& when) {
  if (kind == CopyKind::device_to_host) return when.end_s;
  if (kind != CopyKind::host_to_device || bytes <= staged_bytes) return std::nullopt;
  const double share = static_cast<double>(staged_bytes) / static_cast<double>(bytes);
  return when.end_s - share * (when.seconds() - copy_setup_s);
}

}  // namespace

Allocation& Session::allocate(int gpu, std::uint64_t bytes, MemoryKind kind, unsigned flags) {
  const bool counts = kind == MemoryKind::device || kind == MemoryKind::managed;
  const auto room = static_cast<std::uint64_t>(device().dram_bytes) * static_cast<std::uint64_t>(options_.gpus);
  if (counts && (bytes > room || arena_.device_bytes() > room - bytes))
    throw CallFailed(Status::out_of_memory,
                     fmt::format("{} bytes do not fit into the memory of {}", bytes, device().name));
  Allocation* made = arena_.allocate(bytes, kind, "memory");
  if (!made) throw CallFailed(Status::out_of_memory, "the host has no memory left");
  made->device = gpu;
  made->flags = flags;
  if (options_.checks.any()) note_origin(*made);
  if (options_.checks.init && kind == MemoryKind::device) memory_.track_written(made->data);
  return *made;
}

void Session::make_heap(int gpu) {
  if (heap_) return;
  Allocation* const made = arena_.allocate(limits_.get(DeviceLimits::heap), MemoryKind::device, "heap of malloc");
  if (!made) throw CallFailed(Status::out_of_memory, "the host has no memory left for the heap of malloc");
  made->device = gpu;
  made->is_variable = true;
  memory_.set_heap(made->address());
  limits_.fix_heap();
  heap_ = made;
}

Allocation& Session::allocate_with(int gpu, std::span<const std::byte> bytes) {
  Allocation& made = allocate(gpu, bytes.size(), MemoryKind::device);
  std::memcpy(made.data, bytes.data(), bytes.size());
  if (options_.checks.init) memory_.mark_written(made.data, bytes.size());
  replay_.copied(made, 0, bytes.size(), hash_bytes(bytes));
  return made;
}

void Session::release(void* pointer, bool host, bool waits) {
  Allocation* a = arena_.find(pointer);
  const bool fits = a && a->data == pointer && !a->is_variable && a->kind != MemoryKind::registered &&
                    (a->kind == MemoryKind::host) == host;
  if (!fits) throw CallFailed(Status::invalid_value, "what is freed was never allocated");
  for (std::size_t i = 0; waits && i < clocks_.size(); ++i)
    for (const Timelines& t : timelines_) clocks_[i]->wait_until(t[i].end());
  unuse_graph_memory(pointer);
  graph_memory_.erase(pointer);
  if (a->kind == MemoryKind::managed) advice_.forget(a->address(), a->bytes);
  replay_.deferred().before_change(*a, true);
  arena_.release(*a);
}

void Session::add_registered(void* pointer, std::uint64_t bytes, unsigned flags) {
  if (!pointer || bytes == 0) throw CallFailed(Status::invalid_value);
  Allocation* made = arena_.add_registered(pointer, bytes);
  if (!made) throw CallFailed(Status::host_memory_already_registered);
  made->flags = flags;
}

void Session::remove_registered(void* pointer) {
  const Allocation* a = arena_.find(pointer);
  if (!a || a->data != pointer || a->kind != MemoryKind::registered)
    throw CallFailed(Status::host_memory_not_registered);
  arena_.release(*a);
}

void Session::add_mapped(int gpu, std::uint64_t address, std::uint64_t bytes) {
  Allocation* made = arena_.add_registered(reinterpret_cast<void*>(address), bytes, MemoryKind::device);
  if (!made) throw CallFailed(Status::invalid_value, "these addresses belong to other memory");
  made->device = gpu;
  made->name = "mapped memory";
  made->is_variable = true;  // the program frees it by other calls
  if (options_.checks.any()) note_origin(*made);
}

void Session::withdraw_mapped(std::uint64_t address) {
  const Allocation* const known = arena_.find(address);
  if (!known) return;
  for (std::size_t i = 0; i < clocks_.size(); ++i)
    for (const Timelines& t : timelines_) clocks_[i]->wait_until(t[i].end());
  replay_.deferred().before_read(*known);  // the bytes stay where they are
  arena_.release(*known);
}

std::uint64_t Session::free_bytes() const {
  const auto all = static_cast<std::uint64_t>(launcher_.devices().front().dram_bytes);
  return all - std::min(all, arena_.device_bytes() + virtual_memory_.bytes());
}

void Session::check_range(const Allocation* a, const Rows& rows, Extent extent) const {
  if (!a) return;
  if (a == heap_)
    throw CallFailed(Status::invalid_value, "what malloc in a kernel returned is not there for calls of the host");
  const auto offset = static_cast<std::uint64_t>(rows.data - a->data);
  if (span_of(rows, extent) > a->bytes - offset)
    throw CallFailed(Status::invalid_value, fmt::format("bytes [{}, {}) leave an allocation of {} bytes", offset,
                                                        offset + span_of(rows, extent), a->bytes));
}

void Session::perform_copy(const Rows& to, const Rows& from, Extent extent) {
  for_each_row(extent, [&](std::uint64_t y, std::uint64_t z) {
    if (options_.checks.init) memory_.copy_written(row_of(to, y, z), row_of(from, y, z), extent.width);
    std::memmove(row_of(to, y, z), row_of(from, y, z), extent.width);
  });
}

// The arguments of a copy, which calls pass on as they are. NOLINTNEXTLINE(readability-function-size)
void Session::copy(int gpu, StreamId stream, const Rows& to, const Rows& from, Extent extent, CopyDirection direction,
                   bool wait) {
  if (span_of(to, extent) == 0) return;
  if (!to.data || !from.data) throw CallFailed(Status::invalid_value, "a copy to or from a null pointer");
  if (extent.width > to.pitch && extent.height * extent.depth > 1) throw CallFailed(Status{12});
  if (captured(
          stream, GraphNode::Kind::copy, [=, this](StreamId s) { copy(gpu, s, to, from, extent, direction, false); },
          CopyDetail{to, from, extent, direction}))
    return;
  Allocation* const to_memory = arena_.find(to.data);
  Allocation* const from_memory = arena_.find(from.data);
  check_direction(direction, to_memory, from_memory);
  check_range(to_memory, to, extent);
  check_range(from_memory, from, extent);
  const CopyKind kind = kind_of(to_memory, from_memory);
  if (to_memory) {
    const std::uint64_t bytes = span_of(from, extent);
    const std::uint64_t content =
        from_memory ? replay_.content(*from_memory, static_cast<std::uint64_t>(from.data - from_memory->data), bytes)
                    : hash_bytes({from.data, bytes});
    const bool in_one_piece = extent.height * extent.depth == 1;
    const bool is_there = in_one_piece && extent.width == to_memory->bytes && Replay::holds(*to_memory, content);
    if (!is_there) {
      if (from_memory) replay_.deferred().before_read(*from_memory);
      replay_.deferred().before_change(*to_memory, in_one_piece && extent.width == to_memory->bytes);
      perform_copy(to, from, extent);
    }
    if (in_one_piece)
      replay_.copied(*to_memory, static_cast<std::uint64_t>(to.data - to_memory->data), extent.width, content);
    else
      replay_.changed_somehow(*to_memory);
  } else {
    if (from_memory) replay_.deferred().before_read(*from_memory);
    perform_copy(to, from, extent);
  }
  const Allocation* const host_side = kind == CopyKind::host_to_device ? from_memory : to_memory;
  Operation operation{.kind = Operation::Kind::copy,
                      .copy = kind,
                      .pinned = host_side != nullptr,
                      .bytes = extent.width * extent.height * extent.depth,
                      .stream = stream,
                      .gpu = gpu,
                      .times = {}};
  const bool host_waits = wait && kind != CopyKind::on_device && kind != CopyKind::device_to_device;
  for (std::size_t i = 0; i < clocks_.size(); ++i) {
    const double seconds = copy_seconds(launcher_.devices()[i], kind, operation.bytes, operation.pinned);
    operation.times.push_back(timelines(gpu)[i].copy(stream, clocks_[i]->now(), kind, seconds));
    const Interval& when = operation.times.back();
    if (host_waits)
      clocks_[i]->wait_until(when.end_s);
    else if (const auto busy = host_busy_until(kind, operation.bytes, when); busy && !operation.pinned && !in_graph_)
      clocks_[i]->wait_until(*busy);
  }
  add_operation(std::move(operation));
  spend(in_graph_ ? graph_node_s : call_s);
}

void Session::fill(int gpu, StreamId stream, const Rows& to, FillValue value, Extent extent) {
  if (span_of(to, extent) == 0) return;
  if (captured(
          stream, GraphNode::Kind::fill, [=, this](StreamId s) { fill(gpu, s, to, value, extent); },
          FillDetail{to, value, extent}))
    return;
  Allocation* const memory = arena_.find(to.data);
  if (!memory) throw CallFailed(Status::invalid_value, "a fill of an address that no allocation has");
  check_range(memory, to, extent);
  const bool in_one_piece = extent.height * extent.depth == 1;
  const std::uint64_t content = (std::uint64_t{value.bytes} << 32U | value.value) + 1;
  const bool is_there = in_one_piece && extent.width == memory->bytes && Replay::holds(*memory, content);
  if (!is_there) replay_.deferred().before_change(*memory, in_one_piece && extent.width == memory->bytes);
  for_each_row(extent, [&](std::uint64_t y, std::uint64_t z) {
    if (!is_there) fill_row(row_of(to, y, z), value, extent.width);
    if (options_.checks.init) memory_.mark_written(row_of(to, y, z), extent.width);
  });
  if (in_one_piece)
    replay_.copied(*memory, static_cast<std::uint64_t>(to.data - memory->data), extent.width, content);
  else
    replay_.changed_somehow(*memory);
  Operation operation{.kind = Operation::Kind::fill,
                      .bytes = extent.width * extent.height * extent.depth,
                      .stream = stream,
                      .gpu = gpu,
                      .times = {}};
  for (std::size_t i = 0; i < clocks_.size(); ++i) {
    const device::DeviceSpec& device = launcher_.devices()[i];
    const double seconds = set_seconds(device, operation.bytes) - (in_graph_ ? device::graph_saving_s(device) : 0);
    const double share = set_share(device, operation.bytes);
    operation.times.push_back(timelines(gpu)[i].kernel(stream, clocks_[i]->now(), seconds, share));
  }
  add_operation(std::move(operation));
  spend(in_graph_ ? graph_node_s : launch_call_s);
}

}  // namespace forewarp::runtime
