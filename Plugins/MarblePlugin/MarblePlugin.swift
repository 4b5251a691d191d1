import Dispatch
import Foundation
import PackagePlugin

/// `swift package marble …`: the command without installing it.
///
/// A package that has a command of its own, an executable that depends on `MarbleCommandLine`, gets that one, with its
/// operators. What writes files into the package needs `swift package --allow-writing-to-package-directory marble …`.
@main struct MarblePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let name = ownCommand(of: context.package) ?? "marble"
    // A build that takes longer than a moment is told of. SwiftPM prints both streams of a plugin where it prints the
    // output of the command.
    let notice = DispatchWorkItem {
      FileHandle.standardError.write(
        Data("Building the command '\(name)'. The first time this takes a minute or more.\n".utf8))
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: notice)
    let result = try packageManager.build(.product(name), parameters: .init())
    notice.cancel()
    guard result.succeeded, let command = result.builtArtifacts.first(where: { $0.kind == .executable }) else {
      Diagnostics.error(result.logText)
      exit(1)
    }
    let process = Process()
    process.executableURL = command.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// The product with the command of the package itself; nil if it has none.
  private func ownCommand(of package: Package) -> String? {
    package.products(ofType: ExecutableProduct.self).first { product in
      product.mainTarget.dependencies.contains { dependency in
        if case .product(let used) = dependency { used.name == "MarbleCommandLine" } else { false }
      }
    }?.name
  }
}
