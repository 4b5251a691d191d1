// swift-tools-version: 6.3
// The modules that talk to Foundation, as Apple's platforms build them: with a module named Combine.
//
// No such platform is needed. `Combine` is a stand-in: the engine of Pipes under another name, so that all its types
// are others, and the public signatures of Apple's Foundation for queues, run loops, timers, notifications, requests
// and coders.
import PackageDescription

let package = Package(
  name: "Apple",
  platforms: [.macOS(.v15)],
  targets: [
    // Inside of it, `Pipes` means itself. Combine has no scheduler without a type.
    .target(
      name: "CombineCore", path: "CombineEngine/Core", exclude: ["Protocols/AnyScheduler.swift"], packageAccess: false,
      swiftSettings: [.unsafeFlags(["-module-alias", "PipesCore=CombineCore", "-package-name", "combine"])]),
    .target(
      name: "CombineEngine", dependencies: ["CombineCore"], path: "CombineEngine", exclude: ["Pipes.docc", "Core"],
      packageAccess: false,
      swiftSettings: [
        .unsafeFlags([
          "-module-alias", "Pipes=CombineEngine", "-module-alias", "PipesCore=CombineCore", "-package-name", "combine",
        ])
      ]),
    .target(name: "Combine", dependencies: ["CombineEngine"], path: "Combine"),
    .target(name: "PipesCore", path: "Sources/Pipes/Core"),
    .target(name: "Pipes", dependencies: ["PipesCore"], exclude: ["Core", "Pipes.docc"]),
    .target(name: "PipesFoundation", dependencies: ["Pipes", "Combine"], exclude: ["PipesFoundation.docc"]),
    .target(name: "VirtualTime", dependencies: ["PipesCore"], exclude: ["VirtualTime.docc"]),
    .target(name: "Marbles", dependencies: ["VirtualTime"], exclude: ["Marbles.docc"]),
    // Apple's platforms have no module of Foundation for requests alone.
    .target(
      name: "MarblesFoundation", dependencies: ["Marbles", "PipesFoundation", "Combine"],
      exclude: ["MarblesFoundation.docc", "Session"]),
    .target(name: "MarbleRuns", dependencies: ["Marbles"], exclude: ["MarbleRuns.docc"]),
    .target(
      name: "MarblesTesting", dependencies: ["MarbleRuns", "Marbles", "PipesFoundation", "Combine"],
      exclude: ["MarblesTesting.docc"]),
    .testTarget(
      name: "PipesFoundationTests", dependencies: ["PipesFoundation"], path: "MainTests/PipesFoundationTests"),
    .testTarget(
      name: "MarblesFoundationTests", dependencies: ["MarblesFoundation"], path: "MainTests/MarblesFoundationTests",
      exclude: ["Session"]),
    .testTarget(
      name: "TutorialTests", dependencies: ["PipesFoundation", "MarblesFoundation", "MarblesTesting"],
      path: "MainTests/TutorialTests"),
    .testTarget(
      name: "CombineTests", dependencies: ["Combine", "PipesFoundation", "MarblesFoundation", "MarblesTesting"],
      path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
