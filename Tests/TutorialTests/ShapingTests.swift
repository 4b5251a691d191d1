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
    private func heard<P: Publisher>(_ publisher: P) -> [P.Output] where P.Failure == Never {
      var values: [P.Output] = []
      let token = publisher.sink { values.append($0) }
      token.cancel()
      return values
    }

    @Test func everyPriceDoubled() {
      #expect(heard([5, 10, 20, 40].publisher.map { $0 * 2 }) == [10, 20, 40, 80])
    }
    @Test func whatIsANumber() {
      #expect(heard(["12", "a dozen", "7", "", "-3"].publisher.compactMap { Int($0) }) == [12, 7, -3])
    }
    @Test func whatIsLargeEnough() {
      #expect(heard([1, 2, 3, 3, 4, 3].publisher.filter { $0 > 2 }) == [3, 3, 4, 3])
    }
    @Test func nothingTwiceInARow() {
      #expect(heard(["red", "red", "green", "red", "red"].publisher.removeDuplicates()) == ["red", "green", "red"])
    }
    @Test func aPartOfATuple() {
      let pairs = [(name: "Ada", age: 36), (name: "Alan", age: 41)].publisher
      #expect(heard(pairs.map(\.name)) == ["Ada", "Alan"])
    }
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

    @Test func everyWishIsARequestThatTakesItsTime() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let wishes = m.cold("-1-25--|") { Int($0) }
        let books = Library(scheduler: m.scheduler(for: RunLoop.self)).books(wishes)
        m.expect(books.map(\.shelfNumber)).toBe("---1-25|") { Int($0) }
      }
    }
    @Test func oneRequestAtATimeIfThatIsWanted() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let library = Library(scheduler: m.scheduler(for: RunLoop.self))
        let titles = [1, 2, 3].publisher.flatMap(maxPublishers: .max(1)) { library.book($0) }.map(\.title)
        m.expect(titles).toBe("--a-b-(c|)", ["a": "Volume 1", "b": "Volume 2", "c": "Volume 3"])
      }
    }
  }
#endif
