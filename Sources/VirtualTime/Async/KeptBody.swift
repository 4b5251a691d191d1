/// A function that its caller has lent, as an object that may outlive the call: a body that blocks its thread is left
/// behind, and still uses what it has captured.
///
/// `withoutActuallyEscaping` alone ends the process there. The captures are kept here, which is possible only if they
/// are an object: `nil` for captures on the stack of the caller.
package func keptBody(_ body: @Sendable () async throws -> Void) -> (@Sendable () async throws -> Void)? {
  // A function is the address of its code and that of its captures. In a generic context it would be another one.
  struct Words {
    var function: @Sendable () async throws -> Void
  }
  typealias Addresses = (code: UInt, captures: UInt)
  return withoutActuallyEscaping(body) { wrapper in
    // The wrapper has captured the function, behind the header of an object: its type and its count of references.
    let (_, object) = unsafeBitCast(Words(function: wrapper), to: Addresses.self)
    guard let header = UnsafePointer<UInt>(bitPattern: object) else { return nil }
    let addresses = (code: header[2], captures: header[3])
    guard addresses.captures == 0 || isObject(addresses.captures) else { return nil }
    return unsafeBitCast(addresses, to: Words.self).function
  }
}

/// Whether an address is that of an object, whose type is part of a library or of the program. A place on a stack has
/// no type.
private func isObject(_ address: UInt) -> Bool {
  typealias Find = @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer) -> CInt
  guard let type = UnsafePointer<UInt>(bitPattern: address)?.pointee,
    let find = Host.function("dladdr", Find.self)
  else { return false }
  return withUnsafeTemporaryAllocation(of: UInt.self, capacity: 4) { answer in
    answer.baseAddress.map { find(UnsafeRawPointer(bitPattern: type), $0) != 0 } ?? false
  }
}
