#if !canImport(Combine)
  import Foundation
  import Testing

  /// A small HTTP server on a free port of this machine, with a thread for each connection.
  final class HTTPServer: Sendable {
    /// The requests, in order of arrival.
    let requests = Shared<[String]>([])
    /// A request has been read.
    let arrived = Signal()
    /// Lets a slow answer go on.
    let release = Signal()
    /// The client of an answer without an end has closed the connection.
    let clientLeft = Signal()
    let port: UInt16
    private let door: Int32

    init() throws {
      (door, port) = try HTTPServer.bound()
      guard listen(door, 16) == 0 else { throw POSIXError(.EIO) }
      Thread.detachNewThread { [self] in
        while true {
          let connection = accept(door, nil, nil)
          if connection < 0 {
            // Only this thread closes the door: its number may belong to another server as soon as it is closed.
            close(door)
            return
          }
          Thread.detachNewThread { [self] in
            answer(on: connection)
            close(connection)
          }
        }
      }
    }
    func stop() {
      shutdown(door, Int32(SHUT_RDWR))
    }
    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    /// Runs the body with a port on which nobody listens. The port stays taken meanwhile, so that no other server can
    /// get it.
    static func withRefusingPort<Result>(_ body: (UInt16) throws -> Result) throws -> Result {
      let (socket, port) = try bound()
      defer { close(socket) }
      return try body(port)
    }
    private static func bound() throws -> (socket: Int32, port: UInt16) {
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in(), size = socklen_t(MemoryLayout<sockaddr_in>.size)
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
        }
      }
      guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
      return (socket, UInt16(bigEndian: address.sin_port))
    }

    private func answer(on connection: Int32) {
      guard let path = path(on: connection) else { return }
      requests.with { $0.append(path) }
      arrived()
      switch path {
      case "/hello": send("200 OK", length: 5, "hello", on: connection)
      case "/nothing": send("204 No Content", length: nil, "", on: connection)
      case "/slow":
        send("200 OK", length: 10, "hello", on: connection)
        release.wait()
        write("world", on: connection)
      case "/endless":
        send("200 OK", length: 10, "hello", on: connection)
        while received(on: connection) != nil {}
        clientLeft()
      default: send("404 Not Found", length: 8, "no such ", on: connection)
      }
    }
    /// The path of the request.
    private func path(on connection: Int32) -> String? {
      var head = ""
      while !head.contains("\r\n\r\n") {
        guard let more = received(on: connection) else { return nil }
        head += more
      }
      let words = head.split(separator: " ")
      return words.count > 1 ? String(words[1]) : nil
    }
    private func received(on connection: Int32) -> String? {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = recv(connection, &buffer, buffer.count, 0)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
    private func send(_ status: String, length: Int?, _ body: String, on connection: Int32) {
      let size = length.map { "Content-Length: \($0)\r\n" } ?? ""
      write("HTTP/1.1 \(status)\r\n\(size)Connection: close\r\n\r\n\(body)", on: connection)
    }
    private func write(_ text: String, on connection: Int32) {
      let bytes = Array(text.utf8)
      _ = Foundation.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }
#endif
