import Foundation
import MarbleSpecs

/// The specs in `Diagrams/`, for the tests of several modules.
package enum Gallery {
  package static let folder =
    "\(#filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/"))/Diagrams"

  /// All of them, in the order of their names.
  package static func specs() throws -> [SpecText] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".marble") }.sorted()
    return try names.map { SpecText(try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8), file: "\(folder)/\($0)") }
  }

  /// A file beside them.
  package static func text(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
}
