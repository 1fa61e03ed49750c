// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A load reads the matrix into a tile, request by request, and fills the registers from the tile; a store goes the
// other way. So requests are the machine's whatever the layout of the fragment is. In a warp of 64 each half works for
// itself.
#include "forewarp/emulate/machine/wmma.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/matrix.hpp"
#include "forewarp/support/half.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned group = 32;
constexpr std::size_t tile_bytes = 1024;  ///< 16x16 of 4 bytes, 32x16 of 2

/// One for each half of a warp of 64.
using Tiles = std::array<std::array<std::byte, tile_bytes>, 2>;

/// The address of the matrix that a lane gives, and its stride in bytes.
struct Origin {
  std::uint64_t base = 0;
  std::int64_t stride = 0;
};

Origin origin(const Warp& warp, const MachineOp& op, unsigned lane) {
  Origin o;
  if (op.address_is_64) {
    std::memcpy(&o.base, warp.regs + op.address_row + std::size_t{lane} * 8, 8);
    o.base += static_cast<std::uint64_t>(op.offset);
  } else {
    std::uint32_t base;
    std::memcpy(&base, warp.regs + op.address_row + std::size_t{lane} * 4, 4);
    o.base = base + static_cast<std::uint32_t>(op.offset);
  }
  std::int32_t elements;
  std::memcpy(&elements, warp.regs + op.rows.back() + std::size_t{lane} * 4, 4);
  o.stride = std::int64_t{elements} * op.wmma->element_bytes;
  return o;
}

/// Calls body(lane, host bytes, offset in the tile, bytes) for every lane of every request, having located each.
template <unsigned width, typename Body>
void for_each_request(Warp& warp, const MachineOp& op, Body&& body) {
  std::array<Origin, width> origins;
  for (unsigned lane = 0; lane < width; ++lane) origins[lane] = origin(warp, op, lane);
  for (const WmmaRequest& request : op.wmma->requests) {
    alignas(64) std::array<std::uint64_t, 64> addresses{};
    for (unsigned lane = 0; lane < width; ++lane) {
      const Origin& o = origins[lane];
      addresses[lane] =
          o.base + static_cast<std::uint64_t>(o.stride * request.line[lane % group]) + request.along[lane % group];
      if (!op.address_is_64) addresses[lane] = static_cast<std::uint32_t>(addresses[lane]);
    }
    const LaneMask active = width == 64 ? request.lanes | LaneMask{request.lanes} << group : request.lanes;
    access_at(warp, op, active, addresses.data(), request.bytes, [&](LaneMask located) {
      for_each_lane(located, [&](unsigned lane) {
        body(lane, warp.located.at(lane, request.bytes), request.offset[lane % group], request.bytes);
      });
    });
  }
}

/// Calls body(lane, slot, place in the tile, element number in the slot) for every element of the fragment.
template <unsigned width, typename Body>
void for_each_element(Warp& warp, const MachineOp& op, Body&& body) {
  const WmmaPlan& plan = *op.wmma;
  for (unsigned r = 0; r < plan.registers; ++r)
    for (unsigned lane = 0; lane < width; ++lane) {
      std::byte* const slot = warp.regs + op.rows[r] + std::size_t{lane} * plan.register_bytes;
      const std::uint16_t* places = &plan.places[(std::size_t{r} * group + lane % group) * plan.parts];
      for (unsigned p = 0; p < plan.parts; ++p) body(lane, slot + p * plan.element_bytes, places[p]);
    }
}

template <unsigned width>
Flow load(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!warp_has_come(warp, op, active)) return Flow::refetch;
  Tiles tiles;
  for_each_request<width>(warp, op, [&](unsigned lane, const std::byte* from, unsigned offset, unsigned bytes) {
    std::memcpy(&tiles[lane / group][offset], from, bytes);
  });
  const unsigned bytes = op.wmma->element_bytes;
  for_each_element<width>(warp, op, [&](unsigned lane, std::byte* to, unsigned place) {
    std::memcpy(to, &tiles[lane / group][place], bytes);
  });
  return Flow::next;
}

template <unsigned width>
Flow store(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!warp_has_come(warp, op, active)) return Flow::refetch;
  Tiles tiles;
  const unsigned bytes = op.wmma->element_bytes;
  for_each_element<width>(warp, op, [&](unsigned lane, const std::byte* from, unsigned place) {
    std::memcpy(&tiles[lane / group][place], from, bytes);
  });
  for_each_request<width>(warp, op, [&](unsigned lane, std::byte* to, unsigned offset, unsigned size) {
    std::memcpy(to, &tiles[lane / group][offset], size);
  });
  warp.block.note_change();
  return Flow::next;
}

/// The registers of a product, as the machine's products take them.
class Buffer {
 public:
  Buffer(Warp& warp, const MachineOp& op, unsigned width)
      : warp_(warp), op_(op), plan_(*op.wmma), row_bytes_(std::size_t{width} * plan_.register_bytes), width_(width) {}

