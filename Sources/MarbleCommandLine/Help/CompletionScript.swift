import MarbleSpecs
import Marbles

/// Scripts that complete the words of `marble` in a shell, generated from the table of subcommands.
enum CompletionScript {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var shapes: [CommandShape] { MarbleTool.commands.map(\.shape) }
  private static var helpWords: [String] { shapes.map(\.name) + (HelpTopic.all + HelpTopic.forms).map(\.name) }

  /// The possible words of an operand of a subcommand; `nil` for paths.
  private static func operands(of shape: CommandShape) -> [String]? {
    switch shape.operands.first?.kind {
    case nil, .text: []
    case .path: nil
    case .operatorName: OperatorTable.shared.rows.map(\.name).uniqued.sorted()
    }
  }

  // MARK: bash

  private static var bash: String {
    var cases = ""
    for shape in shapes {
      let options = shape.options.map { "--\($0.name)" } + ["--help"]
      cases += "    \(shape.name))\n      case $previous in\n"
      for option in shape.options where option.value != nil {
        let spelled = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
        let reply = option.choices.isEmpty ? "-f" : "-W \"\(option.choices.joined(separator: " "))\""
        cases +=
          "        \(spelled.joined(separator: " | "))) COMPREPLY=($(compgen \(reply) -- \"$word\")); return ;;\n"
      }
      let words = operands(of: shape)
      cases +=
        "      esac\n      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"\(options.joined(separator: " "))\" -- \"$word\"))\n"
      cases +=
        words.map { "      else COMPREPLY=($(compgen -W \"\($0.joined(separator: " "))\" -- \"$word\")); fi ;;\n" }
        ?? "      else COMPREPLY=($(compgen -f -- \"$word\")); fi ;;\n"
    }
    return """
      # Completion of marble for bash: source <(marble help bash)
      _marble() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        # In --name=value the shell takes '=' for a word.
        if [[ $word == = ]]; then word=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W "\((shapes.map(\.name) + ["help", "--version", "--help"]).joined(separator: " "))" -- "$word"))
          return
        fi
        case ${COMP_WORDS[1]} in
          help) COMPREPLY=($(compgen -W "\(helpWords.joined(separator: " "))" -- "$word")) ;;
      \(cases)  esac
      }
      complete -o filenames -F _marble marble

      """
  }

  // MARK: zsh

  private static func quotedForZsh(_ text: String) -> String {
    String(
      text.flatMap { character -> [Character] in
        switch character {
        case "'": Array("'\\''")
        case "[", "]", ":": ["\\", character]
        default: [character]
        }
      })
  }

  private static var zsh: String {
    var cases = ""
    for shape in shapes {
      var arguments: [String] = []
      for option in shape.options {
        let value =
          option.value.map {
            ":\($0):" + (option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))")
          } ?? ""
        let help = quotedForZsh(option.help)
        arguments.append("'--\(option.name)\(option.value == nil ? "" : "=")[\(help)]\(value)'")
        if let short = option.short { arguments.append("'-\(short)[\(help)]\(value)'") }
      }
      let operand = operands(of: shape).map { "(\($0.joined(separator: " ")))" } ?? "_files"
      arguments.append("'*:\(shape.operands.first?.name ?? "argument"):\(operand)'")
      cases += "      \(shape.name)) _arguments \(arguments.joined(separator: " \\\n        ")) ;;\n"
    }
    let list =
      shapes.map { "'\($0.name):\(quotedForZsh($0.overview))'" } + ["'help:Show help about a subcommand or a topic.'"]
    return """
      #compdef marble
      # Completion of marble for zsh: marble help zsh > _marble, in a folder of $fpath.
      _marble() {
        local -a commands=(
          \(list.joined(separator: "\n    "))
        )
        if ((CURRENT == 2)); then
          _describe subcommand commands
          return
        fi
        local command=$words[2]
        shift words
        ((CURRENT--))
        case $command in
            help) _arguments '1:about:(\(helpWords.joined(separator: " ")))' ;;
      \(cases)  esac
      }
      _marble "$@"

      """
  }

  // MARK: fish

  private static func quotedForFish(_ text: String) -> String {
    "'" + text.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] } + "'"
  }

  private static var fish: String {
    var lines = ["# Completion of marble for fish: marble help fish > ~/.config/fish/completions/marble.fish"]
    let first = "complete -c marble -n __fish_use_subcommand -f -a"
    for shape in shapes { lines.append("\(first) \(shape.name) -d \(quotedForFish(shape.overview))") }
    lines.append("\(first) help -d 'Show help about a subcommand or a topic.'")
    lines.append("complete -c marble -n '__fish_seen_subcommand_from help' -f -a '\(helpWords.joined(separator: " "))'")
    for shape in shapes {
      let here = "complete -c marble -n '__fish_seen_subcommand_from \(shape.name)'"
      for option in shape.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        let value =
          option.value == nil
          ? "" : option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
        lines.append("\(here) -l \(option.name)\(short)\(value) -d \(quotedForFish(option.help))")
      }
      if let words = operands(of: shape) {
        lines.append("\(here) -f" + (words.isEmpty ? "" : " -a '\(words.joined(separator: " "))'"))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The manual page, in the format of `man`, generated from the table that the help is generated from.
enum ManualPage {
  static var text: String {
    var lines = [
      ".TH MARBLE 1 \"\" \"marble \(MarbleTool.version)\" \"User Commands\"", ".SH NAME",
      "marble \\- run stream pipelines in virtual time, and draw or check what happens", ".SH SYNOPSIS", ".B marble",
      ".I subcommand",
      "[arguments]", ".SH SUBCOMMANDS",
    ]
    for command in MarbleTool.commands {
      lines += [".SS \(escaped(command.shape.usage))", escaped(command.shape.overview)]
      for operand in command.shape.operands {
        lines += [".TP", ".I \(escaped(operand.spelled))", escaped(operand.help)]
      }
      for option in command.shape.options { lines += [".TP", ".B \(escaped(option.spelled))", escaped(option.help)] }
    }
    lines += [".SH EXIT STATUS"]
    for (code, meaning) in MarbleTool.exitCodes { lines += [".TP", ".B \(code)", escaped(meaning)] }
    lines += [".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "No color is used if it has any value.", ".TP", ".B COLUMNS"]
    lines += ["The width at which rows fold on a terminal."]
    for topic in HelpTopic.all { lines += [".SH \(topic.name.uppercased())", ".nf", escaped(topic.text()), ".fi"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text with the characters escaped that are special in `man`: a backslash, and a dot or a quote at the start of a
  /// line. A minus is escaped, because `man` shows it as a hyphen otherwise.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let plain = line.flatMap { $0 == "\\" ? Array("\\e") : $0 == "-" ? Array("\\-") : [$0] }
      return (plain.first == "." || plain.first == "'" ? "\\&" : "") + String(plain)
    }.joined(separator: "\n")
  }
}
