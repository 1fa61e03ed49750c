// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Complex numbers of host and device code.
#include <cmath>
#include <complex>
#include <istream>
#include <ostream>
#include <type_traits>

namespace thrust {

template <class T>
class complex {
 public:
  typedef T value_type;
  __host__ __device__ constexpr complex(T re = T(), T im = T()) : re_(re), im_(im) {}
  template <class U>
  __host__ __device__ constexpr complex(const complex<U>& o)
      : re_(static_cast<T>(o.real())), im_(static_cast<T>(o.imag())) {}
  complex(const ::std::complex<T>& o) : re_(o.real()), im_(o.imag()) {}
  operator ::std::complex<T>() const { return {re_, im_}; }
  __host__ __device__ constexpr T real() const { return re_; }
  __host__ __device__ constexpr T imag() const { return im_; }
  __host__ __device__ void real(T re) { re_ = re; }
  __host__ __device__ void imag(T im) { im_ = im; }
  __host__ __device__ complex& operator+=(const complex& o) { return *this = *this + o; }
  __host__ __device__ complex& operator-=(const complex& o) { return *this = *this - o; }
  __host__ __device__ complex& operator*=(const complex& o) { return *this = *this * o; }
  __host__ __device__ complex& operator/=(const complex& o) { return *this = *this / o; }
  __host__ __device__ friend complex operator+(const complex& a, const complex& b) { return {a.re_ + b.re_, a.im_ + b.im_}; }
  __host__ __device__ friend complex operator-(const complex& a, const complex& b) { return {a.re_ - b.re_, a.im_ - b.im_}; }
  __host__ __device__ friend complex operator-(const complex& a) { return {-a.re_, -a.im_}; }
  __host__ __device__ friend complex operator+(const complex& a) { return a; }
  __host__ __device__ friend complex operator*(const complex& a, const complex& b) {
    return {a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_};
  }
  __host__ __device__ friend complex operator/(const complex& a, const complex& b) {
    // Scaled first, as in Thrust, so that squares of large numbers do not overflow.
    const T scale = T(1) / (::std::abs(b.re_) + ::std::abs(b.im_));
    const T ar = a.re_ * scale, ai = a.im_ * scale, br = b.re_ * scale, bi = b.im_ * scale;
    const T over = T(1) / (br * br + bi * bi);
    return {(ar * br + ai * bi) * over, (ai * br - ar * bi) * over};
  }
  __host__ __device__ friend bool operator==(const complex& a, const complex& b) { return a.re_ == b.re_ && a.im_ == b.im_; }
  __host__ __device__ friend bool operator!=(const complex& a, const complex& b) { return !(a == b); }

