// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/stored.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/support/file.hpp"

namespace forewarp::profile {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sampling, blocks_total, blocks_run, exact, loops_sampled, relative_error,
                                   warp_instructions_run)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InstructionCount, mnemonic, opcode, type, space, warps, threads)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BasicBlockCount, function, first_line, last_line, instructions, warps, threads)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AccessSite, mnemonic, function, ptx_line, source_file, source_line, space, kind,
                                   bytes_per_lane, requests, lanes, sectors, lines, wavefronts, ideal_wavefronts,
                                   saved_requests, saved_wavefronts, merged_bytes_per_lane, collisions,
                                   unique_sectors_per_block, overlap, buffer)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BufferFootprint, name, bytes, sectors_total, sectors_per_block,
                                   read_sectors_per_block, written_sectors_per_block, overlap)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReuseHistogram, counts, first)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CriticalPath, alu, fp64, special, shared, global, atomic, barrier, branch, tensor,
                                   instructions, ilp, mlp)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Profile, kernel, warp_size, registers, registers_estimated, static_shared_bytes,
                                   local_bytes, sampling, instructions, basic_blocks, sites, buffers, loads, path,
                                   warp_instructions, thread_instructions, branches, divergent_branches, barriers,
                                   hottest_atomic, hottest_atomic_requests, param_bytes, warps, threads, imbalance,
                                   notes)

namespace {

/// Goes up whenever what profile() counts, or how, changes: old cache entries are then not found.
constexpr int format_version = 2;

std::string argument_text(const launch::Argument& argument) {
  if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value))
    return fmt::format("s{}:{}", static_cast<int>(scalar->type), scalar->bits);
  if (const auto* bytes = std::get_if<std::string>(&argument.value))
    return fmt::format("r{}:{}", bytes->size(), *bytes);
  const auto& buffer = std::get<launch::Buffer>(argument.value);
  const launch::Fill& f = buffer.fill;
  return fmt::format("b{}:{}:{}:{}:{}:{}:{}:{}:{}:{}:{}", static_cast<int>(buffer.element), buffer.count,
                     static_cast<int>(f.kind), f.low, f.high, f.seed, f.rows, f.columns, f.nonzeros,
                     static_cast<int>(f.row_lengths), f.path.empty() ? "" : digest(read_file(f.path)));
}

}  // namespace

std::string stored(const Profile& profile) {
  nlohmann::json json = profile;
  json["format"] = format_version;
  return json.dump();
}

std::optional<Profile> restored(std::string_view text, const launch::Launch& launch) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", 0) != format_version) return std::nullopt;
  try {
    Profile profile = json.get<Profile>();
    profile.launch = launch;
    return profile;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // a damaged entry is a miss: the profile is made anew
  }
}

std::string profile_key(std::string_view ptx, const launch::Launch& launch, const ProfileOptions& o) {
  std::string text =
      fmt::format("{}|{}|{},{},{}|{},{},{}|{}|", format_version, launch.entry, launch.grid.x, launch.grid.y,
                  launch.grid.z, launch.block.x, launch.block.y, launch.block.z, launch.dynamic_shared_bytes);
  for (const launch::Argument& argument : launch.arguments) text += argument_text(argument) + "|";
  text += fmt::format("{},{},{},{},{},{},{},{},{},{}|", o.warp_size, o.exact_below, o.budget, o.exact, o.seed,
                      o.registers, o.check_uninitialised, o.check_races, o.max_memory_bytes, o.max_warp_instructions);
  return digest(text + std::string(ptx));
}

}  // namespace forewarp::profile
