// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/guard.hpp"

#include <gtest/gtest.h>

namespace forewarp::serve {
namespace {

using Headers = std::map<std::string, std::string>;

int status_of(const Policy& policy, const std::string& method, const std::string& target, const Headers& headers) {
  Head head{.method = method, .target = target, .headers = headers};
  const auto refusal = refusal_of(head, policy);
  return refusal ? refusal->status : 200;
}

const Policy local{.port = 8642};
const Headers posted = {{"host", "127.0.0.1:8642"}, {"x-forewarp", "1"}, {"content-type", "application/json"}};

Headers with(Headers headers, const std::string& name, const std::string& value) {
  headers[name] = value;
  return headers;
}

TEST(Guard, ARequestMustNameThisServer) {
  EXPECT_EQ(status_of(local, "GET", "/", {{"host", "127.0.0.1:8642"}}), 200);
  EXPECT_EQ(status_of(local, "GET", "/", {{"host", "localhost:8642"}}), 200);
  EXPECT_EQ(status_of(local, "GET", "/", {{"host", "[::1]:8642"}}), 200);
  EXPECT_EQ(status_of(local, "GET", "/", {{"host", "evil.example:8642"}}), 421);
  EXPECT_EQ(status_of(local, "GET", "/", {{"host", "127.0.0.1:80"}}), 421);
  EXPECT_EQ(status_of(local, "GET", "/", {{"host", "127.0.0.1.evil.example:8642"}}), 421);
  EXPECT_EQ(status_of(local, "GET", "/", {}), 421);
}

TEST(Guard, PagesOfAnotherOriginAreRefused) {
  EXPECT_EQ(status_of(local, "POST", "/api/answer", posted), 200);
  EXPECT_EQ(status_of(local, "POST", "/api/answer", with(posted, "origin", "http://localhost:8642")), 200);
  EXPECT_EQ(status_of(local, "POST", "/api/answer", with(posted, "origin", "http://localhost:8643")), 403);
  EXPECT_EQ(status_of(local, "POST", "/api/answer", with(posted, "origin", "https://127.0.0.1:8642")), 403);
  EXPECT_EQ(status_of(local, "POST", "/api/answer", with(posted, "origin", "null")), 403);
  EXPECT_EQ(status_of(local, "GET", "/api/start", {{"host", "127.0.0.1:8642"}, {"sec-fetch-site", "cross-site"}}), 403);
  EXPECT_EQ(status_of(local, "GET", "/serve.js", {{"host", "127.0.0.1:8642"}, {"sec-fetch-site", "same-site"}}), 403);
  EXPECT_EQ(status_of(local, "GET", "/serve.js", {{"host", "127.0.0.1:8642"}, {"sec-fetch-site", "same-origin"}}), 200);
}

TEST(Guard, ALinkOfAnotherPageMayOpenThePageButNotFrameIt) {
  const Headers link = {{"host", "127.0.0.1:8642"},
                        {"sec-fetch-site", "cross-site"},
                        {"sec-fetch-mode", "navigate"},
                        {"sec-fetch-dest", "document"}};

  EXPECT_EQ(status_of(local, "GET", "/", link), 200);
  EXPECT_EQ(status_of(local, "GET", "/", with(link, "sec-fetch-dest", "iframe")), 403);
  EXPECT_EQ(status_of(local, "GET", "/api/start", link), 403);
}

TEST(Guard, WhatAFormOfAnotherPageCanSendIsRefused) {
  Headers without = posted;
  without.erase("x-forewarp");

  EXPECT_EQ(status_of(local, "POST", "/api/answer", without), 403);
  EXPECT_EQ(status_of(local, "POST", "/api/answer", with(posted, "content-type", "text/plain")), 415);
}

TEST(Guard, ATokenIsTakenFromTheCookieTheHeaderOrTheFirstAddress) {
  const Policy open{.host = "0.0.0.0", .port = 8642, .token = "abcd"};
  const Headers plain = {{"host", "192.168.1.7:8642"}};

  EXPECT_EQ(status_of(open, "GET", "/", plain), 401);
  EXPECT_EQ(status_of(open, "GET", "/?token=abcd", plain), 200);
  EXPECT_EQ(status_of(open, "GET", "/?token=abce", plain), 401);
  EXPECT_EQ(status_of(open, "GET", "/api/start?token=abcd", plain), 401);
  EXPECT_EQ(status_of(open, "GET", "/api/start", with(plain, "cookie", "x=1; forewarp_8642=abcd")), 200);
  EXPECT_EQ(status_of(open, "GET", "/api/start", with(plain, "cookie", "forewarp_8642=abc")), 401);
  EXPECT_EQ(status_of(open, "GET", "/api/start", with(plain, "x-forewarp-token", "abcd")), 200);
  EXPECT_EQ(status_of(open, "GET", "/", {{"host", "evil.example:8642"}, {"cookie", "forewarp_8642=abcd"}}), 421);
}

TEST(Guard, TheLoopbackInterfaceIsKnownByItsAddresses) {
  EXPECT_TRUE(is_loopback("127.0.0.1") && is_loopback("127.8.0.1") && is_loopback("::1") && is_loopback("localhost"));
  EXPECT_FALSE(is_loopback("0.0.0.0") || is_loopback("127.evil.example") || is_loopback("192.168.0.1"));
  EXPECT_EQ(authority("::1", 80), "[::1]:80");
}

}  // namespace
}  // namespace forewarp::serve
