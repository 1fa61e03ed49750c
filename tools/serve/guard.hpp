// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which requests are served at all. A browser sends requests to this machine for any page that it shows, so a request
/// must name this server (Host: a name that was rebound to 127.0.0.1 is another), come from its own page (Origin,
/// Sec-Fetch-Site), and carry a header that a page of another origin cannot send without being asked (X-Forewarp).
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "serve/head.hpp"

namespace forewarp::serve {

struct Policy {
  std::string host = "127.0.0.1";  ///< what the server listens on
  int port = 0;
  std::string token = {};  ///< empty: none is needed
  std::size_t max_body_bytes = std::size_t{24} << 20;
};

/// Whether only programs of this machine reach it: 127.0.0.0/8, ::1, localhost.
[[nodiscard]] bool is_loopback(std::string_view host);

/// "127.0.0.1:8642", "[::1]:8642".
[[nodiscard]] std::string authority(std::string_view host, int port);

/// Name of the cookie that holds the token: cookies do not tell ports apart.
[[nodiscard]] std::string cookie_name(int port);

/// Nothing where the request may be served.
[[nodiscard]] std::optional<Refusal> refusal_of(const Head& head, const Policy& policy);

/// Whether the query has the token, as in the address that the server prints: "/?token=...".
[[nodiscard]] bool has_token_in_query(const Head& head, const Policy& policy);

}  // namespace forewarp::serve
