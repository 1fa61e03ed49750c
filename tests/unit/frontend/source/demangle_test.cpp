// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/demangle.hpp"

#include <cxxabi.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"

namespace forewarp::source {
namespace {

constexpr std::array names = std::to_array<const char*>({
    "_Z3addPfS_i",
    "_Z6reduceIfLi256EEvPKT_PS0_i",
    "_ZN12_GLOBAL__N_16kernelILb1ELj8ELm16ELln3EEEvRA4_KfOi",
    "_Z5applyIZ4mainEUlfE_EvPfT_",
    "_ZZN3foo3barEiENKUlvE_clEv",
    "_Z1fIJifdEEvDpT_",
    "_Z1gIJEEvDpT_",
    "_Z1hIJifEEvDpRKT_",
    "_Z7combineIN3app4PairIfEENS0_3MaxEEvPT_S4_T0_",
    "_ZN2ns6Matrix3setEPA3_A2_KdNS_5OrderE",
    "_ZNK2ns6Matrix5valueEv",
    "_ZN2ns6MatrixC1ERKS0_",
    "_ZN2ns6MatrixD0Ev",
    "_ZN2ns6MatrixcvfEv",
    "_ZN2nslsERNS_6StreamERKS0_",
    "_ZN2nslsIfEERNS_6StreamES2_T_",
    "_ZTVN2ns6MatrixE",
    "_Z4callPFviPKcEM1AFivEi",
    "_Z3minIfENSt9enable_ifIXsr3std17is_floating_pointIT_EE5valueES1_E4typeES1_S1_",
    "_Z4sizeILi4EEvRAplT_Li1E_i",
    "_Z4sameIXadL_Z3addPfS0_iEEEvv",
    "_Z8templateI5ArrayEvT_IfLi3EE",
    "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
    "_ZN4llvm8containsIKNS_8LoopInfoENS_5GraphIPKNS_8FunctionEEEEEbRT_RKT0_",
});

TEST(Demangle, SaysWhatTheCompilersLibrarySays) {
  for (const char* name : names) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> theirs(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                             &std::free);
    ASSERT_TRUE(theirs) << name;
    EXPECT_EQ(demangle(name), theirs.get()) << name;
  }
}

/// Of clang 18 and later, which the compiler's library of Debian 12 does not know: template <auto N>, template <Number
/// T> (a concept) and a requires clause.
TEST(Demangle, WhatNewerClangsTellOfTemplateParameters) {
  EXPECT_EQ(demangle("_Z1kITnDaLi7EEvPi"), "void k<7>(int*)");
  EXPECT_EQ(demangle("_Z1kITk6NumberiEvT_"), "void k<int>(int)");
  EXPECT_EQ(demangle("_Z2k4IiQLb1EEvT_"), "void k4<int>(int)");
}

/// A kernel of CUTLASS, and what llvm-cxxfilt 14 prints for it; the compiler's library refuses names of this length.
TEST(Demangle, NamesOfThousandsOfCharacters) {
  const std::string text =
      read_file(std::filesystem::path(test::source_dir()) / "tests/unit/frontend/source/data/long_name.txt");
  const std::size_t line = text.find('\n');
  const std::string name = text.substr(0, line);
  ASSERT_GT(name.size(), 1400U);

  EXPECT_EQ(demangle(name), text.substr(line + 1, text.find_last_not_of('\n') - line));
  EXPECT_TRUE(kernel_signature(name).starts_with("cutlass::Kernel<cutlass::gemm::kernel::Gemm<"));
}

/// f(A, B(A, A), C(B, B), ...): each parameter is twice as long as the one before.
TEST(Demangle, NamesThatDoubleWithEachParameterAreLeftAsTheyAre) {
  std::string name = "_Z1f1AIiiES_IS0_S0_E";
  for (int i = 1; i < 60; ++i) {
    constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const std::string one = i < 36 ? std::string("S") + digits[static_cast<std::size_t>(i)] + "_"
                                   : std::string("S1") + digits[static_cast<std::size_t>(i - 36)] + "_";
    name += "S_I" + one + one + "E";
  }

  EXPECT_EQ(demangle(name), std::nullopt);
  EXPECT_EQ(demangled(name), name);
}

/// Expansions of packs in each other repeat what they expand; the sum of all texts is bounded.
TEST(Demangle, RepeatedExpansionsEnd) {
  std::string name = "_Z1fIJiiiiiiiiiiEEv3";
  for (int i = 0; i < 60; ++i) name += i == 0 ? "abc" : "P";
  for (int i = 0; i < 900; ++i) name += "DpPT_";

  EXPECT_LE(demangle(name).value_or("").size(), std::size_t{64} << 10);
  EXPECT_LE(demangle("_Z1fIJiiiiiiiiiiEEv" + std::string(100, 'P') + "DpDpDpDpDpDpDpT_").value_or("").size(),
            std::size_t{64} << 10);
}

TEST(Demangle, DeepNestingIsLeftAsItIs) {
  EXPECT_EQ(demangle("_Z1f" + std::string(10000, 'P') + "i"), std::nullopt);
  EXPECT_EQ(demangle("_Z1f" + std::string(20, 'P') + "i"), "f(int" + std::string(20, '*') + ")");
  EXPECT_EQ(demangle("_Z1f" + std::string(20000, 'i')), std::nullopt);
}

TEST(Demangle, WhatIsNotMangledIsNothing) {
  for (const char* name : {"", "_Z", "add", "_Z3ad", "_Z3add", "_Z3addPf$", "_ZN3foo", "_Z1fT_", "_Z1fS5_", "_Z1fI"}) {
    const auto text = demangle(name);
    EXPECT_EQ(text.has_value(), std::string_view(name) == "_Z3add") << name;
  }
}

TEST(Demangle, AnyBytesAreAnswered) {
  std::mt19937 random(11);
  constexpr std::string_view letters = "_ZNKSTIELXJPRCDUQlvijfb0123456789t";
  for (int i = 0; i < 20000; ++i) {
    std::string name = names[random() % names.size()];
    for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
      const std::size_t at = random() % name.size();
      const char c = letters[random() % letters.size()];
      if (random() % 3 == 0)
        name.insert(at, 1, c);
      else
        name[at] = c;
    }
    const auto text = demangle(name);
    EXPECT_LE(text.value_or("").size(), std::size_t{64} << 10);
  }
}

}  // namespace
}  // namespace forewarp::source
