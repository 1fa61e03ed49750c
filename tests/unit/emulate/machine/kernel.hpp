// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs kernels written as PTX text on a few buffers.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::emu::test {

/// A module of one or more functions; the kernel is called k.
class Kernel {
 public:
  explicit Kernel(std::string_view text, MachineOptions options = {})
      : module_(std::make_unique<ptx::Module>(
            ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n" + std::string(text), "test.ptx"))),
        machine_(*module_, "k", options) {
    launch_.entry = "k";
  }

  Kernel& grid(launch::Dim3 g) {
    launch_.grid = g;
    return *this;
  }
  Kernel& block(launch::Dim3 b) {
    launch_.block = b;
    return *this;
  }
  Kernel& cluster(launch::Dim3 c) {
    launch_.cluster = c;
    return *this;
  }
  Kernel& dynamic_shared(std::uint64_t bytes) {
    launch_.dynamic_shared_bytes = bytes;
    return *this;
  }

  template <typename T>
  Kernel& scalar(T value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    arguments_.push_back(bytes);
    return *this;
  }

  /// A buffer argument with these values; returns its address.
  template <typename T>
  std::uint64_t buffer(const std::vector<T>& values, std::string name = "buffer") {
    const std::uint64_t address = machine_.memory().allocate(values.size() * sizeof(T), std::move(name));
    machine_.memory().write(address, std::as_bytes(std::span(values)));
    scalar(address);
    return address;
  }

  template <typename T>
  std::vector<T> read(std::uint64_t address, std::size_t count) {
    std::vector<T> values(count);
    machine_.memory().read(address, std::as_writable_bytes(std::span(values)));
    return values;
  }

  void run(Observer* observer = nullptr, std::span<const std::uint64_t> blocks = {}) {
    machine_.run(launch_, arguments_, blocks, observer);
  }

  /// The message of the fault that running must end with.
  std::string fault() {
    try {
      run();
    } catch (const KernelFault& e) {
      return e.what();
    }
    ADD_FAILURE() << "the kernel ran without a fault";
    return {};
  }

  Machine& machine() { return machine_; }

 private:
  std::unique_ptr<ptx::Module> module_;
  Machine machine_;
  launch::Launch launch_;
  std::vector<std::vector<std::byte>> arguments_;
};

/// A kernel k(out) with this body between the loading of out into %out and ret; %t is the thread in the block, %g in
/// the grid, %slot the address of out[%g] (4 bytes). Registers: %r, %rd, %f, %fd, %h (16 bits) 0..19, %p 0..9.
inline std::string body(std::string_view text, std::string_view before = "") {
  return std::string(before) + R"(
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<20>; .reg .f64 %fd<20>; .reg .b16 %h<20>; .reg .pred %p<10>;
  .reg .b32 %t, %g, %n; .reg .b64 %out, %slot;
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %g, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mad.lo.s32 %g, %g, %n, %t;
  mad.wide.u32 %slot, %g, 4, %out;
)" + std::string(text) +
         "\n  ret;\n}\n";
}

/// Runs such a kernel with one block and returns out.
inline std::vector<std::uint32_t> run_body(std::string_view text, unsigned threads, std::string_view before = "",
                                           MachineOptions options = {}) {
  Kernel k(body(text, before), options);
  const std::uint64_t out = k.buffer(std::vector<std::uint32_t>(threads), "out");
  k.block({threads, 1, 1}).run();
  return k.read<std::uint32_t>(out, threads);
}

inline std::string fault_of(std::string_view text, unsigned threads, std::string_view before = "",
                            MachineOptions options = {}) {
  Kernel k(body(text, before), options);
  k.buffer(std::vector<std::uint32_t>(threads), "out");
  return k.block({threads, 1, 1}).fault();
}

}  // namespace forewarp::emu::test
