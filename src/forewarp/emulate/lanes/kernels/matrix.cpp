// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// mma.sync: D = A B + C over the fragments of the 32 lanes of a group; all lanes are taken to be there.
///
/// Fragments (PTX ISA, "Matrix Fragments for mma"), with g = lane / 4, t = lane % 4: register r of A holds row
/// g + 8 (r % 2) and the r / 2-th word of four in k, word t of it; register r of B holds column g and words 4 r + t. A
/// word is as many consecutive k as fit a register: 1 for tf32 and f64, 2 for f16 and bf16, 4 for bytes. Register r of
/// C and D holds row g + 8 (r / 2) and column 2 t + r % 2; f16 accumulators share a register by columns. With eight
/// rows there is no second half.
///
/// mma.sp: A's registers are those of a product of half the depth, with the elements that are given; metadata and
/// selector, behind C, say where in a row they are (sparse_metadata.hpp).
///
/// Arithmetic: products are exact; f16, bf16, tf32 and 8-bit float products are summed in double in ascending k, C is
/// added last, and the sum is rounded once to the accumulator's type (hardware truncates in between, by shape and
/// generation). f64 is a chain of fused multiply-adds in ascending k that starts with C. Integers are exact, and wrap
/// or saturate at the end.
#include "forewarp/emulate/lanes/kernels/half.hpp"
#include "forewarp/emulate/lanes/kernels/narrow.hpp"
#include "forewarp/emulate/machine/sparse_metadata.hpp"

namespace forewarp::emu::lanes {
namespace {

constexpr unsigned columns = 8, max_rows = 16, max_k = 64;

// What a word of A or B holds.
template <class WordType, class ValueType, unsigned elements>
struct Packed {
  using Word = WordType;
  using Value = ValueType;
  static constexpr unsigned count = elements;
};
template <class Format>
struct HalvesOf : Packed<u32, double, 2> {
  static double at(u32 word, unsigned i) {
    return static_cast<double>(Format::to_single(static_cast<u16>(word >> (16 * i))));
  }
};
using Halves = HalvesOf<Binary16>;
using BrainHalves = HalvesOf<Bfloat16>;
struct Tensor : Packed<u32, double, 1> {
  static double at(u32 word, unsigned) { return static_cast<double>(bits_as<float>(word & 0xffffe000)); }
};
struct Doubles : Packed<u64, double, 1> {
  static double at(u64 word, unsigned) { return bits_as<double>(word); }
};
template <const Format& format>
struct Float8 : Packed<u32, double, 4> {
  static double at(u32 word, unsigned i) { return value_of(format, word >> (8 * i) & 0xff); }
};
template <bool is_signed>
struct Bytes : Packed<u32, s32, 4> {
  static s32 at(u32 word, unsigned i) {
    const auto byte = static_cast<u8>(word >> (8 * i));
    return is_signed ? s32{static_cast<s8>(byte)} : s32{byte};
  }
};

template <class Value>
struct Matrices {
  alignas(64) Value a[max_rows][max_k];
  alignas(64) Value b[max_k][columns];
  alignas(64) Value sum[max_rows][columns];
};

template <class A, unsigned rows, unsigned registers, class Value>
void load_a(std::byte* regs, const LaneInst& inst, unsigned first, unsigned group, Matrices<Value>& to) {
  constexpr unsigned halves = rows / 8;
  for (unsigned r = 0; r < registers; ++r) {
    const auto* words = row<typename A::Word>(regs, inst, first + r, group);
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const unsigned k = (4 * (r / halves) + lane % 4) * A::count;
      for (unsigned i = 0; i < A::count; ++i) to.a[lane / 4 + 8 * (r % halves)][k + i] = A::at(words[lane], i);
    }
  }
}
template <class B, unsigned registers, class Value>
void load_b(std::byte* regs, const LaneInst& inst, unsigned first, unsigned group, Matrices<Value>& to) {
  for (unsigned r = 0; r < registers; ++r) {
    const auto* words = row<typename B::Word>(regs, inst, first + r, group);
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const unsigned k = (4 * r + lane % 4) * B::count;
      for (unsigned i = 0; i < B::count; ++i) to.b[k + i][lane / 4] = B::at(words[lane], i);
    }
  }
}

/// Loops in the order i, k, j: the inner one runs along a row of B and vectorises, and each sum
/// still adds its products in ascending k.
template <unsigned rows, unsigned depth, class Value>
void multiply(Matrices<Value>& m) {
  for (auto& line : m.sum) {
    for (Value& value : line) value = 0;
  }
  for (unsigned i = 0; i < rows; ++i) {
    for (unsigned k = 0; k < depth; ++k) {
      for (unsigned j = 0; j < columns; ++j) m.sum[i][j] += m.a[i][k] * m.b[k][j];
    }
  }
}

