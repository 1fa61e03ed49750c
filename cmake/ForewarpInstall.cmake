# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
include(CMakePackageConfigHelpers)
install(TARGETS forewarp EXPORT forewarpTargets FILE_SET HEADERS)
install(EXPORT forewarpTargets NAMESPACE forewarp:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp)
install(TARGETS forewarp_tool)
install(DIRECTORY data/devices data/generators data/papers DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
install(DIRECTORY kernels DESTINATION ${CMAKE_INSTALL_DATADIR}/forewarp)
write_basic_package_version_file(forewarpConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/forewarpConfig.cmake.in forewarpConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp)
install(FILES ${PROJECT_BINARY_DIR}/forewarpConfig.cmake ${PROJECT_BINARY_DIR}/forewarpConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/forewarp)
