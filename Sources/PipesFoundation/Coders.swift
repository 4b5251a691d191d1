#if !canImport(Combine)
  import Foundation
  import Pipes

  extension JSONEncoder: TopLevelEncoder {}
  extension JSONDecoder: TopLevelDecoder {}
  extension PropertyListEncoder: TopLevelEncoder {}
  extension PropertyListDecoder: TopLevelDecoder {}
#endif
