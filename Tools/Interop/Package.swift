// swift-tools-version: 6.3
// Runs code of others in virtual time. A package of its own, so that the main one depends on nothing.
import PackageDescription

let package = Package(
  name: "Interop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-marbles", path: "../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .testTarget(
      name: "InteropTests",
      dependencies: [
        .product(name: "VirtualTime", package: "swift-marbles"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
