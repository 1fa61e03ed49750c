// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/cache_store.hpp"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::source {
namespace {
namespace fs = std::filesystem;

TEST(CacheStore, GivesBackWhatWasPutInBytes) {
  const TemporaryFolder folder;
  CacheStore store(folder.path());
  const std::string bytes("a\0b\nc", 5);
  store.put("key", bytes);

  EXPECT_EQ(store.get("key"), bytes);
  EXPECT_EQ(store.get("other"), std::nullopt);
  EXPECT_EQ(CacheStore(folder.path()).get("key"), bytes) << "another process sees it too";
}

TEST(CacheStore, TakesADamagedEntryForNone) {
  const TemporaryFolder folder;
  CacheStore store(folder.path());
  store.put("key", "some text");
  fs::path file;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file()) file = entry.path();
  fs::resize_file(file, fs::file_size(file) - 1);

  EXPECT_EQ(store.get("key"), std::nullopt);
  std::ofstream(file) << "";
  EXPECT_EQ(store.get("key"), std::nullopt);
}

TEST(CacheStore, MakesAnEntryOnceForManyThreads) {
  const TemporaryFolder folder;
  CacheStore store(folder.path());
  std::atomic<int> made = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      EXPECT_EQ(store.get_or_make("key",
                                  [&] {
                                    ++made;
                                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                    return std::string("text");
                                  }),
                "text");
    });
  threads.clear();

  EXPECT_EQ(made, 1);
}

TEST(CacheStore, EvictsTheOldestFirst) {
  const TemporaryFolder folder;
  CacheStore store(folder.path(), 1 << 20);
  const std::string text(300 << 10, 'x');
  for (const char* key : {"first", "second", "third"}) {
    store.put(key, text);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(store.get("first"));  // reading makes it the youngest
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  store.put("fourth", text);  // 4 x 300 KiB > 1 MiB; 2 x 300 KiB <= 0.8 MiB < 3 x 300 KiB
  store.evict();

  EXPECT_TRUE(store.get("first"));
  EXPECT_TRUE(store.get("fourth"));
  EXPECT_FALSE(store.get("second"));
  EXPECT_FALSE(store.get("third"));
}

TEST(CacheStore, WithoutAUsableFolderWorksAndSaysSo) {
  CacheStore store(fs::path("/proc/nowhere"));
  store.put("key", "text");

  EXPECT_FALSE(store.usable());
  EXPECT_NE(store.note().find("no cache: /proc/nowhere"), std::string::npos) << store.note();
  EXPECT_EQ(store.get_or_make("key", [] { return std::string("made"); }), "made");
}

TEST(CacheStore, LiesWhereTheEnvironmentSays) {
  ::setenv("FOREWARP_CACHE", "/a/b", 1);
  EXPECT_EQ(default_cache_folder(), fs::path("/a/b"));
  ::setenv("FOREWARP_CACHE", "off", 1);
  EXPECT_EQ(default_cache_folder(), std::nullopt);
  ::unsetenv("FOREWARP_CACHE");
  ::setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(default_cache_folder(), fs::path("/x/forewarp"));
  ::unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace forewarp::source
