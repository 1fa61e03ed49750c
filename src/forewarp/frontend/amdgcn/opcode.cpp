// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/opcode.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

#include "forewarp/support/text.hpp"

namespace forewarp::amdgcn {
namespace {

using machine::Effect;
using machine::OpcodeInfo;
using machine::Pipe;
using machine::Space;

struct Row {
  std::string_view begins, contains;
  OpcodeInfo info;
};

constexpr OpcodeInfo of(std::string_view name, Pipe pipe, Effect effect = Effect::none, Space space = Space::none) {
  return {0, 0, 0, name, pipe, effect, space};
}

// The first row that fits counts. A scalar instruction is executed once a wave beside its lanes (uniform).
constexpr Row rows[] = {
    {"s_endpgm", "", of("end", Pipe::control, Effect::leave)},
    {"s_branch", "", of("branch", Pipe::control, Effect::branch)},
    {"s_cbranch", "", of("branch", Pipe::control, Effect::branch)},
    {"s_setpc", "", of("return", Pipe::control, Effect::branch_table)},
    {"s_swappc", "", of("call", Pipe::control, Effect::call)},
    {"s_call", "", of("call", Pipe::control, Effect::call)},
    {"s_barrier", "", of("barrier", Pipe::barrier, Effect::barrier)},
    {"s_wait", "", of("wait", Pipe::other)},
    {"s_nop", "", of("wait", Pipe::other)},
    {"s_delay", "", of("wait", Pipe::other)},
    {"s_sleep", "", of("wait", Pipe::other)},
    {"s_clause", "", of("wait", Pipe::other)},
    {"s_", "", of("scalar", Pipe::uniform)},
    {"v_mfma", "", of("matrix", Pipe::tensor)},
    {"v_smfma", "", of("matrix", Pipe::tensor)},
    {"v_wmma", "", of("matrix", Pipe::tensor)},
    {"v_swmma", "", of("matrix", Pipe::tensor)},
    {"v_nop", "", of("wait", Pipe::other)},
    {"v_cmp", "_f64", of("compare", Pipe::fp64)},
    {"v_cmp", "", of("compare", Pipe::int_add)},
    {"v_cvt", "", of("convert", Pipe::convert)},
    {"v_exp", "", of("transcendental", Pipe::special)},
    {"v_log", "", of("transcendental", Pipe::special)},
    {"v_rcp", "", of("transcendental", Pipe::special)},
    {"v_rsq", "", of("transcendental", Pipe::special)},
    {"v_sqrt", "", of("transcendental", Pipe::special)},
    {"v_sin", "", of("transcendental", Pipe::special)},
    {"v_cos", "", of("transcendental", Pipe::special)},
    {"v_", "_f64", of("double", Pipe::fp64)},
    {"v_mul_lo", "32", of("multiply", Pipe::int_mul)},
    {"v_mul_hi_u32", "", of("multiply", Pipe::int_mul)},
    {"v_mul_hi_i32", "", of("multiply", Pipe::int_mul)},
    {"v_mad_u64", "", of("multiply", Pipe::int_mul)},
    {"v_mad_i64", "", of("multiply", Pipe::int_mul)},
    {"v_mad_co_u64", "", of("multiply", Pipe::int_mul)},
    {"v_lshl", "", of("shift", Pipe::shift)},
    {"v_lshr", "", of("shift", Pipe::shift)},
    {"v_ashr", "", of("shift", Pipe::shift)},
    {"v_bf", "", of("shift", Pipe::shift)},
    {"v_align", "", of("shift", Pipe::shift)},
    {"v_pk_mov", "", of("integer", Pipe::int_add)},
    {"v_pk_", "_f32", of("pair of floats", Pipe::fp32)},
    {"v_pk_", "", of("half", Pipe::fp16)},
    {"v_", "_f16", of("half", Pipe::fp16)},
    {"v_", "_f32", of("float", Pipe::fp32)},
    {"v_", "", of("integer", Pipe::int_add)},
    {"ds_bpermute", "", of("permute", Pipe::shuffle, Effect::exchange)},
    {"ds_permute", "", of("permute", Pipe::shuffle, Effect::exchange)},
    {"ds_swizzle", "", of("permute", Pipe::shuffle, Effect::exchange)},
    {"ds_bvh", "", of("other", Pipe::other)},
    {"ds_read", "", of("local load", Pipe::memory, Effect::load, Space::shared)},
    {"ds_load", "", of("local load", Pipe::memory, Effect::load, Space::shared)},
    {"ds_write", "", of("local store", Pipe::memory, Effect::store, Space::shared)},
    {"ds_store", "", of("local store", Pipe::memory, Effect::store, Space::shared)},
    {"ds_", "", of("local atomic", Pipe::memory, Effect::atomic, Space::shared)},
    {"global_load_lds", "", of("copy", Pipe::memory, Effect::copy, Space::global)},
    {"global_load", "", of("load", Pipe::memory, Effect::load, Space::global)},
    {"global_store", "", of("store", Pipe::memory, Effect::store, Space::global)},
    {"global_atomic", "", of("atomic", Pipe::memory, Effect::atomic, Space::global)},
    {"flat_load", "", of("load", Pipe::memory, Effect::load, Space::generic)},
    {"flat_store", "", of("store", Pipe::memory, Effect::store, Space::generic)},
    {"flat_atomic", "", of("atomic", Pipe::memory, Effect::atomic, Space::generic)},
    // Compute code addresses buffers for the threads' own memory alone.
    {"buffer_load", "", of("scratch load", Pipe::memory, Effect::load, Space::local)},
    {"buffer_store", "", of("scratch store", Pipe::memory, Effect::store, Space::local)},
    {"scratch_load", "", of("scratch load", Pipe::memory, Effect::load, Space::local)},
    {"scratch_store", "", of("scratch store", Pipe::memory, Effect::store, Space::local)},
    {"buffer_", "", of("fence", Pipe::other)},
    {"global_", "", of("fence", Pipe::other)},
};

/// Bytes by the end of a memory mnemonic: "dwordx3", "b96", "ubyte", "u8", "short_d16", "i16".
constexpr std::uint8_t bytes_of(std::string_view mnemonic) {
  constexpr std::pair<std::string_view, std::uint8_t> widths[] = {
      {"dwordx4", 16}, {"dwordx3", 12}, {"dwordx2", 8}, {"dword", 4}, {"b128", 16}, {"b96", 12},
      {"b64", 8},      {"b32", 4},      {"byte", 1},    {"short", 2}, {"u16", 2},   {"i16", 2},
      {"b16", 2},      {"d16", 2},      {"u8", 1},      {"i8", 1},    {"b8", 1}};
  for (const auto& [name, bytes] : widths)
    if (mnemonic.find(name) != std::string_view::npos) return bytes;
  return 0;
}

bool has_two_addresses(std::string_view mnemonic) {
  return mnemonic.starts_with("ds_") &&
         (mnemonic.find("2_b") != std::string_view::npos || mnemonic.find("2st64") != std::string_view::npos ||
          mnemonic.find("2addr") != std::string_view::npos);
}

/// One of its operands is the result: PTX counts no sum or product for it.
bool chooses(std::string_view mnemonic) {
  return mnemonic.find("_min") != std::string_view::npos || mnemonic.find("_max") != std::string_view::npos ||
         mnemonic.find("_med3") != std::string_view::npos;
}

std::int16_t register_of(std::string_view operand) {
  constexpr std::int16_t vector_registers = 256;
  if (operand.size() < 2 || (operand.front() != 's' && operand.front() != 'v')) return -1;
  const std::string_view digits = operand.substr(operand[1] == '[' ? 2 : 1);
  std::int16_t number = -1;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc() || number < 0) return -1;
  return static_cast<std::int16_t>(number + (operand.front() == 'v' ? vector_registers : 0));
}

/// Its amount: 1 of "-1" and of "0xffffffff"; 0 of what is no whole number.
std::uint32_t constant_of(std::string_view operand) {
  const bool negative = operand.starts_with('-'), hexadecimal = operand.starts_with("0x");
  operand.remove_prefix(hexadecimal ? 2 : negative ? 1 : 0);
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(operand.data(), operand.data() + operand.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != operand.data() + operand.size()) return 0;
  return hexadecimal && value > 0x7fffffff ? 0 - value : value;
}

bool adds(std::string_view mnemonic) {
  constexpr std::string_view sums[] = {"s_add_i32",    "s_add_u32",    "s_addk_i32",     "s_sub_i32",
                                       "s_sub_u32",    "s_add_co_i32", "s_add_co_u32",   "v_add_u32",
                                       "v_add_nc_u32", "v_add_co_u32", "v_sub_u32",      "v_sub_nc_u32",
                                       "v_sub_co_u32", "v_subrev_u32", "v_subrev_nc_u32"};
  return std::ranges::any_of(sums, [&](std::string_view sum) { return mnemonic.starts_with(sum); });
}

}  // namespace

