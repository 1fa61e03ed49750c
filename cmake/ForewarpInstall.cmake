# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
include(CMakePackageConfigHelpers)
install(TARGETS forewarp EXPORT forewarpTargets FILE_SET HEADERS)
install(EXPORT forewarpTargets NAMESPACE forewarp:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp)
install(TARGETS forewarp_tool)
install(DIRECTORY data/devices data/generators data/loop data/models data/papers data/strategies DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
install(FILES data/kernel_classes.toml DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
install(DIRECTORY kernels DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
write_basic_package_version_file(forewarpConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/forewarpConfig.cmake.in forewarpConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp)
install(FILES ${PROJECT_BINARY_DIR}/forewarpConfig.cmake ${PROJECT_BINARY_DIR}/forewarpConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp)

# A Debian package of the tool, the library and what they read: ./dev package.
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
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-19, libclc-19, pocl-opencl-icd")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "openmpi-bin")
include(CPack)
