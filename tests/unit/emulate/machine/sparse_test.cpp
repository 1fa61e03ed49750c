// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Sparse products by mma.sp against dense products of the matrices written out.
#include <algorithm>
#include <random>

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

/// A product of 16 x depth and depth x 8 whose elements are small whole numbers, exact in every format.
struct Form {
  std::string name;       ///< of shape and types
  unsigned depth, bytes;  ///< of A's and B's elements
  unsigned selectors;     ///< that there are
  bool is_integer;
};

std::ostream& operator<<(std::ostream& out, const Form& f) { return out << f.name; }

/// The bits of a small whole number.
std::uint32_t encoded(const Form& f, int value) {
  if (f.bytes == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (f.is_integer) return static_cast<std::uint32_t>(value) & 0xff;
  const bool is_brain = f.name.find("bf16") != std::string::npos;
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (is_brain) return bits >> 16;
  // 0, 1, 2 and 3 and their negatives as f16: 0, 0x3c00, 0x4000, 0x4200.
  constexpr std::uint32_t halves[] = {0, 0x3c00, 0x4000, 0x4200};
  if (f.bytes == 2) return halves[std::abs(value)] | (value < 0 ? 0x8000U : 0U);
  constexpr std::uint32_t quarters[] = {0, 0x38, 0x40, 0x44};  // e4m3
  return quarters[std::abs(value)] | (value < 0 ? 0x80U : 0U);
}

class Product {
 public:
  Product(const Form& form, unsigned selector, unsigned seed) : form_(form), selector_(selector), random_(seed) {
    for (auto& row : b_)
      for (int& v : row) v = small();
    for (unsigned r = 0; r < 16; ++r) fill_row(r);
  }

  /// The registers of A (4), B (4) and the metadata, a word of each for each of 32 lanes.
  [[nodiscard]] std::vector<std::uint32_t> registers() const {
    std::vector<std::uint32_t> words(9 * 32);
    const unsigned in_word = 4 / form_.bytes, given = form_.depth / 2;
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned r = 0; r < given / in_word / 2; ++r)
        for (unsigned i = 0; i < in_word; ++i) {
          const unsigned k = (4 * (r / 2) + lane % 4) * in_word + i;
          words[r * 32 + lane] |= encoded(form_, given_[lane / 4 + 8 * (r % 2)][k]) << (8 * form_.bytes * i % 32);
        }
      for (unsigned r = 0; r < form_.depth / in_word / 4; ++r)
        for (unsigned i = 0; i < in_word; ++i)
          words[(4 + r) * 32 + lane] |= encoded(form_, b_[(4 * r + lane % 4) * in_word + i][lane / 4])
                                        << (8 * form_.bytes * i % 32);
      words[8 * 32 + lane] = metadata(lane);
    }
    return words;
  }

  /// Of the dense product, row by row.
  [[nodiscard]] int at(unsigned row, unsigned column) const {
    int sum = 0;
    for (unsigned k = 0; k < form_.depth; ++k) sum += a_[row][k] * b_[k][column];
    return sum;
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  int small() { return static_cast<int>(below(7)) - 3; }

  /// Two of four elements, of 4-byte elements one of two, at random; their metadata.
  void fill_row(unsigned r) {
    const bool one_of_two = form_.bytes == 4;
    const unsigned in_chunk = one_of_two ? 2 : 4;
    for (unsigned c = 0; c < form_.depth / in_chunk; ++c) {
      if (one_of_two) {
        const unsigned at = below(2);
        a_[r][2 * c + at] = given_[r][c] = small();
        places_[r].push_back(at == 0 ? 0b0100 : 0b1110);  // PTX ISA: the valid values for tf32
        continue;
      }
      const unsigned low = below(3), high = low + 1 + below(3 - low);
      a_[r][4 * c + low] = given_[r][2 * c] = small();
      a_[r][4 * c + high] = given_[r][2 * c + 1] = small();
      places_[r].push_back(low | high << 2);
    }
  }

  /// As the figures of the PTX ISA have it, shape by shape; lanes that the selector leaves out have other bits.
  [[nodiscard]] std::uint32_t metadata(unsigned lane) const {
    const unsigned g = lane / 4, t = lane % 4;
    const auto chunks = [&](unsigned row, unsigned first, unsigned count) {
      std::uint32_t word = 0;
      for (unsigned c = 0; c < count; ++c) word |= places_[row][first + c] << (4 * c);
      return word;
    };
    if (form_.bytes == 1 && form_.depth == 64) return chunks(g + 8 * (t % 2), 8 * (t / 2), 8);
    if (form_.bytes == 1) return t / 2 == selector_ ? chunks(g + 8 * (t % 2), 0, 8) : 0xeeeeeeee;
    if (places_[0].size() == 8)
      return t / 2 == selector_ ? chunks(g, 4 * (t % 2), 4) | chunks(g + 8, 4 * (t % 2), 4) << 16 : 0xeeeeeeee;
    return t == selector_ ? chunks(g, 0, 4) | chunks(g + 8, 0, 4) << 16 : 0xeeeeeeee;
  }

  const Form& form_;
  unsigned selector_;
  std::mt19937 random_;
  int a_[16][64] = {}, given_[16][32] = {}, b_[64][8] = {};
  std::vector<unsigned> places_[16];
};

