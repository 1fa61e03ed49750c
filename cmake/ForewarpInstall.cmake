# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# What is installed, in three components: what runs (the default one), "dev" for programs that use the library, "mpi".
include(CMakePackageConfigHelpers)
install(
  TARGETS forewarp
  EXPORT forewarpTargets
  LIBRARY NAMELINK_COMPONENT dev
  ARCHIVE COMPONENT dev
  FILE_SET HEADERS COMPONENT dev)
install(EXPORT forewarpTargets NAMESPACE forewarp:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp COMPONENT dev)
install(TARGETS forewarp_tool)
install(DIRECTORY data/devices data/generators data/loop data/measured data/models data/papers data/strategies DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
install(FILES data/kernel_classes.toml DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
install(DIRECTORY kernels DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES cmake/d3_license.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright.d3)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
write_basic_package_version_file(forewarpConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/forewarpConfig.cmake.in forewarpConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp)
install(
  FILES ${PROJECT_BINARY_DIR}/forewarpConfig.cmake ${PROJECT_BINARY_DIR}/forewarpConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp
  COMPONENT dev)

# Debian packages (./dev package): the tool and what it reads; the library, which asks for what it is linked with; the
# module that mpirun needs, so that the first does not ask for Open MPI.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME forewarp)
set(CPACK_PACKAGE_CONTACT "The forewarp authors <forewarp@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/package")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-19, libclc-19, pocl-opencl-icd, ocl-icd-libopencl1")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "forewarp-dev, forewarp-mpi")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified dev)
if(TARGET forewarp_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME forewarp)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME forewarp-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "forewarp (= ${PROJECT_VERSION}), libfmt-dev, nlohmann-json3-dev, libtomlplusplus-dev, zlib1g-dev, libtbb-dev, libsqlite3-dev, libsvm-dev, libcminpack-dev, libisl-dev, liblz4-dev, libzstd-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "cmake")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "")
set(CPACK_DEBIAN_MPI_PACKAGE_NAME forewarp-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "forewarp (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "openmpi-bin")
set(CPACK_DEBIAN_MPI_PACKAGE_SUGGESTS "")
include(CPack)
