#if !canImport(Combine)
  import Foundation
  import FoundationNetworking
  import PipesFoundation
  import XCTest

  /// Work of the main thread, on the real run loop and the real main queue: XCTest runs them while it waits.
  final class MainThreadTests: XCTestCase {
    private var cancellables = Set<AnyCancellable>()
    override func tearDown() { cancellables.removeAll() }

    /// Waits on the main run loop until something has been heard `count` times.
    private func wait<P: Publisher>(for publisher: P, count: Int, during act: () -> Void = {}) -> [P.Output]
    where P.Failure == Never {
      var values: [P.Output] = []
      let all = expectation(description: "values")
      let token = publisher.sink { value in
        XCTAssertTrue(Thread.isMainThread)
        values.append(value)
        if values.count == count { all.fulfill() }
      }
      act()
      wait(for: [all], timeout: 120)
      token.cancel()
      return values
    }

    func testOnlyThePauseStartsASearch() {
      let typed = PassthroughSubject<String, Never>()
      let found = wait(for: searches(typed, on: DispatchQueue.main), count: 1) {
        for text in ["O", "Oc", "Octo", "Octopus"] { typed.send(text) }
      }
      XCTAssertEqual(found, ["Octopus"])
    }

    func testTheModelOfThePage() {
      let model = SearchModel(scheduler: DispatchQueue.main) { query in Just(["\(query) 1"]).eraseToAnyPublisher() }
      let hits = wait(for: model.$hits, count: 2) {
        model.query = "te"
        model.query = "tea"
      }
      XCTAssertEqual(hits, [[], ["tea 1"]])
      XCTAssertEqual(model.query, "tea")
    }

    func testARequestForEachWish() {
      let books = wait(for: Library(scheduler: RunLoop.main).books([3, 4].publisher), count: 2)
      XCTAssertEqual(books, [Book(shelfNumber: 3, title: "Volume 3"), Book(shelfNumber: 4, title: "Volume 4")])
    }

    func testATimerThatIsWatchedAndThenNot() {
      var measured = 0
      var watch: Watch? = Watch(ticks: Timer.publish(every: 0.005, on: .main, in: .common).autoconnect()) {
        measured += 1
        return Just(measured).eraseToAnyPublisher()
      }
      XCTAssertEqual(wait(for: watch!.$level.compactMap { $0 }, count: 3), [1, 2, 3])
      watch = nil
      let last = measured
      _ = wait(for: Just(()).delay(for: .milliseconds(30), scheduler: RunLoop.main), count: 1)
      XCTAssertEqual(measured, last, "nobody watches, so nothing is measured")
    }

    func testWorkInTheBackgroundAndItsResultInFront() {
      let report = BackgroundReport(work: DispatchQueue.global(qos: .userInitiated), page: DispatchQueue.main)
      let wasInFront = Shared<Bool?>(nil)
      let lines = wait(for: report.lines { wasInFront.with { $0 = Thread.isMainThread } }, count: 2)
      XCTAssertEqual(lines, ["line 1", "line 2"])
      XCTAssertEqual(wasInFront.value, false)
    }

    func testTheRequestOfTheDocumentation() throws {
      let session = Canned.session, decoder = BookService.decoder
      let url = try XCTUnwrap(URL(string: "http://library.example/books"))
      let end = expectation(description: "the end")
      var shelf: [Book] = []
      func done() {
        XCTAssertTrue(Thread.isMainThread)
        end.fulfill()
      }

      let token = session.dataTaskPublisher(for: url)
        .map(\.data)
        .decode(type: [Book].self, decoder: decoder)
        .subscribe(on: DispatchQueue.global(qos: .userInitiated))
        .receive(on: DispatchQueue.main)
        .sink(receiveCompletion: { _ in done() }, receiveValue: { shelf = $0 })
      XCTAssertEqual(shelf, [], "nothing comes inside the call")
      wait(for: [end], timeout: 120)
      XCTAssertEqual(shelf.map(\.title), ["Solaris", "Momo"])
      token.cancel()
      session.invalidateAndCancel()
    }
  }
#endif
