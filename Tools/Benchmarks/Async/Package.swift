// swift-tools-version: 6.3
import PackageDescription

// Measures the engine against async sequences. Apart from the other benchmarks, so that those do not need this peer.
let package = Package(
  name: "Async",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(name: "swift-marbles", path: "../../.."),
  ],
  targets: [
    .executableTarget(
      name: "async",
      dependencies: [
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Pipes", package: "swift-marbles"),
        .product(name: "VirtualTime", package: "swift-marbles"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
  ],
  swiftLanguageModes: [.v6]
)
