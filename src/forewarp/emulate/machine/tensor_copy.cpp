// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A box of a tensor and its rows in shared memory, one behind the other. It is moved in pieces of 16 bytes where they
// are inside of the tensor and aligned, else by elements. Up to 32 pieces are one access, as of a warp, so that memory
// traffic is counted in the same way; the tensor memory accelerator moves whole rows, too.
//
// A swizzle exchanges the 16-byte parts of a row by the number of the row (PTX ISA, "Swizzling modes"): bits 7 to 9 of
// the shared address are added without carry to bits 4 to 6 for 128 bytes, two and one of them for 64 and 32.
#include "forewarp/emulate/machine/tensor_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/async.hpp"
#include "forewarp/emulate/machine/call.hpp"
#include "forewarp/emulate/machine/swizzle.hpp"
#include "forewarp/emulate/machine/tensor_map.hpp"
#include "forewarp/support/half.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned copied_bytes = 16, batch = 32;
constexpr unsigned first_coordinate = 2;  ///< of rows, behind the mbarrier and the mask of blocks

std::uint64_t swizzled(std::uint64_t address, unsigned swizzle) {
  return swizzled_address(address, (std::uint64_t{1} << swizzle) - 1);
}

template <typename T>
T combined(T a, T b, TensorCopy operation) {
  if (operation == TensorCopy::min) return std::min(a, b);
  if (operation == TensorCopy::max) return std::max(a, b);
  if constexpr (std::is_integral_v<T>) {
    if (operation == TensorCopy::bitwise_and) return a & b;
    if (operation == TensorCopy::bitwise_or) return a | b;
    if (operation == TensorCopy::bitwise_xor) return a ^ b;
  }
  return static_cast<T>(a + b);
}

template <typename T>
void combine_as(std::byte* to, const std::byte* from, TensorCopy operation) {
  T a, b;
  std::memcpy(&a, to, sizeof a);
  std::memcpy(&b, from, sizeof b);
  a = combined(a, b, operation);
  std::memcpy(to, &a, sizeof a);
}

void combine_element(std::byte* to, const std::byte* from, TensorMap::Type type, TensorCopy operation) {
  using Type = TensorMap::Type;
  const auto small = [&](auto widen, auto narrow) {
    std::uint16_t a, b;
    std::memcpy(&a, to, sizeof a);
    std::memcpy(&b, from, sizeof b);
    a = narrow(combined(widen(a), widen(b), operation));
    std::memcpy(to, &a, sizeof a);
  };
  switch (type) {
    case Type::u8:
      return combine_as<std::uint8_t>(to, from, operation);
    case Type::u16:
      return combine_as<std::uint16_t>(to, from, operation);
    case Type::u32:
      return combine_as<std::uint32_t>(to, from, operation);
    case Type::s32:
      return combine_as<std::int32_t>(to, from, operation);
    case Type::u64:
      return combine_as<std::uint64_t>(to, from, operation);
    case Type::s64:
      return combine_as<std::int64_t>(to, from, operation);
    case Type::f64:
      return combine_as<double>(to, from, operation);
    case Type::f32:
    case Type::f32_ftz:
    case Type::tf32:
    case Type::tf32_ftz:
      return combine_as<float>(to, from, operation);
    case Type::f16:
      return small([](std::uint16_t x) { return f16_to_float(x); }, [](float x) { return float_to_f16(x); });
    case Type::bf16:
      return small([](std::uint16_t x) { return bf16_to_float(x); }, [](float x) { return float_to_bf16(x); });
  }
}

/// Pieces of one size that are moved by one access.
class Mover {
 public:
  Mover(Warp& warp, const MachineOp& op, const TensorMap& map, TensorCopy copy, const Targets& targets)
      : warp_(warp), op_(op), map_(map), copy_(copy), targets_(targets) {}

  void add(std::uint64_t global, std::uint64_t shared, unsigned bytes) {
    if (count_ == batch || bytes != bytes_) flush();
    bytes_ = bytes;
    global_[count_] = global;
    shared_[count_++] = shared;
  }