Opcode opcode_of(std::string_view mnemonic) {
  const bool dual = mnemonic.starts_with("v_dual_");
  const auto* row = std::ranges::find_if(rows, [&](const Row& r) {
    return mnemonic.starts_with(r.begins) && mnemonic.find(r.contains) != std::string_view::npos;
  });
  if (row == std::end(rows)) return {};
  Opcode opcode{&row->info, 0, 1, static_cast<std::uint8_t>(dual ? 2 : 1)};
  opcode.results = row->info.mnemonic == "pair of floats" ? std::uint8_t{2} : opcode.operations;
  if (!dual && (row->info.pipe == Pipe::fp32 || row->info.pipe == Pipe::fp64) && chooses(mnemonic)) opcode.results = 0;
  if (row->info.pipe != Pipe::memory) return opcode;
  opcode.parts = has_two_addresses(mnemonic) ? 2 : 1;
  opcode.bytes = static_cast<std::uint8_t>(opcode.parts * bytes_of(mnemonic));
  return opcode;
}

Counting counting_of(std::string_view instruction) {
  const std::size_t blank = instruction.find_first_of(" \t");
  const std::string_view mnemonic = instruction.substr(0, blank);
  Counting out;
  if (blank == std::string_view::npos) return out;
  if (mnemonic.starts_with("s_cbranch"))
    out.flag = mnemonic.starts_with("s_cbranch_scc") ? Counting::Flag::scalar : Counting::Flag::vector;
  const bool compares_scalars = mnemonic.starts_with("s_cmp"),
             compares = compares_scalars || mnemonic.starts_with("v_cmp");
  if (!compares && !adds(mnemonic)) return out;
  std::vector<std::string_view> operands;
  for (const std::string_view operand : split_at(instruction.substr(blank), ',')) operands.push_back(trimmed(operand));
  if (compares) {
    out.flag = compares_scalars ? Counting::Flag::scalar : Counting::Flag::vector;
    const std::size_t first = compares_scalars ? 0 : 1;  // vectors: the mask that it writes
    for (std::size_t k = 0; k < 2 && first + k < operands.size(); ++k)
      out.compared[k] = register_of(operands[first + k]);
    return out;
  }
  for (std::size_t k = 1; k < operands.size(); ++k) out.step = std::max(out.step, constant_of(operands[k]));
  const std::int16_t sum = register_of(operands.front());
  const bool goes_on = mnemonic.starts_with("s_addk") || std::ranges::count(operands, operands.front()) > 1;
  if (out.step > 0 && goes_on) out.sum = sum;
  return out;
}

}  // namespace forewarp::amdgcn
