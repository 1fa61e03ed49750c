// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// wmma: one matrix product of every type, shape, layout and state space, against sums in the open, and the memory
// requests of each load and store against those of the machine code that ptxas makes.
#include <fmt/format.h>

#include <random>

#include "forewarp/frontend/ptx/wmma.hpp"
#include "forewarp/support/half.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using ptx::Type;
using ptx::WmmaMatrix;
using ptx::WmmaTransfer;

struct Case {
  std::string shape;
  std::string element, c, d;
  bool a_by_columns = false, b_by_columns = false, sums_by_columns = false;
  std::string space{};     ///< "shared", "global", "" for generic, "to_shared" for a generic address of shared memory
  unsigned padding = 0;    ///< elements after each line
  bool has_stride = true;  ///< else the operand is left out
  unsigned warp = 32;      ///< lanes
};

/// Requests of one access site: how many, and what each was.
struct Seen {
  unsigned count = 0, bytes = 0, lanes = 0;
  ptx::StateSpace space = ptx::StateSpace::none;
};

class Requests : public Observer {
 public:
  std::vector<Seen> sites;
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Requests>(); }
  void merge(Observer& later) override { sites = static_cast<Requests&>(later).sites; }
  void access(WarpId, const Access& access) override {
    sites.resize(std::max<std::size_t>(sites.size(), access.site + 1));
    Seen& seen = sites[access.site];
    ++seen.count;
    seen.bytes = access.bytes;
    seen.lanes = static_cast<unsigned>(std::popcount(access.active));
    seen.space = access.space;
  }
};

unsigned size_of(const std::string& type) { return ptx::size_of(*ptx::type_from(type)); }

/// A small number, whose products are exact in every type.
int draw(const std::string& type, std::mt19937& random) {
  return type == "u8" ? static_cast<int>(random() % 200) : static_cast<int>(random() % 17) - 8;
}

void put(const std::string& type, int value, std::uint8_t* at) {
  const auto copy = [&](const auto& bits) { std::memcpy(at, &bits, sizeof bits); };
  const auto real = static_cast<float>(value);
  if (type == "f16") return copy(float_to_f16(real));
  if (type == "bf16") return copy(float_to_bf16(real));
  if (type == "f32" || type == "tf32") return copy(real);
  if (type == "f64") return copy(static_cast<double>(value));
  if (type == "s32") return copy(value);
  copy(static_cast<std::uint8_t>(value));
}

double get(const std::string& type, const std::uint8_t* at) {
  const auto as = [&](auto bits) {
    std::memcpy(&bits, at, sizeof bits);
    return bits;
  };
  if (type == "f16") return static_cast<double>(f16_to_float(as(std::uint16_t{})));
  if (type == "f32") return static_cast<double>(as(float{}));
  return type == "f64" ? as(double{}) : static_cast<double>(as(std::int32_t{}));
}

struct Matrix {
  std::string type;
  unsigned rows, columns, stride;
  bool by_columns;
  std::vector<int> values;
  std::vector<std::uint8_t> bytes;

  Matrix(std::string t, unsigned r, unsigned c, bool in_columns, unsigned padding, std::mt19937& random)
      : type(std::move(t)), rows(r), columns(c), stride((in_columns ? r : c) + padding), by_columns(in_columns) {
    bytes.resize(std::size_t{stride} * (by_columns ? columns : rows) * size_of(type), 0xee);
    for (unsigned i = 0; i < rows * columns; ++i) {
      values.push_back(draw(type, random));
      put(type, values.back(), &bytes[at(i / columns, i % columns)]);
    }
  }
  [[nodiscard]] std::size_t at(unsigned row, unsigned column) const {
    return std::size_t{by_columns ? column * stride + row : row * stride + column} * size_of(type);
  }
};

