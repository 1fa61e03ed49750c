// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one memory request of one warp costs: sectors and lines of global memory, wavefronts of shared memory.
///
/// Global: the distinct 32-byte sectors and 128-byte lines that the active lanes touch. Local memory interleaves the
/// lanes: word w (4 bytes) of lane l is at byte 4 * (w * width + l) (CUDA C++ Programming Guide, "Local Memory").
///
/// Shared: 32 banks of 4 bytes. A request is cut into groups of lanes that together ask 128 bytes: 32 lanes of up to 4
/// bytes, 16 of 8 (half warps), 8 of 16 (quarter warps). A group takes as many wavefronts as the most loaded bank has
/// distinct words: lanes that read the same word share it (broadcast). Groups whose words are conflict-free together
/// take one wavefront together (a double broadcast to the warp). Atomics do not share: lanes on one bank queue up;
/// ideal is the most lanes on one address.
///
/// Wide loads (8 or 16 bytes per lane) return one register of 32 lanes a cycle, so groups are not joined for having no
/// conflict; registers are packed two by two where all active lanes i and i^1, or all i and i^2, have one address, and
/// then a group is as large again (an NVIDIA engineer of compute capability 7.0 and 7.5, forums.developer.nvidia.com,
/// "Unexpected shared memory bank conflict", 77228). An LDS.128 takes 4 cycles at least, 2 when every lane asks the
/// same. wide_wavefronts has that count, wavefronts the classic one.
///
/// Passes: of local memory its lines, of constant memory its distinct addresses (CUDA C++ Programming Guide, "Constant
/// Memory"), of atomics of shared memory its wavefronts if lanes did share a word (adds_one.hpp). Of global memory they
/// are counted apart, in the blocks looked at closely (l1_passes.hpp).
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile {

/// Bytes of a sector and of a line, as powers of two.
inline constexpr unsigned sector_shift = 5, line_shift = 7;
inline constexpr std::uint64_t sector_bytes = 1U << sector_shift;

struct RequestShape {
  std::uint32_t lanes = 0, sectors = 0, lines = 0;
  std::uint32_t wavefronts = 0, ideal_wavefronts = 0;  ///< shared only
  std::uint32_t wide_wavefronts = 0;                   ///< shared loads of 8 bytes a lane and more; else wavefronts
  std::uint32_t collisions = 0;                        ///< atomics only
  std::uint32_t passes = 0;                            ///< local, const, and atomics of shared memory
};

/// Whether the shape of an access in this space is measured in sectors (global, local, const) or in wavefronts
/// (shared).
[[nodiscard]] inline bool has_sectors(ptx::StateSpace space) {
  return space == ptx::StateSpace::global || space == ptx::StateSpace::local || space == ptx::StateSpace::const_;
}

/// Counts one request from its addresses. sectors receives the distinct sector numbers (address / 32) in the order in
/// which lanes touch them; it stays empty for shared and other spaces.
[[nodiscard]] RequestShape shape_of(const emu::Access& access, unsigned width, std::vector<std::uint64_t>& sectors);

/// Which bytes a request of global or constant memory touches: bit k of bytes[i] is byte k of the i-th sector that
/// shape_of() told with this shape, here as numbers less base.
void bytes_of(const emu::Access& access, const RequestShape& shape, std::uint64_t base,
              const std::vector<std::uint64_t>& sectors, std::vector<std::uint32_t>& bytes);

}  // namespace forewarp::profile
