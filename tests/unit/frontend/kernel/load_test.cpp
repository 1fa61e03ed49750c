// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/support/error.hpp"
#include "source_dir.hpp"

namespace forewarp::kernel {
namespace {
namespace fs = std::filesystem;

/// Two kernels that do nothing, the first with a pointer and a size.
constexpr const char* two_kernels = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z5scalePfi(.param .u64 p, .param .u32 n)
{
  ret;
}
.visible .entry other()
{
  ret;
}
)";

class Load : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    file_ = fs::path(::testing::TempDir()) / ("forewarp_load_test_" + test + ".ptx");  // tests run side by side
    std::ofstream(file_) << two_kernels;
    request_.path = file_.string();
    request_.kernel = "scale";
    request_.grid = "ceil_div(n,256)";
    request_.block = "256";
    request_.set = {"n=1000"};
  }
  std::string message() const {
    try {
      (void)load(request_);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  }
  fs::path file_;
  Request request_;
};

TEST_F(Load, APtxFileWithItsLaunchSaidInWords) {
  request_.arguments = {"p=buffer:f32:n:zero", "n=n"};

  const Kernel kernel = load(request_);

  EXPECT_EQ(kernel.launch.entry, "_Z5scalePfi");
  EXPECT_EQ(kernel.launch.grid, (launch::Dim3{4, 1, 1}));  // ceil(1000 / 256)
  EXPECT_EQ(kernel.launch.block, (launch::Dim3{256, 1, 1}));
  ASSERT_EQ(kernel.launch.arguments.size(), 2u);
  EXPECT_EQ(std::get<launch::Buffer>(kernel.launch.arguments[0].value).bytes(), 4000u);
  EXPECT_FALSE(kernel.launch.guessed_arguments);
  EXPECT_EQ(kernel.code.compiler, "none");
}

TEST_F(Load, ArgumentsNobodyDescribedAreGuessedAndSaidSo) {
  const Kernel kernel = load(request_);

  EXPECT_TRUE(kernel.launch.guessed_arguments);
  EXPECT_FALSE(kernel.notes.empty());
}

TEST_F(Load, AnArgumentThatContradictsASettingIsAnErrorAndOneThatAgreesIsNot) {
  request_.arguments = {"n=500+500"};
  EXPECT_EQ(std::get<launch::Scalar>(load(request_).launch.arguments[1].value).bits, 1000u);

  request_.arguments = {"n=500+501"};
  EXPECT_TRUE(message().starts_with("--set n=1000 and --arg n=500+501 = 1001 give n two values: ")) << message();
}

TEST_F(Load, APtxParameterGoesByItsPtxName) {
  request_.set.clear();
  request_.arguments = {"n=77"};

  const Kernel kernel = load(request_);

  EXPECT_EQ(std::get<launch::Scalar>(kernel.launch.arguments[1].value).bits, 77u);
  EXPECT_TRUE(kernel.launch.guessed_arguments);  // p was
}

TEST_F(Load, AnArgumentThatTheKernelDoesNotHaveIsAnErrorWithWhatItHas) {
  request_.arguments = {"nn=77"};

  EXPECT_NE(message().find("has no parameter 'nn' (did you mean"), std::string::npos) << message();
}

TEST_F(Load, AFileWithOneKernelOfItsOwnMeansThatOneWhateverItsHeadersBring) {
  const fs::path folder = fs::path(::testing::TempDir()) / "forewarp_load_test_headers";
  fs::create_directories(folder);
  std::ofstream(folder / "lib.cuh") << "namespace lib { template <class T> __global__ void empty() {} }\n"
                                       "template __global__ void lib::empty<int>();\n";
  std::ofstream(folder / "own.cu") << "#include \"lib.cuh\"\n"
                                      "__global__ void fill(float* data, int count) { data[threadIdx.x] = count; }\n";
  request_.path = (folder / "own.cu").string();
  request_.kernel = "";

  std::optional<Kernel> kernel;
  try {
    kernel = load(request_);
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }

  EXPECT_EQ(kernel->launch.entry, "_Z4fillPfi");
  EXPECT_EQ(kernel->launch.arguments[1].name, "count");
}

TEST_F(Load, AnAmbiguousOrUnknownKernelIsAnsweredWithTheList) {
  request_.kernel = "";
  EXPECT_NE(message().find("other"), std::string::npos) << message();
  request_.kernel = "scael";
  EXPECT_NE(message().find("scale"), std::string::npos) << message();
}

TEST_F(Load, AMissingFileIsNamed) {
  request_.path = "/nowhere/kernel.ptx";

  EXPECT_EQ(message(), "/nowhere/kernel.ptx: no such file");
}

