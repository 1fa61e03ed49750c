// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one block touches: its distinct sectors with the sites and buffers they belong to, and the reuse distances of
/// its loads. Sectors of local memory take part with a key of their own, apart from any buffer.
#include <cstdint>
#include <memory>
#include <vector>

#include "forewarp/emulate/profile/counters.hpp"
#include "forewarp/emulate/profile/request_log.hpp"
#include "forewarp/emulate/profile/request_shape.hpp"
#include "forewarp/emulate/profile/stack_distance.hpp"
#include "forewarp/emulate/profile/visits.hpp"

namespace forewarp::profile {

/// Which argument a device address belongs to: buffer numbers (address >> Memory::buffer_shift) in argument order.
struct BufferMap {
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint64_t> host_numbers = {};  ///< of buffers in host memory
  std::vector<std::uint64_t> bytes = {};         ///< of each buffer, where known
  [[nodiscard]] std::int32_t find(std::uint64_t sector) const;
  [[nodiscard]] bool is_host(std::uint64_t sector) const;
  /// Sectors of a buffer; so many that they do not matter where its size is not known.
  [[nodiscard]] double sectors_of(std::int32_t buffer) const;
};

/// The sectors of one block, for comparison with its neighbours': sorted by number.
struct BlockSectors {
  struct Sector {
    std::uint64_t number, weight;
    std::uint32_t marks;  ///< index of its words in marks
    std::uint32_t bytes;  ///< bit a byte that the block touches; 0 where has_bytes is not set
    std::uint32_t when;   ///< requests of the block before it was touched first
  };
  std::vector<Sector> sectors;
  std::vector<std::uint64_t> marks;  ///< bit a slot
  std::size_t words = 0;             ///< a sector
  bool has_bytes = true;
  unsigned halvings = 0;       ///< only sectors that a hash keeps at this many halvings are listed
  std::uint64_t requests = 0;  ///< of the block, all its warps
  std::vector<Visit> visits;   ///< of buffers; of pieces that the hash keeps; sorted by piece
};

/// Whether a sector is in the sample that 2^-halvings of all sectors make, chosen by the sector alone.
[[nodiscard]] bool is_kept(std::uint64_t sector, unsigned halvings);

class BlockFootprint {
 public:
  BlockFootprint(std::size_t slots, const BufferMap& buffers);

  void begin();
  void touch(const SectorTouch& touch, std::uint32_t warp);
  /// Adds the block's sums; unique counts, histogram, buffers.
  void finish(Detail& into);
  [[nodiscard]] BlockSectors sectors() const;

  /// Key of a sector of local memory: above every device address, one range a warp.
  [[nodiscard]] static std::uint64_t local_key(std::uint32_t warp, std::uint64_t sector) {
    return (std::uint64_t{1} << 63) | (std::uint64_t{warp} << 48) | (sector & 0xffffffffffffU);
  }

 private:
  std::size_t slots_, words_;
  const BufferMap& buffers_;
  StackDistance stack_;
  /// The words of an entry.
  [[nodiscard]] std::uint64_t* marks(std::size_t entry) const {
    return chunks_[entry / chunk].get() + entry % chunk * words_;
  }

  static constexpr std::size_t chunk = 256;  ///< entries
  /// words_ an entry: unrolled code has hundreds, so they are never moved to make room for more.
  std::vector<std::unique_ptr<std::uint64_t[]>> chunks_;
  struct Use {
    std::uint64_t extra = 0;  ///< of each byte, the weight of the touch that came to it first less 1
    std::uint32_t bytes = 0;  ///< bit a byte
    std::uint8_t how = 0;     ///< bit 0 read, bit 1 written
  };
  /// Who came to a sector first, with its how many-th request, and who has come since: bit a warp.
  struct Visits {
    std::uint32_t first_warp = 0, request = 0;
    std::uint64_t warps = 0;
  };
  void follow(const SectorTouch& touch, std::uint32_t warp, std::size_t entry, bool is_new);
  void begin_request(const SectorTouch& touch);
  void store(const SectorTouch& touch, std::uint32_t warp, bool again);

  std::vector<Use> use_;                   ///< by entry
  std::vector<Visits> visits_;             ///< by entry
  std::vector<std::uint32_t> asked_;       ///< requests so far, by warp
  std::vector<std::uint32_t> executions_;  ///< of basic blocks that request something, by warp
  /// The present request: touched a sector that no one has touched; one that another warp is waiting for.
  bool is_first_ = false, is_in_flight_ = false;
  std::uint64_t load_requests_ = 0, in_flight_ = 0;
  std::vector<std::uint32_t> when_;  ///< requests before the first touch
  VisitLog visits_of_pieces_;
  std::uint64_t requests_ = 0;
  std::array<std::uint64_t, ReuseHistogram::classes> reuse_{};
  std::uint64_t first_ = 0;
  /// The present request of a load: the class of its farthest sector, `classes` for one that no one has touched.
  struct Request {
    std::uint64_t weight = 0;
    std::uint32_t slot = 0;
    unsigned farthest = 0;
  } request_;
  /// Of the requests before it. finish() ends the last one.
  std::array<std::uint64_t, ReuseHistogram::classes + 1> request_reuse_{};
  std::vector<SlotLoads> loads_;  ///< by slot
  void end_request();
  StackDistance stored_lines_;
  VisitLog rewriting_visits_of_pieces_;
  std::array<std::uint64_t, ReuseHistogram::classes> rewritten_{}, rewriting_visits_{}, rewritten_local_{};
};

}  // namespace forewarp::profile
