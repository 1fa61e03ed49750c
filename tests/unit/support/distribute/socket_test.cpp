// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/socket.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "forewarp/support/error.hpp"

namespace forewarp::distribute {
namespace {

TEST(Place, TravelsAsText) {
  const Place place = place_from(place_text({.host = "node7", .port = 4711, .addresses = {"10.0.0.7", "fd00::7"}}));

  EXPECT_EQ(place.host, "node7");
  EXPECT_EQ(place.port, 4711);
  EXPECT_EQ(place.addresses, (std::vector<std::string>{"10.0.0.7", "fd00::7"}));
}

TEST(Place, IsRefusedWithoutPortOrAddress) {
  EXPECT_THROW((void)place_from("node7"), InputError);
  EXPECT_THROW((void)place_from("node7 12x 10.0.0.7"), InputError);
  EXPECT_THROW((void)place_from("node7 99999 10.0.0.7"), InputError);
  EXPECT_THROW((void)place_from("node7 80"), InputError);
}

TEST(Socket, IsReachedWhereItListens) {
  const Socket listening = listen_on_free_port(Reach::this_machine);
  const Place place = place_of(listening, Reach::this_machine);

  const Attempt attempt = connect_to(place.addresses.front(), place.port, 5);
  ASSERT_EQ(attempt.error, 0);
  std::string sent = "hello", received;
  ASSERT_TRUE(send_some(attempt.socket, sent));
  ASSERT_TRUE(wait_readable(listening, 5));
  const auto accepted = accept_one(listening);
  ASSERT_TRUE(accepted);
  ASSERT_TRUE(wait_readable(*accepted, 5));
  ASSERT_TRUE(receive_some(*accepted, received));

  EXPECT_EQ(received, "hello");
  EXPECT_TRUE(sent.empty());
}

TEST(Socket, IsRefusedWhereNothingListens) {
  Socket listening = listen_on_free_port(Reach::this_machine);
  const Place place = place_of(listening, Reach::this_machine);
  listening.close();

  EXPECT_EQ(connect_to("127.0.0.1", place.port, 5).error, ECONNREFUSED);
  EXPECT_EQ(connect_to("no address", place.port, 5).error, EINVAL);
}

TEST(Socket, OfAllMachinesHasAnAddress) {
  const Socket listening = listen_on_free_port(Reach::all_machines);
  const Place place = place_of(listening, Reach::all_machines);

  EXPECT_FALSE(place.addresses.empty());
  EXPECT_NE(place.port, 0);
  EXPECT_EQ(connect_to("127.0.0.1", place.port, 5).error, 0);
}

TEST(Socket, ReportsThatTheOtherSideClosed) {
  const Socket listening = listen_on_free_port(Reach::this_machine);
  Attempt attempt = connect_to("127.0.0.1", place_of(listening, Reach::this_machine).port, 5);
  ASSERT_TRUE(wait_readable(listening, 5));
  const auto accepted = accept_one(listening);

  attempt.socket.close();

  ASSERT_TRUE(wait_readable(*accepted, 5));
  std::string received;
  EXPECT_FALSE(receive_some(*accepted, received));
}

}  // namespace
}  // namespace forewarp::distribute
