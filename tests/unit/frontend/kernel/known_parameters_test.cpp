// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/known_parameters.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::kernel {
namespace {

using Names = std::vector<std::string>;

class KnownParametersOf : public ::testing::Test {
 protected:
  Request written(const std::string& name, const std::string& text, const std::string& kernel = "") {
    write_file(folder_ / name, text);
    Request request;
    request.path = (folder_ / name).string();
    request.kernel = kernel;
    return request;
  }

 private:
  TemporaryFolder folder_{"known-parameters"};
};

TEST_F(KnownParametersOf, ASourceAreThoseOfItsText) {
  const auto known =
      known_parameters(written("a.cu", "template <int N> __global__ void f(float* out, int n) {}", "f<3>"));

  ASSERT_TRUE(known);
  EXPECT_EQ(known->kernel, "f");
  EXPECT_EQ(known->names, (Names{"out", "n"}));
}

TEST_F(KnownParametersOf, OneOfSeveralKernelsNeedItsName) {
  const char* const text = "__global__ void f(float* a) {}\n__global__ void g(int b) {}";

  EXPECT_FALSE(known_parameters(written("b.cu", text)));
  EXPECT_EQ(known_parameters(written("b.cu", text, "g"))->names, (Names{"b"}));
}

TEST_F(KnownParametersOf, PtxAreItsOwnWithoutTheKernelsName) {
  const Request request = written("c.ptx", R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u32 n) { ret; }
)");

  EXPECT_EQ(known_parameters(request)->names, (Names{"param_0", "n"}));
  EXPECT_NO_THROW(check_argument_names(request, {"k_param_0", "param_0", "n"}));
  EXPECT_THROW(check_argument_names(request, {"n", "m"}), InputError);
}

TEST_F(KnownParametersOf, AMacroAreNotKnown) {
  const Request request = written("d.cu", "#define LIST int\n__global__ void f(LIST) {}");

  EXPECT_FALSE(known_parameters(request));
  EXPECT_NO_THROW(check_argument_names(request, {"anything"}));
}

}  // namespace
}  // namespace forewarp::kernel
