// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/registers.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
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

/// A ptxas that prints the same for every PTX.
class StandIn {
 public:
  explicit StandIn(const std::string& report) : folder_("registers") {
    write_file(folder_ / "ptxas",
               "#!/bin/sh\ncat >&2 <<'END'\n" + report +
                   "END\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && echo code >\"$2\"; shift; done\n");
    std::filesystem::permissions(folder_ / "ptxas", std::filesystem::perms::owner_all);
    ::setenv("FOREWARP_PTXAS", (folder_ / "ptxas").c_str(), 1);
  }
  ~StandIn() { ::unsetenv("FOREWARP_PTXAS"); }
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

 private:
  TemporaryFolder folder_;
};

constexpr const char* spilling_report =
    "ptxas info    : Compiling entry function 'k' for 'sm_75'\n"
    "ptxas info    : Function properties for k\n"
    "    512 bytes stack frame, 496 bytes spill stores, 480 bytes spill loads\n"
    "ptxas info    : Used 255 registers, 352 bytes cmem[0]\n";

TEST(Allocation, TellsWhatIsSpilledAndIsKept) {
  const TemporaryFolder folder("allocation");
  source::CacheStore cache(folder.path());
  const Allocation expected{.registers = 255, .spill_store_bytes = 496, .spill_load_bytes = 480, .frame_bytes = 512};
  {
    const StandIn ptxas(spilling_report);
    EXPECT_EQ(allocation_of(a_kernel("nvcc 13.0"), RegisterSource::automatic, &cache), expected);
  }

  const AbsentPtxas absent;  // nothing to ask any more
  EXPECT_EQ(allocation_of(a_kernel("nvcc 13.0"), RegisterSource::automatic, &cache), expected);
}

}  // namespace
}  // namespace forewarp::kernel