  void flush() {
    if (count_ == 0) return;
    Values values;
    const LaneMask pieces = (LaneMask{1} << count_) - 1;
    const bool loads = copy_ == TensorCopy::load;
    const auto read = [&](const std::uint64_t* addresses, ptx::StateSpace space, AccessKind kind) {
      locate(warp_, {op_, pieces, space, addresses, kind, bytes_});
      for (unsigned i = 0; i < count_; ++i) std::memcpy(values[i].data(), warp_.located.at(i, bytes_), bytes_);
    };
    if (loads) {
      read(global_.data(), ptx::StateSpace::global, AccessKind::async_copy);
      targets_.each(shared_[0], [&](std::uint64_t first) {
        write(ptx::StateSpace::shared, AccessKind::async_copy, in_block_of(first).data(), values);
      });
    } else {
      read(shared_.data(), ptx::StateSpace::shared, AccessKind::load);
      const AccessKind kind = copy_ == TensorCopy::store ? AccessKind::async_copy : AccessKind::reduction;
      write(ptx::StateSpace::global, kind, global_.data(), values);
    }
    warp_.block.note_change();
    count_ = 0;
  }

 private:
  using Values = std::array<std::array<std::byte, copied_bytes>, batch>;

  void write(ptx::StateSpace space, AccessKind kind, const std::uint64_t* addresses, const Values& values) {
    locate(warp_, {op_, (LaneMask{1} << count_) - 1, space, addresses, kind, bytes_});
    for (unsigned i = 0; i < count_; ++i) put(warp_.located.at(i, bytes_), values[i].data());
  }

  /// The shared addresses in the block that `first`, the first of them, names.
  [[nodiscard]] std::array<std::uint64_t, 64> in_block_of(std::uint64_t first) const {
    std::array<std::uint64_t, 64> places = shared_;
    for (unsigned i = 0; i < count_; ++i) places[i] += first - shared_[0];
    return places;
  }

  void put(std::byte* to, const std::byte* from) const {
    if (copy_ == TensorCopy::load || copy_ == TensorCopy::store) {
      std::memcpy(to, from, bytes_);
      return;
    }
    const unsigned element = map_.element_bytes();
    for (unsigned at = 0; at < bytes_; at += element) combine_element(to + at, from + at, map_.type, copy_);
  }

  Warp& warp_;
  const MachineOp& op_;
  const TensorMap& map_;
  TensorCopy copy_;
  const Targets& targets_;
  std::array<std::uint64_t, 64> global_{}, shared_{};
  unsigned count_ = 0, bytes_ = 0;
};

/// Goes through a box row by row.
class BoxCopy {
 public:
  BoxCopy(Warp& warp, const MachineOp& op, const TensorMap& map, TensorCopy copy, unsigned lane, const Targets& targets)
      : warp_(warp), op_(op), map_(map), copy_(copy), targets_(targets), mover_(warp, op, map, copy, targets) {
    for (unsigned d = 0; d < map.rank; ++d)
      std::memcpy(&first_[d], warp.regs + op.rows[first_coordinate + d] + std::size_t{lane} * 4, sizeof first_[d]);
  }

  void run(std::uint64_t shared) {
    std::array<unsigned, TensorMap::max_rank> at{};
    do {
      row(at, shared);
      shared += std::uint64_t{map_.copied(0)} * map_.element_bytes();
    } while (next(at));
    mover_.flush();
  }

 private:
  /// The next row of the box; false behind the last one.
  bool next(std::array<unsigned, TensorMap::max_rank>& at) const {
    for (unsigned d = 1; d < map_.rank; ++d) {
      if (++at[d] < map_.copied(d)) return true;
      at[d] = 0;
    }
    return false;
  }

