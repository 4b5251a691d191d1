import Foundation
import Pipes

// On platforms with Combine, these are coders of Combine already, with the same types.
extension JSONEncoder: Pipes.TopLevelEncoder {}
extension JSONDecoder: Pipes.TopLevelDecoder {}
extension PropertyListEncoder: Pipes.TopLevelEncoder {}
extension PropertyListDecoder: Pipes.TopLevelDecoder {}
