// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// tex, tld4, suld.b, sust.b with handles in 64-bit registers, as compilers emit them for texture and surface objects.
#include <algorithm>
#include <array>
#include <optional>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/texture_access.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::emu {

using ptx::Opcode;
using ptx::OperandKind;

namespace {

struct Shape {
  std::string_view name;
  TextureShape shape;
  unsigned coordinates;  ///< that are read
  unsigned written;      ///< in the text: 3 are filled up to 4
};
constexpr std::array<Shape, 7> shapes = {{{"1d", TextureShape::d1, 1, 1},
                                          {"2d", TextureShape::d2, 2, 2},
                                          {"3d", TextureShape::d3, 3, 4},
                                          {"a1d", TextureShape::layers1, 2, 2},
                                          {"a2d", TextureShape::layers2, 3, 4},
                                          {"cube", TextureShape::cube, 3, 4},
                                          {"acube", TextureShape::cubes, 4, 4}}};

/// Takes the handle and the coordinates of [handle, {x, y}]; a first coordinate that is a layer is an integer.
const Shape* set_place(FunctionDecoder& decoder, MachineOp& op, const ptx::Instruction& i, const ptx::Operand& place,
                       ptx::Type coordinate) {
  if (place.kind != OperandKind::address || place.count != 2) return nullptr;
  const auto parts = decoder.function().elements_of(place);
  const ptx::Operand& handle = parts[0];
  if (!handle.name.empty() || handle.index < 0 || !decoder.set_address(op, handle, ptx::StateSpace::global) ||
      !op.address_is_64)
    return nullptr;
  const Shape* shape = nullptr;
  for (const Shape& s : shapes)
    if (i.has(s.name)) shape = &s;
  if (!shape) return nullptr;
  const std::span<const ptx::Operand> coordinates =
      parts[1].kind == OperandKind::vector ? decoder.function().elements_of(parts[1]) : parts.subspan(1, 1);
  if (coordinates.size() < shape->coordinates || coordinates.size() > shape->written) return nullptr;
  for (unsigned c = 0; c < shape->coordinates; ++c) {
    const bool is_layer = c == 0 && (shape->shape == TextureShape::layers1 || shape->shape == TextureShape::layers2 ||
                                     shape->shape == TextureShape::cubes);
    const auto row = decoder.row_of(coordinates[c], is_layer ? ptx::Type::u32 : coordinate, 4);
    if (!row || *row == LaneInst::absent_row) return nullptr;
    op.rows.push_back(*row);
  }
  return shape;
}

/// Which of the suffixes .r, .g, .b, .a a tld4 has.
std::optional<std::uint8_t> gathered_channel(const ptx::Instruction& i) {
  constexpr std::array<std::string_view, 4> names = {"r", "g", "b", "a"};
  for (std::uint8_t c = 0; c < names.size(); ++c)
    if (i.has(names[c])) return c;
  return std::nullopt;
}

}  // namespace

/// Levels and gradients choose between the images of a mipmap, which these textures do not have.
bool decode_texture(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  const bool gathers = i.opcode == Opcode::tld4;
  const std::size_t wanted = i.has("level") ? 3 : i.has("grad") ? 4 : 2;
  if (operands.size() != wanted || i.vector != 4 || i.type_count != 2) return false;
  if (!is_one_of(i.type(0), ptx::Type::f32, ptx::Type::u32, ptx::Type::s32)) return false;
  if (!is_one_of(i.type(1), ptx::Type::f32, ptx::Type::s32) || i.has("base")) return false;
  const ptx::Operand& data = operands[0];
  if (data.kind != OperandKind::vector || data.brackets() != ptx::Brackets::braces) return false;
  for (const ptx::Operand& e : decoder.function().elements_of(data)) {
    const auto row = decoder.row_of(e, i.type(0), 4);
    if (!row) return false;
    op.rows.push_back(*row);
  }
  if (op.rows.size() != 4) return false;
  TextureControl control;
  control.integer_coordinates = i.type(1) == ptx::Type::s32;
  const Shape* const shape = set_place(decoder, op, i, operands[1], i.type(1));
  if (!shape) return false;
  control.shape = shape->shape;
  if (gathers) {
    const auto channel = gathered_channel(i);
    if (!channel || control.shape != TextureShape::d2 || control.integer_coordinates) return false;
    control.gathered = *channel;
  }
  op.control = control.packed();
  op.kind = AccessKind::load;
  op.access_bytes = 4;  // of one channel; each access is reported with the bytes of its texels
  op.fn = gathers ? select_gather(decoder.width()) : select_texture(decoder.width());
  decoder.add_site(op);
  return true;
}

bool decode_surface(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  const bool is_store = i.opcode == Opcode::sust;
  if (operands.size() != 2 || !i.has("b") || i.type_count != 1) return false;
  const ptx::Type type = i.type(0);
  if (!is_one_of(type, ptx::Type::b8, ptx::Type::b16, ptx::Type::b32, ptx::Type::b64)) return false;
  op.element_bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  const ptx::Operand& data = operands[is_store ? 1 : 0];
  if (!set_data(decoder, op, data, type) || op.elements != i.vector) return false;
  if (op.register_bytes < op.element_bytes || op.register_bytes > 8) return false;
  op.access_bytes = static_cast<std::uint16_t>(op.elements * op.element_bytes);
  for (const std::uint32_t row : op.rows)
    if (is_store && row == LaneInst::absent_row) return false;
  const Shape* const shape = set_place(decoder, op, i, operands[is_store ? 0 : 1], ptx::Type::s32);
  if (!shape || shape->shape >= TextureShape::cube) return false;
  TextureControl control;
  control.shape = shape->shape;
  control.outside = i.has("zero")    ? TextureControl::Outside::zero
                    : i.has("clamp") ? TextureControl::Outside::clamp
                                     : TextureControl::Outside::trap;
  op.control = control.packed();
  op.kind = is_store ? AccessKind::store : AccessKind::load;
  op.fn = select_surface(is_store, decoder.width());
  decoder.add_site(op);
  return true;
}

}  // namespace forewarp::emu
