// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The parts of the runtime that need no running program: memory, errors, options, and the clock of the host.
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/runtime/arena.hpp"
#include "forewarp/runtime/failure.hpp"
#include "forewarp/runtime/host_clock.hpp"
#include "forewarp/runtime/options.hpp"
#include "unit/message_of.hpp"

namespace forewarp::runtime {
namespace {

using testing::message_of;

TEST(Arena, AllocationsAreZeroedPagesOfTheirOwn) {
  emu::Memory memory;
  Arena arena(memory);
  Allocation* const first = arena.allocate(5000, MemoryKind::device, "first");
  Allocation* const second = arena.allocate(1, MemoryKind::managed, "second");
  ASSERT_TRUE(first && second);

  EXPECT_EQ(first->address(), std::uint64_t{0x30} << 40);
  EXPECT_EQ(second->address() - first->address(), 2 * emu::Memory::page_bytes);
  EXPECT_EQ(first->data[4999], std::byte{0});
  EXPECT_EQ(first->name, "first");
  EXPECT_TRUE(first->is_ours);
  EXPECT_FALSE(first->host_visible());
  EXPECT_TRUE(second->host_visible());
  EXPECT_EQ(arena.all().size(), 2);
}

// A loop that allocates and frees gets the same addresses each time, whatever the order in which it frees.
TEST(Arena, FreedAddressesComeAgainTheLowestFirst) {
  emu::Memory memory;
  Arena arena(memory);
  std::vector<std::uint64_t> seen;
  for (int round = 0; round < 3; ++round) {
    const Allocation *a = arena.allocate(5000, MemoryKind::device, "a"),
                     *b = arena.allocate(8000, MemoryKind::host, "b"),
                     *c = arena.allocate(9000, MemoryKind::device, "c");
    ASSERT_TRUE(a && b && c);
    for (const Allocation* each : {a, b, c}) {
      EXPECT_EQ(each->data[0], std::byte{0});
      each->data[0] = std::byte{1};
      seen.push_back(each->address());
    }
    arena.release(*(round == 0 ? a : b));
    arena.release(*c);
    arena.release(*(round == 0 ? b : a));
  }

  EXPECT_EQ(seen[0], std::uint64_t{0x30} << 40);
  for (std::size_t i = 3; i < seen.size(); ++i) EXPECT_EQ(seen[i], seen[i - 3]) << i;
}

// Small memory keeps its pages when it is freed, large memory does not; both are zero when they are used again.
TEST(Arena, MemoryThatIsUsedAgainIsZero) {
  emu::Memory memory;
  Arena arena(memory);
  for (const std::uint64_t bytes : {std::uint64_t{5000}, std::uint64_t{3} << 20}) {
    const Allocation* const first = arena.allocate(bytes, MemoryKind::device, "first");
    ASSERT_TRUE(first);
    const std::uint64_t address = first->address();
    std::memset(first->data, 7, bytes);
    arena.release(*first);
    EXPECT_EQ(arena.find(address), nullptr);

    const Allocation* const again = arena.allocate(bytes, MemoryKind::device, "again");

    ASSERT_TRUE(again);
    EXPECT_EQ(again->address(), address);
    EXPECT_EQ(again->data[0], std::byte{0});
    EXPECT_EQ(again->data[bytes - 1], std::byte{0});
  }
}

TEST(Arena, ForChecksFreedMemoryIsNotUsedAgain) {
  emu::Memory memory;
  Arena arena(memory);
  arena.guard();
  const Allocation* const first = arena.allocate(5000, MemoryKind::device, "first");
  ASSERT_TRUE(first);
  const std::uint64_t address = first->address();
  arena.release(*first);

  const Allocation* const second = arena.allocate(5000, MemoryKind::device, "second");

  ASSERT_TRUE(second);
  EXPECT_NE(second->address(), address);
  EXPECT_TRUE(arena.neighbour(address).freed);
}

TEST(Arena, FindsTheAllocationOfAnAddressItsEndExcluded) {
  emu::Memory memory;
  Arena arena(memory);
  Allocation* const first = arena.allocate(5000, MemoryKind::device, "first");
  ASSERT_TRUE(first);

  EXPECT_EQ(arena.find(first->address()), first);
  EXPECT_EQ(arena.find(first->data + 4999), first);
  EXPECT_EQ(arena.find(first->address() + 5000), nullptr);
  EXPECT_EQ(arena.find(first->address() - 1), nullptr);
  EXPECT_EQ(arena.find(std::uint64_t{0}), nullptr);
}

TEST(Arena, DeviceBytesAreThoseOfDeviceAndManagedMemoryInUse) {
  emu::Memory memory;
  Arena arena(memory);
  Allocation* const device = arena.allocate(100, MemoryKind::device, "d");
  EXPECT_TRUE(arena.allocate(20, MemoryKind::managed, "m"));
  EXPECT_TRUE(arena.allocate(3, MemoryKind::host, "h"));
  ASSERT_TRUE(device);

  EXPECT_EQ(arena.device_bytes(), 120);
  const std::uint64_t address = device->address();
  arena.release(*device);
  EXPECT_EQ(arena.device_bytes(), 20);
  EXPECT_EQ(arena.find(address), nullptr);
  EXPECT_EQ(arena.all().size(), 2);
}

TEST(Arena, KernelsSeeItsBytesAtTheirAddress) {
  emu::Memory memory;
  Arena arena(memory);
  Allocation* const buffer = arena.allocate(64, MemoryKind::device, "buffer");
  ASSERT_TRUE(buffer);
  buffer->data[60] = std::byte{7};

  std::array<std::byte, 4> out{};
  memory.read(buffer->address() + 60, out);

  EXPECT_EQ(out[0], std::byte{7});
  const std::uint64_t address = buffer->address();
  arena.release(*buffer);
  EXPECT_THROW(memory.read(address + 60, out), InputError);
}

TEST(Arena, HasNoRoomForMoreThanItsAddresses) {
  emu::Memory memory;
  Arena arena(memory);

  EXPECT_EQ(arena.allocate(std::uint64_t{0x21} << 40, MemoryKind::device, "too large"), nullptr);
  EXPECT_TRUE(arena.all().empty());
}

TEST(Arena, MemoryOfTheProgramIsRegisteredOnce) {
  emu::Memory memory;
  Arena arena(memory);
  std::vector<std::byte> bytes(1000);
  Allocation* const made = arena.add_registered(bytes.data(), bytes.size());
  ASSERT_TRUE(made);

  EXPECT_EQ(made->kind, MemoryKind::registered);
  EXPECT_FALSE(made->is_ours);
  EXPECT_TRUE(made->host_visible());
  EXPECT_EQ(arena.device_bytes(), 0);
  EXPECT_EQ(arena.add_registered(bytes.data() + 500, 100), nullptr);
  arena.release(*made);
  bytes[0] = std::byte{1};  // still the program's
  EXPECT_TRUE(arena.add_registered(bytes.data() + 500, 100));
}

TEST(Failure, ACallFailsWithTheNumberOfCuda) {
  const CallFailed plain(Status::not_ready), explained(Status::invalid_device, "device 3 of 2");

  EXPECT_EQ(static_cast<int>(plain.status()), 600);
  EXPECT_STREQ(plain.what(), "");
  EXPECT_EQ(static_cast<int>(explained.status()), 101);
  EXPECT_STREQ(explained.what(), "device 3 of 2");
}

TEST(Failure, AKernelFailsAsACallThatCanBeToldApart) {
  const auto fail = [](bool in_kernel) {
    try {
      if (in_kernel) throw KernelFailed(Status::illegal_address, "out of bounds");
      throw CallFailed(Status::invalid_value);
    } catch (const KernelFailed& e) {
      return "kernel " + std::to_string(static_cast<int>(e.status()));
    } catch (const CallFailed& e) {
      return "call " + std::to_string(static_cast<int>(e.status()));
    }
  };

  EXPECT_EQ(fail(true), "kernel 700");
  EXPECT_EQ(fail(false), "call 1");
  EXPECT_EQ(message_of<Error>([] { throw KernelFailed(Status::assert_failed, "k.cu:3"); }), "k.cu:3");
}

TEST(Options, AreReadAsTheyWereWritten) {
  const Options written{.devices = {"a100", "h100 \"x\""},
                        .gpus = 3,
                        .as_ncu = true,
                        .device_clock = true,
                        .advise = false,
                        .max_warp_instructions = std::uint64_t{1} << 60,
                        .max_kept_bytes = 17};
  const Options read = options_from(written.json());

  EXPECT_EQ(read.devices, written.devices);
  EXPECT_EQ(read.gpus, 3);
  EXPECT_TRUE(read.as_ncu);
  EXPECT_TRUE(read.device_clock);
  EXPECT_FALSE(read.advise);
  EXPECT_EQ(read.max_warp_instructions, std::uint64_t{1} << 60);
  EXPECT_EQ(read.max_kept_bytes, 17);
}

TEST(Options, OfAnotherFormAreRefusedWithTheVariablesName) {
  EXPECT_TRUE(message_of([] { (void)options_from("{"); }).starts_with("FOREWARP_EXEC: "));
  const std::string missing = message_of([] { (void)options_from(R"({"devices": ["a100"]})"); });
  EXPECT_TRUE(missing.starts_with("FOREWARP_EXEC: ")) << missing;
  EXPECT_NE(missing.find("gpus"), std::string::npos) << missing;
  std::string wrong = Options{.devices = {"a100"}}.json();
  wrong.replace(wrong.find("\"gpus\":1"), 8, "\"gpus\":{}");
  EXPECT_THROW((void)options_from(wrong), InputError);
}

TEST(Options, VisibleDevicesAreThoseBeforeTheFirstThatIsNotThere) {
  using Gpus = std::vector<int>;

  EXPECT_EQ(visible_gpus(3, nullptr), (Gpus{0, 1, 2}));
  EXPECT_EQ(visible_gpus(3, "2, 0"), (Gpus{2, 0}));
  EXPECT_EQ(visible_gpus(3, "1,3,0"), Gpus{1});
  EXPECT_EQ(visible_gpus(3, "1,1,0"), Gpus{1});
  for (const char* none : {"", "-1", "NoDevFiles", "-1,0"}) EXPECT_EQ(visible_gpus(3, none), Gpus{}) << none;
}

TEST(Options, APlaceInTheMachineIsFoundAmongTheVisibleDevices) {
  Options options{.devices = {"a100"}, .gpus = 2, .visible = {2, 0}};

  EXPECT_EQ(options.place_of(0), 2);
  EXPECT_EQ(options.gpu_at(0), 1);
  EXPECT_EQ(options.gpu_at(1), -1);
  options.visible.clear();
  EXPECT_EQ(options.place_of(1), 1);
  EXPECT_EQ(options.gpu_at(1), 1);
}

TEST(Options, DevicesMustBeNamedAndRunCuda) {
  EXPECT_EQ(message_of([] { (void)devices_of({}); }), "no device is named");
  EXPECT_NE(message_of([] { (void)devices_of({.devices = {"firepro-w9100"}}); }).find(" does not run CUDA programs"),
            std::string::npos);
  EXPECT_THROW((void)devices_of({.devices = {"a100", "no such device"}}), InputError);
}

TEST(Options, AsNsightComputeMeasuresDevicesRunAtBaseClock) {
  const auto own = devices_of({.devices = {"a100", "a10"}}), base = devices_of({.devices = {"a100"}, .as_ncu = true});
  ASSERT_EQ(own.size(), 2);
  ASSERT_EQ(base.size(), 1);

  ASSERT_GT(own[0].base_hz, 0);
  EXPECT_GT(own[0].boost_hz, own[0].base_hz);
  EXPECT_EQ(base[0].boost_hz, own[0].base_hz);
  EXPECT_EQ(base[0].sustained_hz, own[0].base_hz);
  EXPECT_NE(own[1].name, own[0].name);
}

TEST(Options, ARecordingLiesBesideTheOptions) {
  EXPECT_EQ(recording_file("/tmp/run/options.json", 42), "/tmp/run/recording-42.jsonl");
}

TEST(HostClock, StandsInACallButForItsCosts) {
  HostClock clock;
  clock.enter();
  const double before = clock.now();

  EXPECT_EQ(clock.now(), before);
  clock.spend(0.25);
  EXPECT_DOUBLE_EQ(clock.now(), before + 0.25);
  clock.wait_until(before + 1);
  EXPECT_DOUBLE_EQ(clock.now(), before + 1);
  clock.wait_until(before + 0.5);  // is past
  EXPECT_DOUBLE_EQ(clock.now(), before + 1);
  EXPECT_DOUBLE_EQ(clock.called(), 0.25);
  EXPECT_DOUBLE_EQ(clock.waited(), 0.75);
  clock.leave();
}

TEST(HostClock, GoesOnFromWhereACallEnded) {
  HostClock clock;
  clock.enter();
  clock.spend(1000);
  const double in_call = clock.now();
  clock.leave();

  const double after = clock.now(), later = clock.now();
  EXPECT_GE(after, in_call - 1e-6);
  EXPECT_LT(after, in_call + 100);  // real time alone
  EXPECT_GE(later, after);
}

TEST(HostClock, RealTimeInsideACallIsTakenOut) {
  HostClock clock;
  clock.enter();
  const double before = clock.now(), began = real_seconds();
  while (real_seconds() - began < 0.02) {
  }
  EXPECT_EQ(clock.now(), before);
  clock.leave();

  const double passed = clock.now() - before;
  EXPECT_LE(passed, real_seconds() - began - 0.02 + 1e-6);
  EXPECT_EQ(clock.called(), 0);
}

}  // namespace
}  // namespace forewarp::runtime
