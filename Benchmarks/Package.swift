// swift-tools-version: 6.2
import PackageDescription

// Measures the engine against OpenCombine and against hand-written loops. A package of its own, so that the product depends on nothing.
// `WithPipes` and `WithOpenCombine` compile the very same files, `Sources/Cases`, through a symbolic link each.
let strict: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
    .package(name: "swift-marbles", path: ".."),
  ],
  targets: [
    .target(name: "MallocCount"),
    .target(name: "Contest", swiftSettings: strict),
    .target(name: "Limits", dependencies: ["Contest"], swiftSettings: strict),
    .target(
      name: "WithPipes",
      dependencies: [
        "Contest", .product(name: "Pipes", package: "swift-marbles"), .product(name: "VirtualTime", package: "swift-marbles"),
      ], swiftSettings: strict),
    .target(
      name: "WithOpenCombine", dependencies: ["Contest", "OpenCombine", .product(name: "VirtualTime", package: "swift-marbles")],
      swiftSettings: strict + [.define("OPENCOMBINE")]),
    .executableTarget(name: "bench", dependencies: ["Contest", "Limits", "MallocCount", "WithPipes", "WithOpenCombine"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
