// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/stored.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "forewarp/frontend/ptx/opcode.hpp"
#include "forewarp/support/build_id.hpp"
#include "forewarp/support/file.hpp"

// Enumerations are stored by name. A name that is not known reads as the first one, which is then not stored as the
// text was.
namespace forewarp::ptx {

// NOLINTBEGIN(misc-use-anonymous-namespace): found by the types of their arguments
static void to_json(nlohmann::json& json, Opcode opcode) { json = name_of(opcode); }
static void from_json(const nlohmann::json& json, Opcode& opcode) { opcode = opcode_from(json.get<std::string>()); }
static void to_json(nlohmann::json& json, Type type) { json = name_of(type); }
static void from_json(const nlohmann::json& json, Type& type) {
  type = type_from(json.get<std::string>()).value_or(Type::none);
}
static void to_json(nlohmann::json& json, StateSpace space) { json = name_of(space); }
static void from_json(const nlohmann::json& json, StateSpace& space) {
  space = space_from(json.get<std::string>()).value_or(StateSpace::none);
}
static void to_json(nlohmann::json& json, const MnemonicText& mnemonic) { json = mnemonic.text(); }
static void from_json(const nlohmann::json& json, MnemonicText& mnemonic) { mnemonic = json.get<std::string>(); }
// NOLINTEND(misc-use-anonymous-namespace)

}  // namespace forewarp::ptx

namespace forewarp::emu {

NLOHMANN_JSON_SERIALIZE_ENUM(AccessKind, {{AccessKind::load, "load"},
                                          {AccessKind::store, "store"},
                                          {AccessKind::atomic, "atomic"},
                                          {AccessKind::reduction, "reduction"},
                                          {AccessKind::async_copy, "async_copy"},
                                          {AccessKind::prefetch, "prefetch"}})

}  // namespace forewarp::emu

namespace forewarp::profile {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sampling, blocks_total, blocks_run, exact, loops_sampled, relative_error,
                                   sectors_error, host_error, dram_error, warp_instructions_run)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InstructionCount, mnemonic, opcode, type, space, warps, threads, lowered)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BasicBlockCount, function, first_line, last_line, instructions, warps, threads)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AccessSite, mnemonic, function, ptx_line, source_file, source_line, space, kind,
                                   bytes_per_lane, requests, lanes, sectors, lines, passes_per_line, addresses_per_line,
                                   half_passes_per_line, half_sectors_per_sector, fixed_address, combined, wavefronts,
                                   ideal_wavefronts, counted_wavefronts, saved_requests, saved_wavefronts,
                                   merged_bytes_per_lane, collisions, unique_sectors_per_block, used_bytes_per_block,
                                   overlap, host_share, near_share, buffer)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReuseStep, blocks, share)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BufferFootprint, name, bytes, host, sectors_total, sectors_per_block,
                                   read_sectors_per_block, written_sectors_per_block, used_bytes_per_block,
                                   used_bytes_total, overlap, byte_overlap, reuse, written_reuse, access_skew,
                                   visits_per_block, visit_overlap)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReuseHistogram, counts, first)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Rewrites, sectors, visits)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LocalMemory, sectors_per_block, read_sectors_per_block, written_sectors_per_block,
                                   rewritten_sectors)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CriticalPath, alu, fp64, special, shared, global, atomic, barrier, branch, tensor,
                                   instructions, ilp, mlp, in_flight, spread, spread_of_mean)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LongestWarp, path, beside, begins, blocks_alike, share_of_others)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Lock, acquisitions, section)