TEST_F(Load, ABrokenLineIsNamedWithItsPlace) {
  std::ofstream(file_) << ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(\n";

  EXPECT_NE(message().find(file_.string() + ":"), std::string::npos) << message();
}

TEST_F(Load, MacrosOfAFileMayBeUsedInTheLaunch) {
  request_.defines = {"TILE=64", "FAST", "TYPE=float"};
  request_.block = "TILE";

  EXPECT_EQ(load(request_).launch.block, (launch::Dim3{64, 1, 1}));
}

TEST_F(Load, KernelsAreListedAsPeopleNameThem) {
  EXPECT_EQ(list_kernels(request_).kernels, (std::vector<std::string>{"scale(float*, int)", "other"}));
}

TEST_F(Load, AHostProgramIsKnownByWhatItLaunches) {
  const fs::path host = fs::path(::testing::TempDir()) / "forewarp_load_test_host.cpp";
  std::ofstream(host) << "extern __global__ void step(float* x);\nint main() { step<<<4, 256>>>(nullptr); }\n";
  request_.path = host.string();

  const Listing listing = list_kernels(request_);

  EXPECT_EQ(listing.kernels, (std::vector<std::string>{"step(float* x)   line 1"}));
  EXPECT_EQ(listing.launches, (std::vector<std::string>{"step<<<4, 256>>>(nullptr)   line 2"}));
}

class Beside : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              (std::string("forewarp_beside_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
    std::ofstream(folder_ / "scale.ptx") << two_kernels;
    std::ofstream(folder_ / "launch.toml")
        << "source = \"scale.cu\"\nentry = \"scale\"\ngrid = [\"n / TILE\"]\nblock = [\"TILE\"]\n"
           "[parameters]\nn = 1024\n[defines]\nTILE = 64\n";
    request_.path = (folder_ / "scale.ptx").string();
  }
  fs::path folder_;
  Request request_;
};

TEST_F(Beside, TheLaunchTomlOfItsSourceDescribesAPtxFile) {
  const Kernel kernel = load(request_);

  EXPECT_EQ(kernel.launch.grid, (launch::Dim3{16, 1, 1}));  // 1024 / 64
  EXPECT_EQ(kernel.code.compiler, "none");
}

TEST_F(Beside, ALaunchTomlOfAnotherSourceDoesNot) {
  fs::rename(folder_ / "scale.ptx", folder_ / "other.ptx");
  request_.path = (folder_ / "other.ptx").string();

  EXPECT_TRUE(describe(request_).description.open_parameters);
}

TEST_F(Beside, APtxFileServesNoOtherDefinesThanItWasCompiledFor) {
  request_.set = {"TILE=32"};

  try {
    (void)load(request_);
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("is compiled for TILE = 64 already"), std::string::npos) << error.what();
  }
}

constexpr const char* of_nvcc = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry _Z3sumPfS_i(.param .u64 .ptr .shared .align 4 _Z3sumPfS_i_param_0,
  .param .u64 .ptr .shared .align 8 _Z3sumPfS_i_param_1, .param .u32 _Z3sumPfS_i_param_2)
{
  .reg .b64 %rd<3>;
  .reg .f64 %d<2>;
  ld.param.u64 %rd1, [_Z3sumPfS_i_param_1];
  ld.shared.f64 %d1, [%rd1];
  ret;
}
)";

TEST_F(Load, NamesThatNvccMadeAreSaidInShort) {
  std::ofstream(file_) << of_nvcc;
  request_.kernel = "";
  request_.arguments = {"param_2=7"};

  EXPECT_EQ(std::get<launch::Scalar>(load(request_).launch.arguments[2].value).bits, 7u);
  request_.arguments = {"_Z3sumPfS_i_param_2=8"};
  EXPECT_EQ(std::get<launch::Scalar>(load(request_).launch.arguments[2].value).bits, 8u);
}

TEST_F(Load, LocalBuffersThatNobodyDescribedStandOneAfterTheOther) {
  std::ofstream(file_) << of_nvcc;
  request_.kernel = "";
  request_.block = "100";

  const launch::Launch launch = load(request_).launch;

  EXPECT_EQ(std::get<launch::Scalar>(launch.arguments[0].value).bits, 0u);
  EXPECT_EQ(std::get<launch::Scalar>(launch.arguments[1].value).bits,
            400u);                                // after 100 words, already a multiple of 16
  EXPECT_EQ(launch.dynamic_shared_bytes, 1200u);  // and 100 doubles
  request_.shared = "4096";
  EXPECT_EQ(load(request_).launch.dynamic_shared_bytes, 4096u);
}

TEST_F(Load, ALocalBufferOfFloat4HasSixteenBytesAThread) {
  std::string text = of_nvcc;
  text.replace(text.find(".align 4"), 8, ".align 16");
  std::ofstream(file_) << text;
  request_.kernel = "";
  request_.block = "100";

  EXPECT_EQ(std::get<launch::Scalar>(load(request_).launch.arguments[1].value).bits, 1600u);
}

TEST(Describe, ADefineOfABundledKernelSetsItAndMustBeAWholeNumber) {
  Request request;
  request.path = std::string(forewarp::test::source_dir()) + "/kernels/matmul_tiled";
  if (!fs::exists(request.path)) GTEST_SKIP() << "no bundled kernels in this tree";
  request.defines = {"BLOCK=32", "OTHER=1"};

  const Described described = describe(request);

  EXPECT_EQ(described.overrides.set.at("BLOCK"), 32);
  EXPECT_EQ(described.extra_defines, (std::vector<std::string>{"OTHER=1"}));
  request.defines = {"BLOCK=wide"};
  EXPECT_THROW((void)describe(request), InputError);
}

}  // namespace
}  // namespace forewarp::kernel
