import StressParts

@main enum Program {
  static func main() async { await Stress.main() }
}
