// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Search",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "swift-marbles", path: "../../..")],
  targets: [
    .target(name: "Search", dependencies: [.product(name: "Pipes", package: "swift-marbles")]),
    .testTarget(name: "SearchTests", dependencies: ["Search", .product(name: "MarblesTesting", package: "swift-marbles")]),
  ]
)
