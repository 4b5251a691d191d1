// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "swift-marbles",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Pipes", targets: ["Pipes"]),
    .library(name: "PipesFoundation", targets: ["PipesFoundation"]),
    .library(name: "VirtualTime", targets: ["VirtualTime"]),
    .library(name: "Marbles", targets: ["Marbles"]),
    .library(name: "MarblesTesting", targets: ["MarblesTesting", "Pipes"]),
    // Without the operators of Pipes, for tests of async code and of Combine.
    .library(name: "MarblesTestingLight", targets: ["MarblesTesting"]),
    .library(name: "MarblesPictures", targets: ["MarblesPictures"]),
    .library(name: "MarblesFoundation", targets: ["MarblesFoundation"]),
    .library(name: "MarbleDiagrams", targets: ["MarbleDiagrams"]),
    .library(name: "MarbleCommandLine", targets: ["MarbleCommandLine"]),
    .plugin(name: "MarblePlugin", targets: ["MarblePlugin"]),
    .executable(name: "marble", targets: ["MarbleCommand"]),
  ],
  dependencies: [],
  targets: [
    // What the kit needs of Pipes: everything except operators. Who tests other streams compiles no more of it.
    .target(name: "PipesCore", path: "Sources/Pipes/Core"),
    .target(name: "Pipes", dependencies: ["PipesCore"], exclude: ["Core"]),
    .target(name: "PipesFoundation", dependencies: ["Pipes"]),
    .target(name: "VirtualTime", dependencies: ["PipesCore"]),
    .target(name: "Marbles", dependencies: ["VirtualTime"]),
    .target(
      name: "MarblesTesting",
      // Where Combine exists, tests may expect its publishers.
      dependencies: [
        "MarbleRuns", "Marbles",
        .target(
          name: "PipesFoundation",
          condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])),
      ]),
    // Pictures of tests. It is a module of its own, because what draws takes a quarter of the time to build MarblesTesting.
    .target(name: "MarblesPictures", dependencies: ["MarbleDiagrams", "MarblesTesting"]),
    .target(name: "MarblesFoundation", dependencies: ["Marbles", "PipesFoundation"]),
    .target(name: "MarbleRuns", dependencies: ["Marbles"]),
    .target(
      name: "MarbleDiagrams", dependencies: ["MarbleRuns"],
      resources: [.embedInCode("Page/player.js"), .embedInCode("Page/page.js")]),
    .target(name: "MarbleSpecs", dependencies: ["MarbleRuns", "Pipes"]),
    // For the playground, which Tools/Scripts/wasm compiles, and for its tests.
    .target(name: "MarblePage", dependencies: ["MarbleDiagrams", "MarbleSpecs"]),
    .target(name: "MarbleCommandLine", dependencies: ["MarbleDiagrams", "MarbleSpecs"]),
    .executableTarget(name: "MarbleCommand", dependencies: ["MarbleCommandLine"]),
    .plugin(
      name: "MarblePlugin",
      // It builds the command only when it is called. As a dependency, the command and all it is made of would be compiled twice by every build.
      capability: .command(
        intent: .custom(verb: "marble", description: "Runs marble: draws, checks and explains specs of streams."))),
    .systemLibrary(name: "CMemory", path: "Tests/CMemory"),
    .testTarget(name: "PipesTests", dependencies: ["CMemory", "Marbles", "Pipes", "VirtualTime"]),
    .testTarget(name: "PipesFoundationTests", dependencies: ["PipesFoundation"]),
    // Compares the turns of tasks with those of a machine of one thread.
    .executableTarget(name: "OneThread", dependencies: ["Pipes", "VirtualTime"], path: "Tests/OneThread"),
    .testTarget(name: "VirtualTimeTests", dependencies: ["OneThread", "Pipes", "VirtualTime"]),
    .target(name: "TestFolder", path: "Tests/TestFolder"),
    .target(name: "TestMutation", dependencies: ["VirtualTime"], path: "Tests/TestMutation"),
    .testTarget(
      name: "MarblesTests", dependencies: ["Marbles", "Pipes", "TestFolder"], exclude: ["Notation/mistakes.txt"]),
    .testTarget(
      name: "MarblesTestingTests",
      dependencies: ["MarblesPictures", "MarblesTesting", "Pipes", "TestFolder", "TestMutation"],
      exclude: ["compile-mistakes.txt"]),
    .testTarget(name: "MarblesFoundationTests", dependencies: ["MarblesFoundation", "PipesFoundation"]),
    .target(name: "Gallery", dependencies: ["MarbleSpecs", "Pipes"], path: "Tests/Gallery"),
    .testTarget(
      name: "MarbleDiagramsTests", dependencies: ["Gallery", "MarbleDiagrams", "MarbleSpecs", "TestFolder"],
      exclude: ["explanations.txt"]),
    .testTarget(
      name: "MarbleSpecsTests",
      dependencies: ["Gallery", "MarbleDiagrams", "MarblePage", "MarbleSpecs", "TestFolder", "TestMutation"],
      exclude: [
        "foreign-names.txt", "mistakes.txt", "runs.txt", "sayings.txt", "values.txt", "Rules/fifty-rules.txt",
        "Rules/rule-sentences.txt",
      ]),
    .executableTarget(name: "OwnMarble", dependencies: ["MarbleCommandLine", "Marbles"], path: "Tests/OwnMarble"),
    .testTarget(
      name: "MarbleCommandTests",
      dependencies: ["Gallery", "MarbleCommandLine", "OwnMarble", "TestFolder"],
      exclude: ["Exports", "Fuzz/Corpus", "Sessions", "Snapshots", "mistakes.txt", "swift-lines.txt"]),
    .testTarget(
      name: "TutorialTests",
      dependencies: ["PipesFoundation", "MarblesFoundation", "MarblesTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

// `MARBLES_TESTS=PipesTests,MarblesTests swift test` compiles these test targets, what they need, and nothing else.
if let chosen = Context.environment["MARBLES_TESTS"], !chosen.isEmpty {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { return }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): need(name)
      default: break
      }
    }
  }
  if chosen == "Laws" {
    // The laws of the operators of Pipes, without the other tests in their target.
    package.targets.first { $0.name == "PipesTests" }?.exclude = [
      "Calls", "Concurrency", "Faults", "Fuzz", "Observation", "Operators", "Origins", "Subjects", "Surface", "Values",
    ]
    need("PipesTests")
  }
  for name in chosen.split(separator: ",") { need(String(name)) }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

// Where changes are checked, a warning is an error. Nowhere else, so that a later compiler stops nobody.
if Context.environment["MARBLES_WARNINGS"] == "error" {
  for target in package.targets where target.type != .plugin && target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
