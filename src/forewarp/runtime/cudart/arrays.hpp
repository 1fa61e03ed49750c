// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// CUDA arrays, and the texture and surface objects that read them or other memory. The handle of an array is the
/// address of its first texel; that of an object the address of its emu::TextureDescriptor.
#include <cuda_runtime_api.h>

#include <map>
#include <optional>

#include "forewarp/runtime/session.hpp"

namespace forewarp::cudart {

struct Array {
  std::byte* texels = nullptr;
  std::size_t pitch = 0;         ///< bytes from a row to the next
  cudaChannelFormatDesc format;  ///< as it was requested
  cudaExtent extent;             ///< the same: 0 for a height or depth that it does not have
  unsigned flags = 0;

  [[nodiscard]] std::size_t texel_bytes() const;
  [[nodiscard]] std::size_t rows() const { return extent.height ? extent.height : 1; }
  [[nodiscard]] std::size_t slices() const { return extent.depth ? extent.depth : 1; }
  /// The rows from a texel on; x, y, z count texels, rows and slices. Throws CallFailed outside of the array.
  [[nodiscard]] runtime::Rows from(std::size_t x, std::size_t y, std::size_t z) const;
};

/// What an object was made of.
struct TextureObject {
  cudaResourceDesc resource;
  cudaTextureDesc description;
};

/// Where memory lies in an array.
struct ArrayPlace {
  cudaArray_t handle;
  const Array& array;
  std::size_t x_bytes, y, z;
};

struct Textures {
  std::map<const void*, Array> arrays;                   ///< by handle
  std::map<cudaTextureObject_t, TextureObject> objects;  ///< textures and surfaces, by handle

  /// Throws CallFailed for what is no array.
  [[nodiscard]] Array& array(cudaArray_const_t handle);
  /// Nothing for memory of no array.
  [[nodiscard]] std::optional<ArrayPlace> place(const std::byte* texel) const;
};

/// Throws CallFailed for a format that arrays and textures do not have here.
void check_format(const cudaChannelFormatDesc& format);

// What calls do in both APIs. Each throws CallFailed.
[[nodiscard]] cudaArray_t new_array(runtime::Session& session, const cudaChannelFormatDesc& format, cudaExtent extent,
                                    unsigned flags);
void free_array(runtime::Session& session, cudaArray_t array);
[[nodiscard]] cudaTextureObject_t new_texture(runtime::Session& session, const cudaResourceDesc& resource,
                                              const cudaTextureDesc& description);
[[nodiscard]] cudaSurfaceObject_t new_surface(runtime::Session& session, const cudaResourceDesc& resource);
/// A texture or a surface.
void destroy_object(runtime::Session& session, cudaTextureObject_t object);

/// Those of the process.
[[nodiscard]] Textures& textures();

}  // namespace forewarp::cudart
