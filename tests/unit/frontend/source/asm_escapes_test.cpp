// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/asm_escapes.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "with_compilers.hpp"

namespace forewarp::source {
namespace {

TEST(AsmEscapes, RegistersOfAnAsmStatementGetASecondPercentSign) {
  EXPECT_EQ(with_asm_escapes("asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x));"),
            "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));");
  EXPECT_EQ(with_asm_escapes("__asm__ __volatile__(\"a %tid.x;\"\n  \"b %clock64;\" ::)"),
            "__asm__ __volatile__(\"a %%tid.x;\"\n  \"b %%clock64;\" ::)");
  EXPECT_EQ(with_asm_escapes("#define SM(x) asm volatile(\"mov %0, %smid;\" : \"=r\"(x))"),
            "#define SM(x) asm volatile(\"mov %0, %%smid;\" : \"=r\"(x))");
  EXPECT_EQ(with_asm_escapes("asm(R\"(mov %0, %smid;)\" : \"=r\"(x))"), "asm(R\"(mov %0, %%smid;)\" : \"=r\"(x))");
  EXPECT_EQ(with_asm_escapes("asm(ADDR\"%0, %smid;\" : \"=r\"(x)); f(\"%lu\");"),
            "asm(ADDR\"%0, %%smid;\" : \"=r\"(x)); f(\"%lu\");");
}

TEST(AsmEscapes, OperandsAndWhatIsEscapedStay) {
  for (const char* text :
       {"asm(\"mov %0, %%laneid; %c1 %[name] %r1\" ::\"r\"(f(\"%ld\")))", "asm(\"\" ::: \"memory\")"})
    EXPECT_EQ(with_asm_escapes(text), text);
}

TEST(AsmEscapes, WithoutOperandsEveryPercentSignStandsForItself) {
  for (const char* text :
       {"asm volatile(\"mov.u32 t, %smid;\"\n \"mov.u32 u, %tid.x;\");", "asm(R\"(mov.u32 t, %smid;)\");"})
    EXPECT_EQ(with_asm_escapes(text), text);
}

TEST(AsmEscapes, NothingElseIsTouched) {
  for (const char* text :
       {"printf(\"%tid %ld %llu\", x);", "// asm(\"%laneid\")\n", "// \\\n asm(\"%laneid\nf(\"%lu\");",
        "/* asm(\"%laneid\") */ f(\"%lane\")", "int asm_count; f(\"%laneid\");", "asm(\"nop;\"); printf(\"%lu\", x);",
        "int n = 1'000; g('\"', \"%laneid\");", "#error don't\nf(\"%laneid\");", "char c = '\\''; h(\"%laneid\");",
        "asm(\"mov %0", "R\"x(", "\"", "'", "/*"})
    EXPECT_EQ(with_asm_escapes(text), text);
}

TEST(AsmEscapes, ClangReadsTheMendedFilesUnderTheirOwnNames) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const Toolchain clang = find_toolchain(CompilerChoice::clang, Language::cuda);
  const TemporaryFolder folder;
  write_file(folder / "lane.h",
             "inline __attribute__((device)) unsigned lane() {\n  unsigned r;\n"
             "  asm(\"mov.u32 %0, %laneid;\" : \"=r\"(r));\n  return r;\n}\n");
  write_file(folder / "k.cu",
             "#include \"lane.h\"\n__attribute__((global)) void k(unsigned* p) {\n  unsigned r;\n"
             "  asm(\"mov.u32 %0, %smid;\" : \"=r\"(r));\n  *p = r + lane();\n}\n");
  const std::string file = (folder / "k.cu").string(), out = (folder / "k.ptx").string();
  const ProcessResult r = run_compiler({clang.executable.string(), "-x", "cuda", "--cuda-device-only", "-nocudainc",
                                        "-nocudalib", "--cuda-gpu-arch=sm_80", "-S", "-g", file, "-o", out},
                                       {});
  EXPECT_EQ(r.exit_status, 0) << r.errors;
  const std::string ptx = read_file(out);
  EXPECT_NE(ptx.find("%laneid;"), std::string::npos);
  EXPECT_NE(ptx.find("%smid;"), std::string::npos);
  EXPECT_NE(ptx.find("lane.h\""), std::string::npos) << "the .file lines name the user's file";
}

}  // namespace
}  // namespace forewarp::source
