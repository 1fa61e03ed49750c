// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Complex numbers of host and device code.
#include <cmath>

namespace thrust {

template <class T>
class complex {
 public:
  typedef T value_type;
  __host__ __device__ constexpr complex(T re = T(), T im = T()) : re_(re), im_(im) {}
  template <class U>
  __host__ __device__ constexpr complex(const complex<U>& o)
      : re_(static_cast<T>(o.real())), im_(static_cast<T>(o.imag())) {}
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
    const T d = b.re_ * b.re_ + b.im_ * b.im_;
    return {(a.re_ * b.re_ + a.im_ * b.im_) / d, (a.im_ * b.re_ - a.re_ * b.im_) / d};
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
  return polar(::std::sqrt(abs(z)), arg(z) / T(2));
}
template <class T>
__host__ __device__ complex<T> log(const complex<T>& z) {
  return {::std::log(abs(z)), arg(z)};
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
  return sinh(z) / cosh(z);
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
  return sin(z) / cos(z);
}

}  // namespace thrust
