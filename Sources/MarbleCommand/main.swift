import MarbleCommandLine
import Marbles

let result = MarbleTool.run(Array(CommandLine.arguments.dropFirst()), on: .current, input: MarbleTool.standardInput).delivered()
Files.printError(result.errors)
Files.exit(result.code)
