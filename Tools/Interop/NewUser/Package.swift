// swift-tools-version: 6.3
// What a new user writes, as the README says: an app and its tests.
import PackageDescription

let package = Package(
  name: "SearchApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "swift-marbles", path: "../../..")],
  targets: [
    .target(name: "SearchApp", dependencies: [.product(name: "PipesFoundation", package: "swift-marbles")]),
    .testTarget(
      name: "SearchAppTests",
      dependencies: [
        "SearchApp",
        .product(name: "MarblesTesting", package: "swift-marbles"),
        .product(name: "MarblesFoundation", package: "swift-marbles"),
      ]),
    // Tests of async code, which compile no operators.
    .testTarget(name: "TickTests", dependencies: [.product(name: "MarblesTestingLight", package: "swift-marbles")]),
  ],
  swiftLanguageModes: [.v6]
)
