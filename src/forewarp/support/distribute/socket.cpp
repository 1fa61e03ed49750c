// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/socket.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::distribute {
namespace {

constexpr int waiting_connections = 1024;
constexpr const char* loopback = "127.0.0.1";

/// An address of either family with a port.
struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

std::optional<Address> address_of(const std::string& text, std::uint16_t port) {
  Address address;
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET, text.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    std::memcpy(&address.storage, &four, address.size = sizeof four);
    return address;
  }
  if (::inet_pton(AF_INET6, text.c_str(), &six.sin6_addr) != 1) return std::nullopt;
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(port);
  std::memcpy(&address.storage, &six, address.size = sizeof six);
  return address;
}

/// Small frames go at once.
void set_up(const Socket& socket) {
  const int on = 1;
  ::setsockopt(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/// 0, or the error.
int connect_within(const Socket& socket, const Address& address, double timeout_s) {
  if (::connect(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  pollfd wait{socket.descriptor(), POLLOUT, 0};
  int ready = 0;
  do ready = ::poll(&wait, 1, static_cast<int>(timeout_s * 1000));
  while (ready < 0 && errno == EINTR);
  if (ready == 0) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

/// Addresses of interfaces that are up, without loopback and without those that hold on one link alone.
std::vector<std::string> own_addresses() {
  std::vector<std::string> all;
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return all;
  for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || (one->ifa_flags & IFF_UP) == 0 || (one->ifa_flags & IFF_LOOPBACK) != 0) continue;
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (one->ifa_addr->sa_family == AF_INET) {
      const auto* four = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
      all.emplace_back(::inet_ntop(AF_INET, &four->sin_addr, text.data(), text.size()));
    } else if (one->ifa_addr->sa_family == AF_INET6) {
      const auto* six = reinterpret_cast<const sockaddr_in6*>(one->ifa_addr);
      if (!IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr))
        all.emplace_back(::inet_ntop(AF_INET6, &six->sin6_addr, text.data(), text.size()));
    }
  }
  ::freeifaddrs(list);
  return all;
}

}  // namespace

Socket& Socket::operator=(Socket&& other) noexcept {
  close();
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

void Socket::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

std::string place_text(const Place& place) {
  return fmt::format("{} {} {}", place.host, place.port, fmt::join(place.addresses, " "));
}

Place place_from(std::string_view text) {
  const std::vector<std::string_view> words = split_at(text, ' ');
  Place place;
  const std::string_view port = words.size() < 3 ? std::string_view() : words[1];
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), place.port);
  if (port.empty() || error != std::errc{} || end != port.data() + port.size() || place.port == 0)
    throw InputError("the first process of the job did not say where it listens");
  place.host = words.front();
  place.addresses.assign(words.begin() + 2, words.end());
  return place;
}

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name.front() == '\0') return "unnamed";
  return name.data();
}

/// Over IPv6 where the machine has it, which serves both; else over IPv4.
Socket listen_on_free_port(Reach reach) {
  const std::vector<std::string> any = {"::", "0.0.0.0"};
  int failure = 0;
  for (const std::string& text : reach == Reach::this_machine ? std::vector<std::string>{loopback} : any) {
    const Address address = *address_of(text, 0);
    Socket socket(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int off = 0;
    if (socket.is_open() && address.storage.ss_family == AF_INET6)
      ::setsockopt(socket.descriptor(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (socket.is_open() &&
        ::bind(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) == 0 &&
        ::listen(socket.descriptor(), waiting_connections) == 0)
      return socket;
    failure = errno;
  }
  throw Unavailable(fmt::format("cannot listen for other processes: {}", std::strerror(failure)));
}

Place place_of(const Socket& listening, Reach reach) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  ::getsockname(listening.descriptor(), reinterpret_cast<sockaddr*>(&storage), &size);
  sockaddr_in four{};
  std::memcpy(&four, &storage, sizeof four);  // the port lies at the same place in either family
  Place place{.host = host_name(), .port = ntohs(four.sin_port), .addresses = {}};
  if (reach == Reach::all_machines) place.addresses = own_addresses();
  if (place.addresses.empty()) place.addresses.emplace_back(loopback);
  return place;
}

std::optional<Socket> accept_one(const Socket& listening) {
  Socket socket(::accept4(listening.descriptor(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket.is_open()) return std::nullopt;
  set_up(socket);
  return socket;
}

Attempt connect_to(const std::string& address, std::uint16_t port, double timeout_s) {
  const std::optional<Address> to = address_of(address, port);
  if (!to) return {.socket = {}, .error = EINVAL};
  Attempt attempt{.socket = Socket(::socket(to->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))};
  attempt.error = attempt.socket.is_open() ? connect_within(attempt.socket, *to, timeout_s) : errno;
  if (attempt.error == 0) set_up(attempt.socket);
  return attempt;
}

bool wait_readable(const Socket& socket, double timeout_s) {
  pollfd wait{socket.descriptor(), POLLIN, 0};
  return ::poll(&wait, 1, static_cast<int>(timeout_s * 1000)) > 0;
}

bool send_some(const Socket& socket, std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t now = ::send(socket.descriptor(), text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && would_block()) break;
    if (now <= 0) return false;
    sent += static_cast<std::size_t>(now);
  }
  text.erase(0, sent);
  return true;
}

bool receive_some(const Socket& socket, std::string& text) {
  std::array<char, 65536> part{};
  constexpr int most_parts = 16;  // then others have their turn
  for (int i = 0; i < most_parts; ++i) {
    const ssize_t now = ::recv(socket.descriptor(), part.data(), part.size(), 0);
    if (now < 0 && would_block()) return true;
    if (now <= 0) return false;
    text.append(part.data(), static_cast<std::size_t>(now));
  }
  return true;
}

}  // namespace forewarp::distribute
