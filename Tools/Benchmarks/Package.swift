// swift-tools-version: 6.3
import PackageDescription

// Measures the engine against OpenCombine and against hand-written loops. A package of its own, so that the product
// depends on nothing. `WithPipes` and `WithOpenCombine` compile the very same files, `Sources/Cases`, through a
// symbolic link each.
let strict: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]

let pipes: Target.Dependency = .product(name: "Pipes", package: "swift-marbles")
let virtualTime: Target.Dependency = .product(name: "VirtualTime", package: "swift-marbles")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
    .package(name: "swift-marbles", path: "../.."),
  ],
  targets: [
    .target(name: "MallocCount"),
    .target(name: "Contest", swiftSettings: strict),
    // Every loop of the limits begins at a cache line: some take a nanosecond, and their speed would depend on where
    // the compiler places them.
    .target(
      name: "Limits", dependencies: ["Contest"], swiftSettings: strict + [.unsafeFlags(["-Xllvm", "-align-loops=64"])]),
    .target(name: "WithPipes", dependencies: ["Contest", pipes, virtualTime], swiftSettings: strict),
    .target(
      name: "WithOpenCombine", dependencies: ["Contest", "OpenCombine", virtualTime],
      swiftSettings: strict + [.define("OPENCOMBINE")]),
    .target(
      name: "WithMarbles",
      dependencies: ["Contest", pipes, virtualTime, .product(name: "Marbles", package: "swift-marbles")],
      swiftSettings: strict),
    // A target each, so that `Tools/Benchmarks/run` can time the compiler.
    .target(name: "Depth10", dependencies: ["Contest", pipes], swiftSettings: strict),
    .target(name: "Depth20", dependencies: ["Contest", pipes], swiftSettings: strict),
    .target(name: "Depth30", dependencies: ["Contest", pipes], swiftSettings: strict),
    .executableTarget(
      name: "bench",
      dependencies: [
        "Contest", "Depth10", "Depth20", "Depth30", "Limits", "MallocCount", "WithMarbles", "WithPipes",
        "WithOpenCombine",
      ],
      swiftSettings: strict),
    .executableTarget(name: "memory", dependencies: ["MallocCount", pipes, virtualTime], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