  void row(const std::array<unsigned, TensorMap::max_rank>& at, std::uint64_t shared) {
    std::uint64_t global = map_.address;
    bool inside = true;
    for (unsigned d = 1; d < map_.rank; ++d) {
      const std::int64_t c = first_[d] + std::int64_t{at[d]} * map_.steps[d];
      inside = inside && c >= 0 && c < static_cast<std::int64_t>(map_.sizes[d]);
      global += static_cast<std::uint64_t>(c) * map_.strides[d - 1];
    }
    const unsigned element = map_.element_bytes(), in_piece = copied_bytes / element, count = map_.copied(0);
    const auto size = static_cast<std::int64_t>(map_.sizes[0]);
    for (unsigned e = 0; e < count; e += in_piece) {
      const std::uint64_t to = shared + std::uint64_t{e} * element;
      const std::int64_t c = first_[0] + std::int64_t{e} * map_.steps[0];
      const std::uint64_t from = global + static_cast<std::uint64_t>(c) * element;
      const bool whole = inside && map_.steps[0] == 1 && e + in_piece <= count && c >= 0 && c + in_piece <= size &&
                         from % copied_bytes == 0 && copy_ <= TensorCopy::store;
      if (whole) {
        mover_.add(from, swizzled(to, map_.swizzle), copied_bytes);
        continue;
      }
      for (unsigned i = 0; i < in_piece && e + i < count; ++i) {
        const std::int64_t one = c + std::int64_t{i} * map_.steps[0];
        const std::uint64_t place = swizzled(to + std::uint64_t{i} * element, map_.swizzle);
        if (inside && one >= 0 && one < size)
          mover_.add(global + static_cast<std::uint64_t>(one) * element, place, element);
        else if (copy_ == TensorCopy::load)
          fill(place, element);
      }
    }
  }

  /// Elements outside of the tensor: zeros, or what is no number.
  void fill(std::uint64_t shared, unsigned bytes) {
    mover_.flush();
    const std::uint64_t ones = map_.fills_nan != 0 ? 0x7fffffffffffffff >> (64 - 8 * bytes) : 0;
    std::array<std::uint64_t, 64> addresses{};
    targets_.each(shared, [&](std::uint64_t place) {
      addresses[0] = place;
      locate(warp_, {op_, 1, ptx::StateSpace::shared, addresses.data(), AccessKind::async_copy, bytes});
      std::memcpy(warp_.located.at(0, bytes), &ones, bytes);
    });
  }

  Warp& warp_;
  const MachineOp& op_;
  const TensorMap& map_;
  TensorCopy copy_;
  const Targets& targets_;
  Mover mover_;
  std::array<std::int32_t, TensorMap::max_rank> first_{};
};

template <unsigned width>
Flow tensor_copy(Warp& warp, const MachineOp& op, LaneMask active) {
  const auto copy = static_cast<TensorCopy>(op.control);
  const MachineOp& map_op = copy == TensorCopy::load ? *op.second : op;
  const MachineOp& shared_op = copy == TensorCopy::load ? op : *op.second;
  std::array<std::uint64_t, 64> maps{}, places{};
  std::copy_n(compute_addresses<width>(warp, map_op), width, maps.begin());
  std::copy_n(compute_addresses<width>(warp, shared_op), width, places.begin());
  for_each_lane(active, [&](unsigned lane) {
    const LaneMask self = LaneMask{1} << lane;
    TensorMap map;
    const std::byte* const bytes = read_bytes(warp, op, lane, maps[lane], tensor_map_bytes);
    if (!from_bytes(std::span<const std::byte, tensor_map_bytes>(bytes, tensor_map_bytes), map))
      warp.fault(op, self,
                 fmt::format("there is no tensor map at {:#x} (cuTensorMapEncodeTiled makes one)", maps[lane]));
    if (map.rank + first_coordinate != op.rows.size())
      warp.fault(op, self,
                 fmt::format("a copy with {} coordinates of a tensor of {} dimensions",
                             op.rows.size() - first_coordinate, map.rank));
    if (copy >= TensorCopy::bitwise_and && map.has_floats())
      warp.fault(op, self, "a bitwise reduction into a tensor of floating-point numbers");
    const Targets targets(warp, op, lane, op.rows[1]);
    BoxCopy(warp, op, map, copy, lane, targets).run(places[lane] & (window_bytes - 1));
    if (op.rows[0] != LaneInst::absent_row) complete_copy(warp, op, lane, op.rows[0], map.box_bytes(), targets);
  });
  return Flow::next;
}

}  // namespace

MachineFn select_tensor_copy(unsigned width) { return width == 64 ? &tensor_copy<64> : &tensor_copy<32>; }

}  // namespace forewarp::emu
