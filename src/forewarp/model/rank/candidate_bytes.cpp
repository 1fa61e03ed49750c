// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// One function a struct, for both directions, which names all of its members: one that is added does not compile here
// until it is named.
#include "forewarp/model/rank/candidate_bytes.hpp"

#include <optional>
#include <string>

#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {

template <typename Io, IsA<Dim3> T>
void members(Io& io, T& dim) {
  auto& [x, y, z] = dim;
  io(x, y, z);
}

}  // namespace forewarp::launch

namespace forewarp::profile {

template <typename Io, IsA<Mark> T>
void members(Io& io, T& mark) {
  auto& [kind, arguments, place, text] = mark;
  io(kind, arguments, place, text);
}

}  // namespace forewarp::profile

namespace forewarp::device {

template <typename Io, IsA<OccupancyLimits> T>
void members(Io& io, T& limits) {
  auto& [warps, blocks, registers, shared] = limits;
  io(warps, blocks, registers, shared);
}

template <typename Io, IsA<Occupancy> T>
void members(Io& io, T& occupancy) {
  auto& [blocks, warps_of_block, warps, fraction, limit, limits] = occupancy;
  io(blocks, warps_of_block, warps, fraction, limit, limits);
}

template <typename Io, IsA<TimeErrors> T>
void members(Io& io, T& errors) {
  auto& [lowest, highest, times, boards] = errors;
  io(lowest, highest, times, boards);
}

}  // namespace forewarp::device

namespace forewarp::model {

template <typename Io, IsA<Term> T>
void members(Io& io, T& term) {
  auto& [name, time_s] = term;
  io(name, time_s);
}

/// Names of resources are literals: the reader finds its own. Other literals would not arrive, so they are refused.
static void members(Packer& io, const PeakTime& peak) {
  const auto& [resource, time_s] = peak;
  io(std::string(resource), time_s);
}

static void members(Unpacker& io, PeakTime& peak) {
  auto& [resource, time_s] = peak;
  std::string name;
  io(name, time_s);
  resource = name.empty() ? "" : nullptr;
  for (std::size_t i = 0; i < resource_count && resource == nullptr; ++i)
    if (name == name_of(static_cast<Resource>(i))) resource = name_of(static_cast<Resource>(i));
  if (resource == nullptr) throw InputError("a prediction names a resource that there is not");
}

template <typename Io, IsA<Work> T>
void members(Io& io, T& work) {
  auto& [unit, operations, peak_operations, dram_bytes, peak_dram_bytes, compute, memory] = work;
  io(unit, operations, peak_operations, dram_bytes, peak_dram_bytes, compute, memory);
}

template <typename Io, IsA<Prediction> T>
void members(Io& io, T& prediction) {
  auto& [time_s, low_s, high_s, terms, limiter, theoretical, achieved_occupancy, waves, roofs, work, caches, errors,
         architecture, machine_code, registers, notes, marks] = prediction;
  io(time_s, low_s, high_s, terms, limiter, theoretical, achieved_occupancy, waves, roofs, work, caches, errors,
     architecture, machine_code, registers, notes, marks);
}

}  // namespace forewarp::model

namespace forewarp::rank {

template <typename Io, IsA<BufferWork> T>
void members(Io& io, T& work) {
  auto& [name, touched, loaded, stored, stores] = work;
  io(name, touched, loaded, stored, stores);
}

template <typename Io, IsA<Work> T>
void members(Io& io, T& work) {
  auto& [buffers, loaded, stored, thread_instructions, threads, count_error, touched_error, edge, arguments] = work;
  io(buffers, loaded, stored, thread_instructions, threads, count_error, touched_error, edge, arguments);
}

template <typename Io, IsA<Element> T>
void members(Io& io, T& element) {
  auto& [hash, bits] = element;
  io(hash, bits);
}

template <typename Io, IsA<BufferResult> T>
void members(Io& io, T& result) {
  auto& [name, type, guessed, stored, values, sum, least, most, elements] = result;
  io(name, type, guessed, stored, values, sum, least, most, elements);
}

void members(Packer& io, const Results& all) {
  const auto& [extent, problem, threads, atomics, buffers] = all;
  io(extent, problem, threads, atomics, buffers);
}

void members(Unpacker& io, Results& all) {
  auto& [extent, problem, threads, atomics, buffers] = all;
  io(extent, problem, threads, atomics, buffers);
}

void members(Packer& io, const Candidate& candidate) {
  const auto& [configuration, grid, block, entry, prediction, reason, refusal, guesses, work, results, key] = candidate;
  io(grid, block, entry, prediction, reason, refusal, guesses, work, key);
  io(results ? std::optional<Results>(*results) : std::nullopt);
}

void members(Unpacker& io, Candidate& candidate) {
  auto& [configuration, grid, block, entry, prediction, reason, refusal, guesses, work, results, key] = candidate;
  std::optional<Results> there;
  io(grid, block, entry, prediction, reason, refusal, guesses, work, key, there);
  if (there) results = std::make_shared<const Results>(std::move(*there));
}

}  // namespace forewarp::rank
