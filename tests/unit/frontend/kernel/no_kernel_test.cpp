// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/no_kernel.hpp"

#include <gtest/gtest.h>

namespace forewarp::kernel {
namespace {

std::string message(std::string_view source) { return no_kernel_message("k.cu", source::list_source(source)); }

TEST(NoKernel, ATemplateIsAnsweredWithAnInstanceToName) {
  EXPECT_EQ(message("template <typename T, int N, bool Fast> __global__ void reduce(T* x) {}\n"),
            "k.cu: its kernels are templates, which are compiled only where an instance is named. reduce is a template "
            "<typename T, int N, bool Fast>: name an instance, such as --kernel 'reduce<float, 256, true>'");
}

TEST(NoKernel, TheExampleIsAnInstanceThatTheProgramLaunchesWhereItSaysOne) {
  const char* source =
      "template <class T, int N> __global__ void reduce(T* x) {}\n"
      "template <class T> void a(T* x) { reduce<T, 64><<<1, 64>>>(x); }\n"
      "void b(double* x) { reduce<double, 128><<<1, 128>>>(x); }\n";

  EXPECT_EQ(template_message("reduce", source::list_source(source)),
            "reduce is a template <class T, int N>: name an instance, such as --kernel 'reduce<double, 128>'");
  EXPECT_EQ(template_message("other", source::list_source(source)), std::nullopt);
}

TEST(NoKernel, ADeclarationAHostProgramAndNothingAreToldApart) {
  EXPECT_EQ(message("__global__ void f(int n);\n"),
            "k.cu: declares f(int n) in line 1, but defines no kernel; name the file that does");
  EXPECT_EQ(message("void g() { f<<<4, 256>>>(3); }\n"),
            "k.cu: defines no kernel; it launches f<<<4, 256>>> in line 1: name the file that defines it");
  EXPECT_EQ(message("int main() {}\n"),
            "k.cu: defines no kernel (a __global__ function, __kernel of OpenCL, .entry of PTX)");
}

}  // namespace
}  // namespace forewarp::kernel