/// "{%a0, %a1}".
std::string fragment(char name, unsigned registers) {
  std::string text = "{";
  for (unsigned r = 0; r < registers; ++r) text += fmt::format("{}%{}{}", r == 0 ? "" : ", ", name, r);
  return text + "}";
}

std::string register_type(const std::string& type) { return type == "f64" ? "f64" : type == "f32" ? "f32" : "b32"; }

/// Copies bytes of the buffer at a parameter to or from shared memory, one byte a lane at a time.
std::string copy(const std::string& label, const std::string& parameter, unsigned shared, std::size_t bytes, bool in) {
  return fmt::format(R"(
  mov.u32 %i, %tid.x;
{0}:
  setp.ge.u32 %p, %i, {3};
  @%p bra {0}_end;
  cvt.u64.u32 %at, %i;
  add.s64 %at, %at, %p{1};
  add.u32 %to, %i, {2};
  add.u32 %to, %to, %tile;
  {4}
  add.u32 %i, %i, 32;
  bra {0};
{0}_end:
)",
                     label, parameter, shared, bytes,
                     in ? "ld.global.u8 %byte, [%at]; st.shared.u8 [%to], %byte;"
                        : "ld.shared.u8 %byte, [%to]; st.global.u8 [%at], %byte;");
}

constexpr unsigned tile_bytes = 4096;

class Product {
 public:
  explicit Product(const Case& c) : c_(c) {
    std::sscanf(c.shape.c_str(), "m%un%uk%u", &m_, &n_, &k_);
    std::mt19937 random(5);
    a_ = std::make_unique<Matrix>(c.element, m_, k_, c.a_by_columns, c.padding, random);
    b_ = std::make_unique<Matrix>(c.element, k_, n_, c.b_by_columns, c.padding, random);
    sums_ = std::make_unique<Matrix>(c.c, m_, n_, c.sums_by_columns, c.padding, random);
    out_ = std::make_unique<Matrix>(c.d, m_, n_, c.sums_by_columns, c.padding, random);
  }

  void check() {
    MachineOptions options;
    options.warp_size = c_.warp;
    Kernel kernel(text(), options);
    kernel.block({c_.warp, 1, 1});
    kernel.buffer(a_->bytes, "a");
    kernel.buffer(b_->bytes, "b");
    kernel.buffer(sums_->bytes, "c");
    const std::uint64_t out = kernel.buffer(std::vector<std::uint8_t>(out_->bytes.size(), 0x55), "d");
    Requests requests;

    kernel.run(&requests);

    check_sums(kernel.read<std::uint8_t>(out, out_->bytes.size()));
    if (c_.warp == 32) check_requests(requests);
  }

 private:
  std::string layout(bool by_columns) const { return by_columns ? "col" : "row"; }
  bool in_shared() const { return c_.space == "shared" || c_.space == "to_shared"; }
  std::string space() const { return c_.space.empty() || c_.space == "to_shared" ? "" : "." + c_.space; }

  std::string load(const std::string& matrix, const Matrix& from, const std::string& type) {
    mnemonics_.push_back(
        fmt::format("wmma.load.{}.sync.aligned.{}.{}{}.{}", matrix, layout(from.by_columns), c_.shape, space(), type));
    const unsigned registers = ptx::wmma_transfer(mnemonics_.back())->registers();
    return fmt::format("  {} {}, [%p{}]{};\n", mnemonics_.back(), fragment(matrix[0], registers), matrix, stride(from));
  }
  std::string stride(const Matrix& m) const { return c_.has_stride ? fmt::format(", {}", m.stride) : std::string(); }

