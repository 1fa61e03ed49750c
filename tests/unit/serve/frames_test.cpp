// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/frames.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

namespace forewarp::serve {
namespace {

class Pipe : public ::testing::Test {
 protected:
  Pipe() { EXPECT_EQ(::pipe(ends_), 0); }
  ~Pipe() override {
    ::close(ends_[0]);
    close_writing();
  }
  void close_writing() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  void put(std::string_view bytes) { EXPECT_EQ(::write(ends_[1], bytes.data(), bytes.size()), ssize_t(bytes.size())); }
  int ends_[2] = {-1, -1};
};

TEST_F(Pipe, MessagesArriveWholeAndInOrder) {
  Frames frames(ends_[0], ends_[1]);
  const std::string large(1 << 20, 'x');

  std::thread writer([&] { EXPECT_TRUE(frames.write("one\n2") && frames.write("") && frames.write(large)); });

  Frames reader(ends_[0], -1);
  EXPECT_EQ(reader.read(), "one\n2");
  EXPECT_EQ(reader.read(), "");
  EXPECT_EQ(reader.read(), large);
  writer.join();
}

TEST_F(Pipe, NothingInTimeIsToldFromTheEnd) {
  Frames frames(ends_[0], -1);
  put("5\nab");

  EXPECT_FALSE(frames.read(std::chrono::milliseconds(10)).has_value());
  EXPECT_TRUE(frames.timed_out());
  close_writing();
  EXPECT_FALSE(frames.read(std::chrono::milliseconds(10)).has_value());
  EXPECT_FALSE(frames.timed_out());
}

TEST_F(Pipe, ALengthThatIsNoneEndsTheStream) {
  Frames frames(ends_[0], -1);
  put("12345678901234567890\n");

  EXPECT_FALSE(frames.read(std::chrono::seconds(5)).has_value());
  EXPECT_FALSE(frames.timed_out());
}

}  // namespace
}  // namespace forewarp::serve
