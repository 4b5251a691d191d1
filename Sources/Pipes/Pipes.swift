// All that is not an operator, for whoever imports Pipes.
@_exported import PipesCore