  /// Copies `count` distinct registers of A or B; the first of PTX's is at `from`.
  void take(unsigned from, unsigned to, unsigned count) {
    for (unsigned r = 0; r < count; ++r) std::memcpy(row(to + r), source(from + r), row_bytes_);
  }
  /// C: f16 pairs become two rows of f32 where the sums are f32.
  void take_sums(unsigned from, unsigned to) {
    if (!plan_.widens_c) return take(from, to, plan_.counts[3]);
    for (unsigned r = 0; r < plan_.counts[3]; ++r)
      for (unsigned lane = 0; lane < width_; ++lane)
        for (unsigned part = 0; part < 2; ++part)
          at<float>(to + 2 * r + part, lane) =
              f16_to_float(static_cast<std::uint16_t>(word(from + r, lane) >> 16 * part));
  }
  void compute(LaneMask active) {
    for (const WmmaStep& step : plan_.steps) {
      LaneInst inst;
      inst.rows = step.rows.data();
      inst.control = step.control;
      step.fn(bytes_.data(), inst, active, width_);
    }
  }
  void give_sums(unsigned from) {
    for (unsigned r = 0; r < plan_.counts[0]; ++r) {
      if (plan_.narrows_d) {
        for (unsigned lane = 0; lane < width_; ++lane)
          put(r, lane, narrowed(at<float>(from + 2 * r, lane), at<float>(from + 2 * r + 1, lane)));
      } else {
        std::memcpy(warp_.regs + op_.rows[r], row(from + r), row_bytes_);
      }
      for (unsigned lane = 0; lane < width_ && plan_.saturates; ++lane)
        put(r, lane, plan_.d == ptx::Type::f16 ? finite_halves(word(r, lane)) : finite(word(r, lane)));
    }
  }

 private:
  std::byte* row(unsigned r) { return bytes_.data() + r * row_bytes_; }
  const std::byte* source(unsigned r) const { return warp_.regs + op_.rows[r]; }
  template <class T>
  T& at(unsigned r, unsigned lane) {
    return reinterpret_cast<T*>(row(r))[lane];
  }
  std::uint32_t word(unsigned r, unsigned lane) const {
    std::uint32_t bits;
    std::memcpy(&bits, source(r) + std::size_t{lane} * 4, sizeof bits);
    return bits;
  }
  void put(unsigned r, unsigned lane, std::uint32_t bits) {
    std::memcpy(warp_.regs + op_.rows[r] + std::size_t{lane} * 4, &bits, sizeof bits);
  }
  static std::uint32_t narrowed(float low, float high) {
    return float_to_f16(low) | std::uint32_t{float_to_f16(high)} << 16;
  }
  /// CUDA C++ Programming Guide, mma_sync: infinities become the largest numbers, what is not a number +0.
  static std::uint32_t finite(std::uint32_t bits) {
    const auto value = std::bit_cast<float>(bits);
    if (std::isnan(value)) return 0;
    return std::isinf(value) ? std::bit_cast<std::uint32_t>(std::copysign(std::numeric_limits<float>::max(), value))
                             : bits;
  }
  static std::uint32_t finite_half(std::uint32_t bits) {
    constexpr std::uint32_t infinity = 0x7c00, sign = 0x8000;
    if ((bits & ~sign) < infinity) return bits;
    return (bits & ~sign) > infinity ? 0 : bits - 1;  // below infinity is the largest number
  }
  static std::uint32_t finite_halves(std::uint32_t bits) {
    return finite_half(bits & 0xffff) | finite_half(bits >> 16) << 16;
  }

  static constexpr std::size_t max_rows = 32;
  Warp& warp_;
  const MachineOp& op_;
  const WmmaPlan& plan_;
  std::size_t row_bytes_;
  unsigned width_;
  alignas(64) std::array<std::byte, max_rows * 64 * 4> bytes_;
};

template <unsigned width>
Flow product(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!warp_has_come(warp, op, active)) return Flow::refetch;
  const WmmaPlan& plan = *op.wmma;
  const auto [of_d, of_a, of_b, of_c] = plan.counts;
  const auto [in_a, in_b, in_c] = plan.buffer;
  Buffer buffer(warp, op, width);
  buffer.take(of_d, 0, in_a);
  buffer.take(of_d + of_a, in_a, in_b);
  buffer.take_sums(of_d + of_a + of_b, in_a + in_b);
  buffer.compute(active);
  buffer.give_sums(in_a + in_b + in_c);
  return Flow::next;
}

template <unsigned width>
MachineFn function_of(WmmaOp op) {
  switch (op) {
    case WmmaOp::load:
      return &load<width>;
    case WmmaOp::store:
      return &store<width>;
    case WmmaOp::product:
      return &product<width>;
  }
  return nullptr;
}

}  // namespace

MachineFn select_wmma(WmmaOp op, unsigned width) { return width == 64 ? function_of<64>(op) : function_of<32>(op); }

}  // namespace forewarp::emu
