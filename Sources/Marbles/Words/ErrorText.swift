/// The text of an error in failures.
enum ErrorText {
  /// Returns how the error describes itself, or its name if that description has none: `URLError.timedOut`.
  static func of(_ error: some Error) -> String {
    // Foundation describes it as "Error Domain=NSURLErrorDomain Code=-1001", and this module does not import it.
    guard error._domain == "NSURLErrorDomain", String(describing: type(of: error)) == "URLError" else {
      return String(describing: error)
    }
    return urlErrors[error._code].map { "URLError.\($0)" } ?? "URLError(\(error._code))"
  }

  private static let urlErrors: [Int: String] = [
    -1: "unknown", -999: "cancelled", -1000: "badURL", -1001: "timedOut", -1002: "unsupportedURL",
    -1003: "cannotFindHost", -1004: "cannotConnectToHost", -1005: "networkConnectionLost", -1006: "dnsLookupFailed",
    -1007: "httpTooManyRedirects", -1008: "resourceUnavailable", -1009: "notConnectedToInternet",
    -1010: "redirectToNonExistentLocation", -1011: "badServerResponse", -1012: "userCancelledAuthentication",
    -1013: "userAuthenticationRequired", -1014: "zeroByteResource", -1015: "cannotDecodeRawData",
    -1016: "cannotDecodeContentData", -1017: "cannotParseResponse", -1018: "internationalRoamingOff",
    -1019: "callIsActive", -1020: "dataNotAllowed", -1021: "requestBodyStreamExhausted",
    -1100: "fileDoesNotExist", -1101: "fileIsDirectory", -1102: "noPermissionsToReadFile",
    -1103: "dataLengthExceedsMaximum", -1200: "secureConnectionFailed", -1201: "serverCertificateHasBadDate",
    -1202: "serverCertificateUntrusted", -1203: "serverCertificateHasUnknownRoot",
    -1204: "serverCertificateNotYetValid", -1205: "clientCertificateRejected", -1206: "clientCertificateRequired",
    -2000: "cannotLoadFromNetwork", -3000: "cannotCreateFile", -3001: "cannotOpenFile", -3002: "cannotCloseFile",
    -3003: "cannotWriteToFile", -3004: "cannotRemoveFile", -3005: "cannotMoveFile",
  ]
}