 private:
  T re_, im_;
};
template <class T>
__host__ __device__ T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
__host__ __device__ T abs(const complex<T>& z) {
  return ::std::hypot(z.real(), z.imag());
}
template <class T>
__host__ __device__ T arg(const complex<T>& z) {
  return ::std::atan2(z.imag(), z.real());
}
template <class T>
__host__ __device__ complex<T> conj(const complex<T>& z) {
  return {z.real(), -z.imag()};
}
template <class T>
__host__ __device__ complex<T> polar(T length, T angle = T()) {
  return {length * ::std::cos(angle), length * ::std::sin(angle)};
}
template <class T>
__host__ __device__ complex<T> exp(const complex<T>& z) {
  return polar(::std::exp(z.real()), z.imag());
}
template <class T>
__host__ __device__ complex<T> sqrt(const complex<T>& z) {
  if (z == complex<T>()) return {T(), z.imag()};
  const T root = ::std::sqrt((abs(z) + ::std::abs(z.real())) / T(2)), other = z.imag() / (T(2) * root);
  if (z.real() >= 0) return {root, other};
  return {::std::abs(other), ::std::copysign(root, z.imag())};
}
template <class T>
__host__ __device__ complex<T> log(const complex<T>& z) {
  const T length = abs(z);
  if (length < T(0.7) || length > T(1.4)) return {::std::log(length), arg(z)};
  // |z|^2 - 1 without the rounding of |z|.
  const T re = ::std::abs(z.real()), im = ::std::abs(z.imag()), larger = re > im ? re : im, less = re > im ? im : re;
  return {::std::log1p((larger - 1) * (larger + 1) + less * less) / T(2), arg(z)};
}
template <class T>
__host__ __device__ complex<T> log10(const complex<T>& z) {
  return log(z) / complex<T>(::std::log(T(10)));
}
template <class T>
__host__ __device__ complex<T> pow(const complex<T>& z, const complex<T>& n) {
  return z == complex<T>() ? complex<T>() : exp(n * log(z));
}
template <class T>
__host__ __device__ complex<T> pow(const complex<T>& z, const T& n) {
  return pow(z, complex<T>(n));
}
template <class T>
__host__ __device__ complex<T> pow(const T& x, const complex<T>& n) {
  return pow(complex<T>(x), n);
}
template <class T>
__host__ __device__ complex<T> sinh(const complex<T>& z) {
  return {::std::sinh(z.real()) * ::std::cos(z.imag()), ::std::cosh(z.real()) * ::std::sin(z.imag())};
}
template <class T>
__host__ __device__ complex<T> cosh(const complex<T>& z) {
  return {::std::cosh(z.real()) * ::std::cos(z.imag()), ::std::sinh(z.real()) * ::std::sin(z.imag())};
}
template <class T>
__host__ __device__ complex<T> tanh(const complex<T>& z) {
  if (::std::abs(z.real()) < T(20)) return sinh(z) / cosh(z);
  const T rest = ::std::exp(T(-2) * ::std::abs(z.real()));  // sinh and cosh alone would overflow
  return {::std::copysign(T(1), z.real()), T(2) * ::std::sin(T(2) * z.imag()) * rest};
}
template <class T>
__host__ __device__ complex<T> sin(const complex<T>& z) {
  return {::std::sin(z.real()) * ::std::cosh(z.imag()), ::std::cos(z.real()) * ::std::sinh(z.imag())};
}
template <class T>
__host__ __device__ complex<T> cos(const complex<T>& z) {
  return {::std::cos(z.real()) * ::std::cosh(z.imag()), -::std::sin(z.real()) * ::std::sinh(z.imag())};
}
template <class T>
__host__ __device__ complex<T> tan(const complex<T>& z) {
  const complex<T> w = tanh(complex<T>(-z.imag(), z.real()));
  return {w.imag(), -w.real()};
}

// Kahan's forms ("Branch cuts for complex elementary functions", 1987), which do not cancel.
template <class T>
__host__ __device__ complex<T> asinh(const complex<T>& z) {
  const complex<T> a = sqrt(complex<T>(1 + z.imag(), -z.real())), b = sqrt(complex<T>(1 - z.imag(), z.real()));
  return {::std::asinh(a.real() * b.imag() - b.real() * a.imag()),
          ::std::atan2(z.imag(), a.real() * b.real() - a.imag() * b.imag())};
}
template <class T>
__host__ __device__ complex<T> acosh(const complex<T>& z) {
  const complex<T> a = sqrt(complex<T>(z.real() - 1, z.imag())), b = sqrt(complex<T>(z.real() + 1, z.imag()));
  return {::std::asinh(a.real() * b.real() + a.imag() * b.imag()), T(2) * ::std::atan2(a.imag(), b.real())};
}
template <class T>
__host__ __device__ complex<T> atanh(const complex<T>& z) {
  const T re = ::std::abs(z.real()), im = z.imag();
  return {::std::copysign(::std::log1p(T(4) * re / ((1 - re) * (1 - re) + im * im)) / T(4), z.real()),
          ::std::atan2(T(2) * im, (1 - re) * (1 + re) - im * im) / T(2)};
}
template <class T>
__host__ __device__ complex<T> asin(const complex<T>& z) {
  const complex<T> w = asinh(complex<T>(-z.imag(), z.real()));
  return {w.imag(), -w.real()};
}
template <class T>
__host__ __device__ complex<T> acos(const complex<T>& z) {
  const complex<T> a = sqrt(complex<T>(1 - z.real(), -z.imag())), b = sqrt(complex<T>(1 + z.real(), z.imag()));
  return {T(2) * ::std::atan2(a.real(), b.real()), ::std::asinh(b.real() * a.imag() - b.imag() * a.real())};
}
template <class T>
__host__ __device__ complex<T> atan(const complex<T>& z) {
  const complex<T> w = atanh(complex<T>(-z.imag(), z.real()));
  return {w.imag(), -w.real()};
}
template <class T>
__host__ __device__ complex<T> proj(const complex<T>& z) {
  if (!::std::isinf(z.real()) && !::std::isinf(z.imag())) return z;
  return {static_cast<T>(INFINITY), ::std::copysign(T(0), z.imag())};
}

// Operands of two types: what their product would be has both. complex<float> * double is complex<double>.
template <class T, class U>
using __fw_promoted = complex<typename ::std::common_type<T, U>::type>;
template <class T, class U>
using __fw_if_other = typename ::std::enable_if<!::std::is_same<T, U>::value && ::std::is_arithmetic<U>::value, int>::type;
#define __FW_COMPLEX_MIXED(op)                                                                             \
  template <class T, class U, __fw_if_other<T, U> = 0>                                                     \
  __host__ __device__ __fw_promoted<T, U> operator op(const complex<T>& a, const complex<U>& b) {          \
    return __fw_promoted<T, U>(a) op __fw_promoted<T, U>(b);                                               \
  }                                                                                                        \
  template <class T, class U, __fw_if_other<T, U> = 0>                                                     \
  __host__ __device__ __fw_promoted<T, U> operator op(const complex<T>& a, const U& b) {                   \
    return __fw_promoted<T, U>(a) op __fw_promoted<T, U>(b);                                               \
  }                                                                                                        \
  template <class T, class U, __fw_if_other<T, U> = 0>                                                     \
  __host__ __device__ __fw_promoted<T, U> operator op(const U& a, const complex<T>& b) {                   \
    return __fw_promoted<T, U>(a) op __fw_promoted<T, U>(b);                                               \
  }
__FW_COMPLEX_MIXED(+)
__FW_COMPLEX_MIXED(-)
__FW_COMPLEX_MIXED(*)
__FW_COMPLEX_MIXED(/)
#undef __FW_COMPLEX_MIXED
template <class T, class U, __fw_if_other<T, U> = 0>
__host__ __device__ __fw_promoted<T, U> pow(const complex<T>& z, const complex<U>& n) {
  return pow(__fw_promoted<T, U>(z), __fw_promoted<T, U>(n));
}
template <class T, class U, __fw_if_other<T, U> = 0>
__host__ __device__ __fw_promoted<T, U> pow(const complex<T>& z, const U& n) {
  return pow(__fw_promoted<T, U>(z), __fw_promoted<T, U>(n));
}
template <class T, class U, __fw_if_other<T, U> = 0>
__host__ __device__ __fw_promoted<T, U> pow(const U& x, const complex<T>& n) {
  return pow(__fw_promoted<T, U>(x), __fw_promoted<T, U>(n));
}

template <class T, class Char, class Traits>
::std::basic_ostream<Char, Traits>& operator<<(::std::basic_ostream<Char, Traits>& out, const complex<T>& z) {
  return out << static_cast<::std::complex<T>>(z);
}
template <class T, class Char, class Traits>
::std::basic_istream<Char, Traits>& operator>>(::std::basic_istream<Char, Traits>& in, complex<T>& z) {
  ::std::complex<T> read;
  in >> read;
  z = complex<T>(read);
  return in;
}

}  // namespace thrust