std::string registers_text(char letter, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned r = 0; r < count; ++r)
    text += (r > 0 ? ", %" : "%") + std::string(1, letter) + std::to_string(first + r);
  return text + "}";
}

class SparseMma : public ::testing::TestWithParam<Form> {};

TEST_P(SparseMma, IsTheDenseProductOfTheMatrixWrittenOut) {
  const Form& form = GetParam();
  const unsigned in_word = 4 / form.bytes;
  for (unsigned selector = 0; selector < form.selectors; ++selector) {
    const Product product(form, selector, 17 + selector);
    std::string text = "mul.wide.u32 %rd1, %t, 4; add.u64 %rd1, %rd1, %out;";
    for (unsigned r = 0; r < 9; ++r)
      text += "ld.global.b32 %r" + std::to_string(r) + ", [%rd1+" + std::to_string(128 * r) + "];";
    const char d = form.is_integer ? 'r' : 'f';
    for (unsigned r = 12; r < 16; ++r)
      text += "mov.b32 %" + std::string(1, d) + std::to_string(r) + (form.is_integer ? ", 5;" : ", 0f40A00000;");
    text += "mma.sp" + std::string(selector % 2 == 0 ? "::ordered_metadata" : "") + ".sync.aligned." + form.name + " " +
            registers_text(d, 12, 4) + ", " + registers_text('r', 0, form.depth / 2 / in_word / 2) + ", " +
            registers_text('r', 4, form.depth / in_word / 4) + ", " + registers_text(d, 12, 4) + ", %r8, " +
            std::to_string(selector) + ";";
    for (unsigned r = 0; r < 4; ++r)
      text +=
          "st.global.b32 [%rd1+" + std::to_string(128 * r) + "], %" + std::string(1, d) + std::to_string(12 + r) + ";";
    Kernel k(body(text));
    const std::uint64_t out = k.buffer(product.registers());

    k.block({32, 1, 1}).run();

    const auto sums = k.read<std::uint32_t>(out, 128);
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned lane = 0; lane < 32; ++lane) {
        const int expected = 5 + product.at(lane / 4 + 8 * (r / 2), 2 * (lane % 4) + r % 2);
        const std::uint32_t bits = sums[r * 32 + lane];
        EXPECT_EQ(form.is_integer ? static_cast<int>(bits) : static_cast<int>(std::bit_cast<float>(bits)), expected)
            << "selector " << selector << ", register " << r << ", lane " << lane;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, SparseMma,
                         ::testing::Values(Form{"m16n8k16.row.col.f32.f16.f16.f32", 16, 2, 4, false},
                                           Form{"m16n8k32.row.col.f32.f16.f16.f32", 32, 2, 2, false},
                                           Form{"m16n8k16.row.col.f32.bf16.bf16.f32", 16, 2, 4, false},
                                           Form{"m16n8k32.row.col.f32.bf16.bf16.f32", 32, 2, 2, false},
                                           Form{"m16n8k8.row.col.f32.tf32.tf32.f32", 8, 4, 4, false},
                                           Form{"m16n8k16.row.col.f32.tf32.tf32.f32", 16, 4, 2, false},
                                           Form{"m16n8k64.row.col.f32.e4m3.e4m3.f32", 64, 1, 1, false},
                                           Form{"m16n8k32.row.col.s32.s8.s8.s32", 32, 1, 2, true},
                                           Form{"m16n8k64.row.col.s32.s8.s8.s32", 64, 1, 1, true}),
                         [](const auto& p) {
                           std::string name = p.param.name;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace forewarp::emu::test
