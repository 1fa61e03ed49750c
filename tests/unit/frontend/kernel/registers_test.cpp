// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/registers.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/message_of.hpp"

namespace forewarp::kernel {
namespace {

/// While it lives, the ptxas that the user names is not there.
class AbsentPtxas {
 public:
  AbsentPtxas() { ::setenv("FOREWARP_PTXAS", "/nonexistent/ptxas", 1); }
  ~AbsentPtxas() { ::unsetenv("FOREWARP_PTXAS"); }
  AbsentPtxas(const AbsentPtxas&) = delete;
  AbsentPtxas& operator=(const AbsentPtxas&) = delete;
};

Kernel a_kernel(const std::string& compiler) {
  Kernel kernel;
  kernel.code.ptx = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n";
  kernel.code.compiler = compiler;
  kernel.code.registers = 24;
  kernel.launch.entry = "k";
  kernel.module = std::make_shared<const ptx::Module>(ptx::parse(kernel.code.ptx));
  return kernel;
}

TEST(Registers, AnEstimateNeverAsks) { EXPECT_EQ(registers_of(a_kernel("nvcc 13.0"), RegisterSource::estimate), 0); }

TEST(Registers, WhatWasRecordedWithShippedCodeIsTaken) {
  EXPECT_EQ(registers_of(a_kernel("shipped"), RegisterSource::automatic), 24);
}

TEST(Registers, APtxasThatIsNamedAndAbsentIsNoEstimate) {
  const AbsentPtxas absent;

  for (const RegisterSource from : {RegisterSource::automatic, RegisterSource::ptxas})
    EXPECT_EQ(testing::message_of<Unavailable>([&] { (void)registers_of(a_kernel("nvcc 13.0"), from); }),
              "/nonexistent/ptxas: cannot start: No such file or directory");
}

}  // namespace
}  // namespace forewarp::kernel
