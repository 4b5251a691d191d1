#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  struct Book: Equatable, Decodable {
    var shelfNumber: Int
    var title: String
  }

  /// A library whose books have to be fetched from the cellar, which takes 200 ms each.
  struct Library<S: Scheduler<RunLoop.SchedulerTimeType>> {
    let scheduler: S
    func book(_ number: Int) -> AnyPublisher<Book, Never> {
      Just(Book(shelfNumber: number, title: "Volume \(number)"))
        .delay(for: .milliseconds(200), scheduler: scheduler)
        .eraseToAnyPublisher()
    }
    /// One request for each wish.
    func books(_ wishes: some Publisher<Int, Never>) -> some Publisher<Book, Never> {
      wishes.flatMap { number in book(number) }
    }
  }

  /// Values that are changed, left out, or made into requests.
  @Suite struct ShapingTests {
    @Test func theSameStepsOnAStreamThatIsNoCollection() {
      let typed = PassthroughSubject<String, Never>()
      var numbers: [Int] = []
      let token = typed.compactMap { Int($0) }.filter { $0 > 2 }.removeDuplicates().map { $0 * 10 }.sink {
        numbers.append($0)
      }
      for text in ["1", "3", "x", "3", "4", "4", "3"] { typed.send(text) }
      #expect(numbers == [30, 40, 30])
      token.cancel()
    }
  }
#endif
