@_exported import Pipes