NLOHMANN_JSON_SERIALIZE_ENUM(MarkKind, {{MarkKind::empty, "empty"},
                                        {MarkKind::overflow, "overflow"},
                                        {MarkKind::work_contents, "work_contents"},
                                        {MarkKind::work_value, "work_value"},
                                        {MarkKind::traffic_contents, "traffic_contents"},
                                        {MarkKind::traffic_value, "traffic_value"},
                                        {MarkKind::guessed_struct, "guessed_struct"},
                                        {MarkKind::guessed_again, "guessed_again"},
                                        {MarkKind::waits, "waits"},
                                        {MarkKind::untimed, "untimed"},
                                        {MarkKind::beyond_end, "beyond_end"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Mark, kind, arguments, place, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Spills, load_bytes, store_bytes, frame_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Profile, kernel, warp_size, registers, registers_estimated, static_shared_bytes,
                                   local_bytes, synchronises_grid, working_parts, idle_instructions, sampling,
                                   instructions, basic_blocks, sites, buffers, loads, load_requests, rewrites, local,
                                   path, longest_warp, warp_instructions, thread_instructions, branches,
                                   divergent_branches, barriers, hottest_atomic, hottest_atomic_requests,
                                   hottest_atomic_slice, lock, retried_atomics, spills, param_bytes, warps, threads,
                                   imbalance, marks, notes)

namespace {

/// Goes up whenever what profile() counts, or how, changes: old cache entries are then not found.
constexpr int format_version = 30;

nlohmann::json as_json(const Profile& profile) {
  nlohmann::json json = profile;
  json["format"] = format_version;
  return json;
}

/// A profile with one of everything: what kind of value stands where. A stored text must have the
/// same shape, so a damaged or foreign file is refused without a list of its fields here.
nlohmann::json shape() {
  Profile one;
  one.instructions.emplace_back();
  one.basic_blocks.emplace_back();
  one.sites.emplace_back();
  one.buffers.emplace_back();
  one.buffers.back().reuse.emplace_back();
  one.buffers.back().written_reuse.emplace_back();
  one.marks.emplace_back();
  one.marks.back().arguments.emplace_back();
  one.notes.emplace_back();
  return as_json(one);
}

/// Numbers: where a fraction is expected, a whole number will do; not the other way round. Arrays
/// may have any length, as each element must be like the one of the sample.
bool fits(const nlohmann::json& value, const nlohmann::json& sample) {
  if (sample.is_number_float()) return value.is_number();
  if (sample.is_number_integer()) return value.is_number_integer();
  if (value.type() != sample.type()) return false;
  if (sample.is_array())
    return std::all_of(value.begin(), value.end(), [&](const auto& element) { return fits(element, sample.front()); });
  if (!sample.is_object()) return true;
  return value.size() == sample.size() &&
         std::all_of(value.items().begin(), value.items().end(), [&](const auto& item) {
           const auto expected = sample.find(item.key());
           return expected != sample.end() && fits(item.value(), *expected);
         });
}

/// An argument as a part of a cache key: everything that contents depend on, a file by the digest
/// of its bytes.
std::string argument_text(const launch::Argument& argument) {
  if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value))
    return fmt::format("s{}:{}", static_cast<int>(scalar->type), scalar->bits);
  if (const auto* bytes = std::get_if<std::string>(&argument.value))
    return fmt::format("r{}:{}", bytes->size(), *bytes);
  const auto& buffer = std::get<launch::Buffer>(argument.value);
  const launch::Fill& f = buffer.fill;
  return fmt::format("b{}:{}:{}:{}:{}:{}:{}:{}:{}:{}:{}:{}", static_cast<int>(buffer.element), buffer.count,
                     int(buffer.host), static_cast<int>(f.kind), f.low, f.high, f.seed, f.rows, f.columns, f.nonzeros,
                     static_cast<int>(f.row_lengths), f.path.empty() ? "" : digest(read_file(f.path)));
}

}  // namespace

std::string stored(const Profile& profile) {
  return as_json(profile).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Profile> restored(std::string_view text, const launch::Launch& launch) {
  static const nlohmann::json sample = shape();
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!fits(json, sample)) return std::nullopt;
  try {
    Profile profile = json.get<Profile>();
    if (as_json(profile) != json) return std::nullopt;  // a number out of range, an unknown name, another version
    profile.launch = launch;
    return profile;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // a damaged entry is a miss: the profile is made anew
  }
}

/// All that the profile depends on, and no more: the number of threads is left out. Raw bytes carry
/// their length, so that no contents can look like the separators.
std::string profile_key(std::string_view ptx, const launch::Launch& launch, const ProfileOptions& o) {
  std::string text = fmt::format("{}|{}|{}|{},{},{}|{},{},{}|{}|", format_version, build_id(), launch.entry,
                                 launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x, launch.block.y,
                                 launch.block.z, launch.dynamic_shared_bytes);
  if (launch.cluster) text += fmt::format("k{},{},{}|", launch.cluster->x, launch.cluster->y, launch.cluster->z);
  for (const launch::Argument& argument : launch.arguments)
    text += argument_text(argument) + (argument.guessed ? "?|" : "|");
  for (const launch::Link& link : launch.links)
    text += fmt::format("l{},{},{},{}|", link.argument, link.at, link.buffer, link.offset);
  for (const launch::Argument& constant : launch.constants)
    text += fmt::format("c{}:{}|", constant.name, argument_text(constant));
  text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}|", o.warp_size, o.exact_below, o.budget, o.exact, o.seed,
                      o.registers, o.check_uninitialised, o.check_races, o.max_memory_bytes, o.max_warp_instructions,
                      o.spills.load_bytes, o.spills.store_bytes, o.spills.frame_bytes);
  return digest(text + std::string(ptx));
}

}  // namespace forewarp::profile
