// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/mapped_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp {
namespace {

TEST(MappedFile, OutlivesTheNameOfItsFile) {
  const TemporaryFolder folder("mapped");
  const auto path = folder.path() / "bytes";
  std::ofstream(path) << "abc";

  const MappedBytes mapped = map_file(path);
  std::filesystem::remove(path);

  ASSERT_EQ(mapped.bytes.size(), 3);
  EXPECT_EQ(mapped.bytes[2], std::byte{'c'});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mapped.bytes.data()) % 4096, 0);
}

TEST(MappedFile, NamesThePathOfWhatItCannotMap) {
  const TemporaryFolder folder("mapped");
  const std::string name = folder.path().string();
  std::ofstream(folder.path() / "nothing").flush();
  const auto complaint = [](const std::filesystem::path& path) {
    return forewarp::testing::message_of([&] { (void)map_file(path); });
  };

  EXPECT_EQ(complaint(folder.path() / "absent"), name + "/absent: No such file or directory");
  EXPECT_EQ(complaint(folder.path()), name + ": is not a file");
  EXPECT_EQ(complaint(folder.path() / "nothing"), name + "/nothing: is empty");
}

}  // namespace
}  // namespace forewarp
