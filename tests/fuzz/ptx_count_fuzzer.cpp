// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The text as PTX; its entries counted as formulas, with sizes free and with a shape to fall back on; formulas
// evaluated.
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/symbolic/count/ptx/analyse.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

void count_entry(const ptx::Module& module, std::string_view entry, const count::PtxOptions& options) {
  const count::PtxCounts counts = count::analyse(module, entry, options);
  std::map<std::string, std::int64_t> sizes;
  for (const count::SizeSource& s : counts.sizes) sizes[s.name] = 5;
  for (const count::PwQPolynomial& formula : counts.formulas) {
    test::answer([&] { static_cast<void>(formula.evaluate(sizes)); });
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test::answer([&] {
    const ptx::Module module = ptx::parse(test::text_of(data, size), "fuzz.ptx");
    for (const std::string_view entry : module.entries()) {
      test::answer([&] { count_entry(module, entry, {}); });
      test::answer([&] {
        count_entry(module, entry, {.block = launch::Dim3{32, 2, 1}, .grid = launch::Dim3{3, 1, 1}});
      });
    }
  });
  return 0;
}
