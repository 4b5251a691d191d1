import Foundation
import Pipes

// On platforms with Combine these types also conform to its protocols of the same names, with the same associated
// types.
extension JSONEncoder: Pipes.TopLevelEncoder {}
extension JSONDecoder: Pipes.TopLevelDecoder {}
extension PropertyListEncoder: Pipes.TopLevelEncoder {}
extension PropertyListDecoder: Pipes.TopLevelDecoder {}
