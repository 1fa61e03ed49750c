// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/ptxas.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp::source {
namespace {

namespace fs = std::filesystem;

class Ptxas : public ::testing::Test {
 protected:
  ~Ptxas() override { ::unsetenv("FOREWARP_PTXAS"); }

  /// A program that says and does what the lines of shell say; $out and $in are its files, $arch what it is asked for.
  fs::path program(const std::string& name, const std::string& lines) {
    const fs::path path = folder_.path() / name;
    write_file(path,
               "#!/bin/sh\nfor a in \"$@\"; do case $a in -arch=*) arch=${a#-arch=};; *.cubin) out=$a;; *.ptx) in=$a;; "
               "esac; done\n" +
                   lines + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  static void use(const std::string& programs) { ::setenv("FOREWARP_PTXAS", programs.c_str(), 1); }

  TemporaryFolder folder_;
};

const std::string ptx = ".version 9.0\n.target sm_75\n.address_size 64\n";

TEST_F(Ptxas, TheFirstThatKnowsTheArchitectureIsTaken) {
  const fs::path newer =
      program("newer", "echo \"ptxas fatal : Value '$arch' is not defined for option 'gpu-name'\" >&2; exit 1");
  const fs::path older = program("older", "echo $arch > $out");
  use(newer.string() + ":" + older.string());

  EXPECT_EQ(ptxas_programs(), (std::vector<fs::path>{newer, older}));
  EXPECT_EQ(assemble(ptx, {80, ""}).cubin, "sm_80\n");
}

TEST_F(Ptxas, ThereMayBeNone) {
  use("off");

  EXPECT_TRUE(ptxas_programs().empty());
  EXPECT_EQ(assemble(ptx, {80, ""}).refusal, no_ptxas);
}

TEST_F(Ptxas, ThatNoProgramKnowsTheArchitectureIsNoRefusal) {
  use(program("newer", "echo \"ptxas fatal : Value '$arch' is not defined for option 'gpu-name'\" >&2; exit 1")
          .string());

  const Assembled result = assemble(ptx, {61, ""});

  EXPECT_TRUE(result.unknown);
  EXPECT_FALSE(result.refused);
}

TEST_F(Ptxas, ANewerVersionOfPtxIsLoweredToThatOfTheProgram) {
  use(program(
          "old",
          "if grep -q '^.version 9.0' $in; then echo \"ptxas $in, line 1; fatal : Unsupported .version 9.0; current "
          "version is '8.8'\" >&2; exit 1; fi; cat $in > $out")
          .string());

  EXPECT_EQ(assemble(ptx, {80, ""}).cubin, ".version 8.8\n.target sm_75\n.address_size 64\n");
}

TEST_F(Ptxas, ATargetAboveTheArchitectureIsLowered) {
  use(program("any", "cat $in > $out").string());

  EXPECT_EQ(assemble(ptx, {70, ""}).cubin, ".version 9.0\n.target sm_70\n.address_size 64\n");
}

TEST_F(Ptxas, ATargetOfOneArchitectureAloneIsAskedFor) {
  use(program("any", "echo $arch > $out").string());

  EXPECT_EQ(assemble(".version 8.0\n.target sm_90a\n", {90, ""}).cubin, "sm_90a\n");
  EXPECT_EQ(assemble(".version 8.0\n.target sm_80\n", {90, ""}).cubin, "sm_90\n");
}

TEST_F(Ptxas, ARefusalHasNoNameOfATemporaryFile) {
  const fs::path strict = program("strict", "echo \"ptxas $in, line 7; error : no\" >&2; exit 255");
  use(strict.string());

  const Assembled result = assemble(ptx, {80, ""});

  EXPECT_TRUE(result.refused);
  EXPECT_EQ(result.refusal, strict.string() + ": ptxas the PTX, line 7; error : no");
}

TEST_F(Ptxas, AProgramThatIsNamedAndNotThereIsAMistake) {
  use("/nonexistent/ptxas");

  EXPECT_EQ(forewarp::testing::message_of<Unavailable>([] {
              (void)assemble(ptx, {80, ""});
            }),
            "/nonexistent/ptxas: cannot start: No such file or directory");
}

}  // namespace
}  // namespace forewarp::source
