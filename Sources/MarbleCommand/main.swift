import Marbles

let result = MarbleTool.run(Array(CommandLine.arguments.dropFirst()), on: .current)
Files.print(result.output, isError: false)
Files.print(result.errors, isError: true)
Files.exit(result.code)