// Accumulators: what register r of C makes with the sums of its row.
struct SingleSum {
  using Word = u32;
  static constexpr char letter = 's';
  static constexpr unsigned per_row = 2;
  static u32 add(Control, u32 c, const double* sums, unsigned column) {
    const auto value = static_cast<float>(add_to_odd(sums[column], static_cast<double>(bits_as<float>(c))));
    return bits_as<u32>(canonical(value));
  }
};
struct HalfSum {
  using Word = u32;
  static constexpr char letter = 'w';
  static constexpr unsigned per_row = 1;
  static u32 one(u32 c, double sum) {
    const double wide = static_cast<double>(Binary16::to_single(static_cast<u16>(c)));
    return Binary16::from_single(single_to_odd(add_to_odd(sum, wide)));
  }
  static u32 add(Control, u32 c, const double* sums, unsigned column) {
    return one(c, sums[column]) | one(c >> 16, sums[column + 1]) << 16;
  }
};
struct IntegerSum {
  using Word = u32;
  static constexpr char letter = 'w';
  static constexpr unsigned per_row = 2;
  static u32 add(Control control, u32 c, const s32* sums, unsigned column) {
    const s64 sum = s64{sums[column]} + static_cast<s32>(c);
    const s64 kept = sum > 0x7fffffff ? 0x7fffffff : sum < -s64{0x80000000} ? -s64{0x80000000} : sum;
    return static_cast<u32>((control & control_bits::satfinite) != 0 ? kept : sum);
  }
};

/// Registers of D and C, A, B for a shape.
template <class A, unsigned rows, unsigned depth>
constexpr unsigned a_registers = rows* depth / (group_size * A::count);
template <class B, unsigned depth>
constexpr unsigned b_registers = columns* depth / (group_size * B::count);

/// The rest of a product whose A and B are there.
template <class Sum, unsigned rows, unsigned depth, class Value>
void finish(std::byte* regs, const LaneInst& inst, unsigned of_c, unsigned group, u32 mask, Matrices<Value>& m) {
  multiply<rows, depth>(m);
  // D may be C, but register by register, lane by lane, each is read before it is written.
  for (unsigned r = 0; r < rows / 8 * Sum::per_row; ++r) {
    const u32* c = row<u32>(regs, inst, of_c + r, group);
    alignas(64) u32 computed[group_size];
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const unsigned column = lane % 4 * 2 + (Sum::per_row == 2 ? r % 2 : 0);
      computed[lane] = Sum::add(inst.control, c[lane], m.sum[lane / 4 + 8 * (r / Sum::per_row)], column);
    }
    blend_row(regs, inst, r, group, computed, mask);
  }
}

template <class A, class B, class Sum, unsigned rows, unsigned depth>
void mma(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned in_c = rows / 8 * Sum::per_row, in_a = a_registers<A, rows, depth>, in_b = b_registers<B, depth>;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    Matrices<typename A::Value> m;
    load_a<A, rows, in_a>(regs, inst, in_c, group, m);
    load_b<B, in_b>(regs, inst, in_c + in_a, group, m);
    finish<Sum, rows, depth>(regs, inst, in_c + in_a + in_b, group, mask, m);
  });
}

template <class A, class B, class Sum, unsigned depth>
void mma_sparse(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned rows = max_rows, in_c = rows / 8 * Sum::per_row, in_a = a_registers<A, rows, depth / 2>,
                     in_b = b_registers<B, depth>, chunks = depth / (A::count == 1 ? 2 : 4);
  for_groups(active, width, [&](unsigned group, u32 mask) {
    Matrices<typename A::Value> m;
    load_a<A, rows, in_a>(regs, inst, in_c, group, m);
    load_b<B, in_b>(regs, inst, in_c + in_a, group, m);
    const u32* metadata = row<u32>(regs, inst, in_c + in_a + in_b + in_c, group);
    const SparseMetadata places{A::count == 4, chunks, row<u32>(regs, inst, in_c + in_a + in_b + in_c + 1, group)[0]};
    for (unsigned i = 0; i < rows; ++i) {
      typename A::Value given[max_k];
      for (unsigned k = 0; k < depth / 2; ++k) given[k] = m.a[i][k];
      expand_sparse_row(given, m.a[i], chunks, A::count == 1, [&](unsigned chunk) {
        return places.bits([&](unsigned lane) { return metadata[lane]; }, i, chunk);
      });
    }
    finish<Sum, rows, depth>(regs, inst, in_c + in_a + in_b, group, mask, m);
  });
}

