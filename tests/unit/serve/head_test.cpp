// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/head.hpp"

#include <gtest/gtest.h>

namespace forewarp::serve {
namespace {

int status_of(const std::string& text) {
  const auto read = read_head(text);
  const auto* refusal = std::get_if<Refusal>(&read);
  return refusal == nullptr ? 200 : refusal->status;
}

TEST(Head, ARequestIsReadWithItsHeadersInLowerCase) {
  const auto read = read_head("POST /api/answer?a=b HTTP/1.1\r\nHOST:  here:1 \r\nContent-Length: 12\r\n\r\n");

  const Head& head = std::get<Head>(read);
  EXPECT_EQ(head.method, "POST");
  EXPECT_EQ(head.path(), "/api/answer");
  EXPECT_EQ(head.query(), "a=b");
  EXPECT_EQ(head.header("host"), "here:1");
  EXPECT_EQ(head.header("origin"), "");
  EXPECT_EQ(head.body_bytes, 12U);
}

TEST(Head, WhatTheServerHasNoUseForIsRefused) {
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\n\r\n"), 505);
  EXPECT_EQ(status_of("PUT / HTTP/1.1\r\n\r\n"), 405);
  EXPECT_EQ(status_of("OPTIONS * HTTP/1.1\r\n\r\n"), 405);
  EXPECT_EQ(status_of("GET http://other/ HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\nHost: a\n\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nA: \x01\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nRange: bytes=0-1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nContent-Length: 4\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\n\r\n"), 411);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /" + std::string(600, 'a') + " HTTP/1.1\r\n\r\n"), 414);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nA: " + std::string(9000, 'a') + "\r\n\r\n"), 431);
  EXPECT_EQ(status_of(""), 400);
}

TEST(Head, CookiesThatComeInSeveralHeadersAreJoined) {
  const auto read = read_head("GET / HTTP/1.1\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n");

  EXPECT_EQ(std::get<Head>(read).header("cookie"), "a=1; b=2");
}

}  // namespace
}  // namespace forewarp::serve
