// swift-tools-version: 5.9
// A package that supports older systems, and so cannot depend on this one. Its marble tests are a package of their own.
import PackageDescription

let package = Package(
  name: "Search",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "Search", targets: ["Search"])],
  targets: [.target(name: "Search")]
)