template <unsigned rows, unsigned depth>
void mma_double(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned in_c = rows / 4, in_a = rows * depth / group_size, in_b = columns * depth / group_size;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    Matrices<double> m;
    load_a<Doubles, rows, in_a>(regs, inst, in_c, group, m);
    load_b<Doubles, in_b>(regs, inst, in_c + in_a, group, m);
    for (unsigned r = 0; r < in_c; ++r) {
      const double* c = row<double>(regs, inst, in_c + in_a + in_b + r, group);
      alignas(64) u64 computed[group_size];
      for (unsigned lane = 0; lane < group_size; ++lane) {
        double sum = c[lane];
        for (unsigned k = 0; k < depth; ++k) {
          sum = fused(m.a[lane / 4 + 8 * (r / 2)][k], m.b[k][lane % 4 * 2 + r % 2], sum);
        }
        computed[lane] = bits_as<u64>(canonical(sum));
      }
      blend_row(regs, inst, r, group, computed, mask);
    }
  });
}

/// The letters of D, A, B and C.
template <unsigned c, unsigned a, unsigned b>
struct Letters {
  char text[2 * c + a + b + 1] = {};
  constexpr Letters(char of_c, char of_a) {
    unsigned at = 0;
    for (unsigned i = 0; i < c; ++i) text[at++] = of_c;
    for (unsigned i = 0; i < a + b; ++i) text[at++] = of_a;
    for (unsigned i = 0; i < c; ++i) text[at++] = of_c;
  }
};
template <class A, class B, class Sum, unsigned rows, unsigned depth>
constexpr Letters<rows / 8 * Sum::per_row, a_registers<A, rows, depth>, b_registers<B, depth>> letters_of{Sum::letter,
                                                                                                          'w'};
template <unsigned rows, unsigned depth>
constexpr Letters<rows / 4, rows * depth / group_size, columns * depth / group_size> double_letters{'d', 'd'};

template <class A, class B, class Sum, unsigned rows, unsigned depth>
constexpr LaneEntry mma_op(const char* key) {
  return {key, &mma<A, B, Sum, rows, depth>, letters_of<A, B, Sum, rows, depth>.text,
          static_cast<std::uint8_t>(rows / 8 * Sum::per_row)};
}
template <unsigned rows, unsigned depth>
constexpr LaneEntry mma_double_op(const char* key) {
  return {key, &mma_double<rows, depth>, double_letters<rows, depth>.text, static_cast<std::uint8_t>(rows / 4)};
}
/// Metadata and selector come behind C.
template <class A, class B, class Sum, unsigned depth>
struct SparseLetters {
  static constexpr unsigned dense = 2 * (2 * Sum::per_row) + a_registers<A, 16, depth / 2> + b_registers<B, depth>;
  char text[dense + 3] = {};
  constexpr SparseLetters() {
    constexpr Letters<2 * Sum::per_row, a_registers<A, 16, depth / 2>, b_registers<B, depth>> letters{Sum::letter, 'w'};
    for (unsigned i = 0; i < dense; ++i) text[i] = letters.text[i];
    text[dense] = text[dense + 1] = 'w';
  }
};
template <class A, class B, class Sum, unsigned depth>
constexpr SparseLetters<A, B, Sum, depth> sparse_letters_of{};
template <class A, class B, class Sum, unsigned depth>
constexpr LaneEntry mma_sparse_op(const char* key) {
  return {key, &mma_sparse<A, B, Sum, depth>, sparse_letters_of<A, B, Sum, depth>.text,
          static_cast<std::uint8_t>(2 * Sum::per_row)};
}
using E4m3 = Float8<e4m3>;
using E5m2 = Float8<e5m2>;
#define FOREWARP_LANES_MMA_BYTES(shape, rows, depth)                                                     \
  mma_op<Bytes<true>, Bytes<true>, IntegerSum, rows, depth>("mma." shape ".row.col.s32.s8.s8.s32"),      \
      mma_op<Bytes<true>, Bytes<false>, IntegerSum, rows, depth>("mma." shape ".row.col.s32.s8.u8.s32"), \
      mma_op<Bytes<false>, Bytes<true>, IntegerSum, rows, depth>("mma." shape ".row.col.s32.u8.s8.s32"), \
      mma_op<Bytes<false>, Bytes<false>, IntegerSum, rows, depth>("mma." shape ".row.col.s32.u8.u8.s32")

#define FOREWARP_LANES_SPARSE_BYTES(shape, depth)                                                            \
  mma_sparse_op<Bytes<true>, Bytes<true>, IntegerSum, depth>("mma.sp." shape ".row.col.s32.s8.s8.s32"),      \
      mma_sparse_op<Bytes<true>, Bytes<false>, IntegerSum, depth>("mma.sp." shape ".row.col.s32.s8.u8.s32"), \
      mma_sparse_op<Bytes<false>, Bytes<true>, IntegerSum, depth>("mma.sp." shape ".row.col.s32.u8.s8.s32"), \
      mma_sparse_op<Bytes<false>, Bytes<false>, IntegerSum, depth>("mma.sp." shape ".row.col.s32.u8.u8.s32")

