@_exported import Marbles
