// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "MarbleTests",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "Search", path: ".."),
    .package(name: "swift-marbles", path: "../../../.."),
  ],
  targets: [
    .testTarget(
      name: "SearchMarbleTests",
      dependencies: [
        .product(name: "Search", package: "Search"),
        .product(name: "MarblesTesting", package: "swift-marbles"),
      ])
  ]
)