constexpr LaneEntry entries[] = {
    mma_op<Halves, Halves, SingleSum, 16, 8>("mma.m16n8k8.row.col.f32.f16.f16.f32"),
    mma_op<Halves, Halves, SingleSum, 16, 16>("mma.m16n8k16.row.col.f32.f16.f16.f32"),
    mma_op<Halves, Halves, HalfSum, 16, 8>("mma.m16n8k8.row.col.f16.f16.f16.f16"),
    mma_op<Halves, Halves, HalfSum, 16, 16>("mma.m16n8k16.row.col.f16.f16.f16.f16"),
    mma_op<BrainHalves, BrainHalves, SingleSum, 16, 8>("mma.m16n8k8.row.col.f32.bf16.bf16.f32"),
    mma_op<BrainHalves, BrainHalves, SingleSum, 16, 16>("mma.m16n8k16.row.col.f32.bf16.bf16.f32"),
    mma_op<Tensor, Tensor, SingleSum, 16, 4>("mma.m16n8k4.row.col.f32.tf32.tf32.f32"),
    mma_op<Tensor, Tensor, SingleSum, 16, 8>("mma.m16n8k8.row.col.f32.tf32.tf32.f32"),
    mma_op<E4m3, E4m3, SingleSum, 16, 32>("mma.m16n8k32.row.col.f32.e4m3.e4m3.f32"),
    mma_op<E4m3, E5m2, SingleSum, 16, 32>("mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"),
    mma_op<E5m2, E4m3, SingleSum, 16, 32>("mma.m16n8k32.row.col.f32.e5m2.e4m3.f32"),
    mma_op<E5m2, E5m2, SingleSum, 16, 32>("mma.m16n8k32.row.col.f32.e5m2.e5m2.f32"),
    FOREWARP_LANES_MMA_BYTES("m8n8k16", 8, 16),
    FOREWARP_LANES_MMA_BYTES("m16n8k16", 16, 16),
    FOREWARP_LANES_MMA_BYTES("m16n8k32", 16, 32),
    mma_sparse_op<Halves, Halves, SingleSum, 16>("mma.sp.m16n8k16.row.col.f32.f16.f16.f32"),
    mma_sparse_op<Halves, Halves, SingleSum, 32>("mma.sp.m16n8k32.row.col.f32.f16.f16.f32"),
    mma_sparse_op<Halves, Halves, HalfSum, 16>("mma.sp.m16n8k16.row.col.f16.f16.f16.f16"),
    mma_sparse_op<Halves, Halves, HalfSum, 32>("mma.sp.m16n8k32.row.col.f16.f16.f16.f16"),
    mma_sparse_op<BrainHalves, BrainHalves, SingleSum, 16>("mma.sp.m16n8k16.row.col.f32.bf16.bf16.f32"),
    mma_sparse_op<BrainHalves, BrainHalves, SingleSum, 32>("mma.sp.m16n8k32.row.col.f32.bf16.bf16.f32"),
    mma_sparse_op<Tensor, Tensor, SingleSum, 8>("mma.sp.m16n8k8.row.col.f32.tf32.tf32.f32"),
    mma_sparse_op<Tensor, Tensor, SingleSum, 16>("mma.sp.m16n8k16.row.col.f32.tf32.tf32.f32"),
    mma_sparse_op<E4m3, E4m3, SingleSum, 64>("mma.sp.m16n8k64.row.col.f32.e4m3.e4m3.f32"),
    mma_sparse_op<E4m3, E5m2, SingleSum, 64>("mma.sp.m16n8k64.row.col.f32.e4m3.e5m2.f32"),
    mma_sparse_op<E5m2, E4m3, SingleSum, 64>("mma.sp.m16n8k64.row.col.f32.e5m2.e4m3.f32"),
    mma_sparse_op<E5m2, E5m2, SingleSum, 64>("mma.sp.m16n8k64.row.col.f32.e5m2.e5m2.f32"),
    FOREWARP_LANES_SPARSE_BYTES("m16n8k32", 32),
    FOREWARP_LANES_SPARSE_BYTES("m16n8k64", 64),
    mma_double_op<8, 4>("mma.m8n8k4.row.col.f64.f64.f64.f64"),
    mma_double_op<16, 4>("mma.m16n8k4.row.col.f64.f64.f64.f64"),
    mma_double_op<16, 8>("mma.m16n8k8.row.col.f64.f64.f64.f64"),
    mma_double_op<16, 16>("mma.m16n8k16.row.col.f64.f64.f64.f64"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::matrix_table() { return entries; }

}  // namespace forewarp::emu::lanes
