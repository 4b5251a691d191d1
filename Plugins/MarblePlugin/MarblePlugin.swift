import Foundation
import PackagePlugin

/// `swift package marble …`: the command without installing it.
///
/// A package that has a command of its own, an executable that depends on `MarbleCommandLine`, gets that one, with its operators. What writes
/// files into the package needs `swift package --allow-writing-to-package-directory marble …`.
@main struct MarblePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try ownCommand(of: context.package) ?? context.tool(named: "MarbleCommand").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// The command of the package itself, built; nil if it has none.
  private func ownCommand(of package: Package) throws -> URL? {
    let product = package.products(ofType: ExecutableProduct.self).first { product in
      product.mainTarget.dependencies.contains { dependency in
        if case .product(let used) = dependency { used.name == "MarbleCommandLine" } else { false }
      }
    }
    guard let product else { return nil }
    let result = try packageManager.build(.product(product.name), parameters: .init())
    guard result.succeeded else {
      Diagnostics.error(result.logText)
      exit(1)
    }
    return result.builtArtifacts.first { $0.kind == .executable }?.url
  }
}
