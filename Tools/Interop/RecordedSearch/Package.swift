// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "RecordedSearch",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-marbles", path: "../../..")],
  targets: [
    .target(name: "Search", dependencies: [.product(name: "Pipes", package: "swift-marbles")]),
    .executableTarget(
      name: "SearchApp",
      dependencies: [
        "Search", .product(name: "Marbles", package: "swift-marbles"),
        .product(name: "PipesFoundation", package: "swift-marbles"),
      ]),
    .testTarget(
      name: "SearchTests", dependencies: ["Search", .product(name: "MarblesTesting", package: "swift-marbles")],
      exclude: ["session.jsonl"]),
  ]
)
