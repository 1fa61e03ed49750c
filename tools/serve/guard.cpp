// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/guard.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

#include "serve/token.hpp"

namespace forewarp::serve {
namespace {

bool is_ipv4(std::string_view host) {
  in_addr address{};
  return ::inet_pton(AF_INET, std::string(host).c_str(), &address) == 1;
}

bool is_ipv6(std::string_view host) {
  in6_addr address{};
  return ::inet_pton(AF_INET6, std::string(host).c_str(), &address) == 1;
}

bool is_any_address(std::string_view host) { return host == "0.0.0.0" || host == "::"; }

std::string own_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

/// "127.0.0.1" of "127.0.0.1:8642" and "::1" of "[::1]:8642"; nothing where the port is another.
std::optional<std::string_view> host_of(std::string_view text, int port) {
  const std::string tail = fmt::format(":{}", port);
  if (text.ends_with(tail))
    text.remove_suffix(tail.size());
  else if (port != 80)
    return std::nullopt;
  if (text.starts_with('[') && text.ends_with(']')) return text.substr(1, text.size() - 2);
  return text;
}

/// A name that only we have: an address cannot be rebound, as names of a hostile name server can.
bool names_us(std::string_view text, const Policy& policy) {
  const auto host = host_of(text, policy.port);
  if (!host) return false;
  if (*host == policy.host) return true;
  if (is_loopback(policy.host)) return *host == "localhost" || *host == "127.0.0.1" || *host == "::1";
  if (!is_any_address(policy.host)) return false;
  return is_ipv4(*host) || is_ipv6(*host) || *host == "localhost" || *host == own_name();
}

std::string_view cookie_of(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    std::string_view one = cookies.substr(0, end);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(name) && one.substr(name.size()).starts_with('=')) return one.substr(name.size() + 1);
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
  }
  return {};
}

bool has_token(const Head& head, const Policy& policy) {
  if (equal_in_constant_time(head.header("x-forewarp-token"), policy.token)) return true;
  return equal_in_constant_time(cookie_of(head.header("cookie"), cookie_name(policy.port)), policy.token);
}

std::optional<Refusal> refused_as_foreign(const Head& head, const Policy& policy) {
  const std::string_view origin = head.header("origin"), site = head.header("sec-fetch-site");
  if (!origin.empty()) {
    constexpr std::string_view scheme = "http://";
    if (!origin.starts_with(scheme) || !names_us(origin.substr(scheme.size()), policy))
      return Refusal{403, "requests of pages of another origin are not served"};
  }
  // A link of another page may lead here, as typing the address does: the page that opens shows that other page
  // nothing.
  const bool is_link = head.method == "GET" && head.path() == "/" && head.header("sec-fetch-mode") == "navigate" &&
                       head.header("sec-fetch-dest") == "document";
  if (!site.empty() && site != "same-origin" && site != "none" && !is_link)
    return Refusal{403, "requests of pages of another origin are not served"};
  return std::nullopt;
}

std::optional<Refusal> refused_as_form(const Head& head) {
  if (head.method != "POST") return std::nullopt;
  if (head.header("x-forewarp") != "1") return Refusal{403, "the header X-Forewarp is missing"};
  if (!head.header("content-type").starts_with("application/json"))
    return Refusal{415, "the body must be application/json"};
  return std::nullopt;
}

}  // namespace

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" || (is_ipv4(host) && host.starts_with("127."));
}

std::string authority(std::string_view host, int port) {
  return is_ipv6(host) ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

std::string cookie_name(int port) { return fmt::format("forewarp_{}", port); }

bool has_token_in_query(const Head& head, const Policy& policy) {
  constexpr std::string_view key = "token=";
  return !policy.token.empty() && head.query().starts_with(key) &&
         equal_in_constant_time(head.query().substr(key.size()), policy.token);
}

std::optional<Refusal> refusal_of(const Head& head, const Policy& policy) {
  if (!names_us(head.header("host"), policy)) return Refusal{421, "the Host of the request is not this server"};
  if (auto refusal = refused_as_foreign(head, policy)) return refusal;
  const bool is_entry = head.method == "GET" && head.path() == "/";
  if (!policy.token.empty() && !has_token(head, policy) && !(is_entry && has_token_in_query(head, policy)))
    return Refusal{401, "a token is needed: open the address that forewarp serve printed"};
  if (auto refusal = refused_as_form(head)) return refusal;
  if (head.body_bytes > policy.max_body_bytes)
    return Refusal{413, fmt::format("the body is larger than {} MB", policy.max_body_bytes >> 20)};
  return std::nullopt;
}

}  // namespace forewarp::serve