  std::string product() {
    const bool half = c_.element == "f16";
    const std::string types =
        half ? fmt::format("{}.{}", c_.d, c_.c) : fmt::format("{}.{}.{}.{}", c_.d, c_.element, c_.element, c_.c);
    const auto registers = [&](std::size_t i) { return ptx::wmma_transfer(mnemonics_[i])->registers(); };
    mnemonics_.push_back(
        fmt::format("wmma.store.d.sync.aligned.{}.{}{}.{}", layout(c_.sums_by_columns), c_.shape, space(), c_.d));
    return fmt::format("  wmma.mma.sync.aligned.{}.{}.{}.{} {}, {}, {}, {};\n  {} [%pd], {}{};\n",
                       layout(c_.a_by_columns), layout(c_.b_by_columns), c_.shape, types, fragment('d', registers(3)),
                       fragment('a', registers(0)), fragment('b', registers(1)), fragment('c', registers(2)),
                       mnemonics_[3], fragment('d', registers(3)), stride(*out_));
  }

  std::string text() {
    std::string t = fmt::format(R"(
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {{
  .shared .align 128 .b8 tiles[{}];
  .reg .b64 %pa, %pb, %pc, %pd, %at, %wide; .reg .b32 %i, %to, %tile; .reg .b16 %byte; .reg .pred %p;
  .reg .{} %a<8>; .reg .{} %b<8>; .reg .{} %c<8>; .reg .{} %d<8>;
  ld.param.u64 %pa, [a]; ld.param.u64 %pb, [b]; ld.param.u64 %pc, [c]; ld.param.u64 %pd, [d];
  mov.u32 %tile, tiles;
)",
                                4 * tile_bytes, register_type(c_.element), register_type(c_.element),
                                register_type(c_.c), register_type(c_.d));
    if (in_shared())
      t += copy("A", "a", 0, a_->bytes.size(), true) + copy("B", "b", tile_bytes, b_->bytes.size(), true) +
           copy("C", "c", 2 * tile_bytes, sums_->bytes.size(), true) +
           copy("D", "d", 3 * tile_bytes, out_->bytes.size(), true);
    if (in_shared()) t += "  bar.sync 0;\n  mov.u64 %at, %pd;\n  mov.u64 %wide, tiles;\n";
    if (c_.space == "to_shared") t += "  cvta.shared.u64 %wide, %wide;\n";
    const std::string tiles[] = {"a", "b", "c", "d"};
    if (in_shared())
      for (unsigned i = 0; i < 4; ++i) t += fmt::format("  add.s64 %p{}, %wide, {};\n", tiles[i], i * tile_bytes);
    t += load("a", *a_, c_.element);
    t += load("b", *b_, c_.element);
    t += load("c", *sums_, c_.c);
    t += product();
    if (in_shared())
      t += "  bar.sync 0;\n  ld.param.u64 %pd, [d];\n" + copy("E", "d", 3 * tile_bytes, out_->bytes.size(), false);
    return t + "  ret;\n}\n";
  }

  void check_sums(const std::vector<std::uint8_t>& got) {
    for (unsigned row = 0; row < m_; ++row)
      for (unsigned column = 0; column < n_; ++column) {
        double expected = sums_->values[row * n_ + column];
        for (unsigned k = 0; k < k_; ++k) expected += a_->values[row * k_ + k] * b_->values[k * n_ + column];
        ASSERT_EQ(get(c_.d, &got[out_->at(row, column)]), expected) << "row " << row << " column " << column;
      }
    // What lies between the lines is not touched.
    for (unsigned line = 0; line < (c_.sums_by_columns ? n_ : m_); ++line)
      for (unsigned at = (c_.sums_by_columns ? m_ : n_) * size_of(c_.d); at < out_->stride * size_of(c_.d); ++at)
        ASSERT_EQ(got[line * out_->stride * size_of(c_.d) + at], 0x55);
  }

  void check_requests(const Requests& seen) {
    std::vector<Seen> wmma;
    for (const Seen& s : seen.sites)
      if (s.count > 0 && (s.bytes > 1 || s.space == wanted_space())) wmma.push_back(s);
    // Copies between global and shared memory are there, too, one byte a lane.
    for (const std::string& mnemonic : mnemonics_) {
      const ptx::WmmaRequests wanted = ptx::wmma_requests(*ptx::wmma_transfer(mnemonic));
      const unsigned lanes = wanted.access == ptx::WmmaAccess::matrices ? 8 * wanted.pieces : 32;
      EXPECT_TRUE(std::any_of(wmma.begin(), wmma.end(), [&](const Seen& s) {
        return s.count == wanted.count && s.bytes == wanted.bytes && s.lanes == lanes && s.space == wanted_space();
      })) << mnemonic;
    }
  }
  ptx::StateSpace wanted_space() const { return in_shared() ? ptx::StateSpace::shared : ptx::StateSpace::global; }

  const Case& c_;
  unsigned m_ = 0, n_ = 0, k_ = 0;
  std::unique_ptr<Matrix> a_, b_, sums_, out_;
  std::vector<std::string> mnemonics_;  ///< loads of a, b, c, store of d
};

struct Types {
  std::string element, c, d;
  std::vector<std::string> shapes;
};
const std::vector<std::string> of_16 = {"m16n16k16", "m32n8k16", "m8n32k16"};
const std::vector<Types> all_types = {
    {"f16", "f32", "f32", of_16}, {"f16", "f16", "f16", of_16},         {"f16", "f16", "f32", of_16},
    {"f16", "f32", "f16", of_16}, {"bf16", "f32", "f32", of_16},        {"s8", "s32", "s32", of_16},
    {"u8", "s32", "s32", of_16},  {"tf32", "f32", "f32", {"m16n16k8"}}, {"f64", "f64", "f64", {"m8n8k4"}},
};

void for_each_type_and_shape(auto&& use) {
  for (const Types& t : all_types)
    for (const std::string& shape : t.shapes) use(Case{.shape = shape, .element = t.element, .c = t.c, .d = t.d});
}

TEST(Wmma, ProductsOfEveryTypeShapeAndLayoutAreThoseOfTheirMatrices) {
  for_each_type_and_shape([](Case c) {
    for (unsigned layouts = 0; layouts < 8; ++layouts)
      for (const char* space : {"shared", "global", "", "to_shared"}) {
        c.a_by_columns = (layouts & 1) != 0;
        c.b_by_columns = (layouts & 2) != 0;
        c.sums_by_columns = (layouts & 4) != 0;
        c.space = space;
        SCOPED_TRACE(fmt::format("{} {} {} {} layouts {} space '{}'", c.shape, c.element, c.c, c.d, layouts, c.space));
        Product(c).check();
        if (::testing::Test::HasFatalFailure()) return;
      }
  });
}

TEST(Wmma, AStrideLeavesWhatLiesBetweenTheLinesAlone) {
  for_each_type_and_shape([](Case c) {
    for (const bool by_columns : {false, true}) {
      c.a_by_columns = c.sums_by_columns = by_columns;
      c.b_by_columns = !by_columns;
      c.space = "shared";
      c.padding = 16;
      SCOPED_TRACE(fmt::format("{} {} {} {} {}", c.shape, c.element, c.c, c.d, by_columns));
      Product(c).check();
    }
  });
}

TEST(Wmma, WithoutAStrideLinesFollowOneAnother) {
  for_each_type_and_shape([](Case c) {
    c.has_stride = false;
    c.space = "global";
    c.b_by_columns = true;
    SCOPED_TRACE(fmt::format("{} {} {} {}", c.shape, c.element, c.c, c.d));
    Product(c).check();
  });
}

TEST(Wmma, EachHalfOfAWarpOf64ComputesForItself) {
  // Both halves load the same matrices and store the same sums.
  for_each_type_and_shape([](Case c) {
    c.warp = 64;
    c.space = "global";
    c.a_by_columns = true;
    SCOPED_TRACE(fmt::format("{} {} {} {}", c.shape, c.element, c.c, c.d));
    Product(c).check();
  });
}

}  // namespace
}  // namespace forewarp::emu::test
