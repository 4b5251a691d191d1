// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Settling",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-marbles", path: "../../..")],
  targets: [
    .target(name: "Settling", dependencies: [.product(name: "Pipes", package: "swift-marbles")]),
    .executableTarget(
      name: "SettlingMarble", dependencies: ["Settling", .product(name: "MarbleCommandLine", package: "swift-marbles")]),
    .executableTarget(
      name: "Draw", dependencies: ["Settling", .product(name: "MarbleDiagrams", package: "swift-marbles")]),
    .testTarget(
      name: "SettlingTests",
      dependencies: [
        "Settling", .product(name: "MarblesTesting", package: "swift-marbles"),
        .product(name: "MarblesPictures", package: "swift-marbles"),
      ]),
  ]
)
