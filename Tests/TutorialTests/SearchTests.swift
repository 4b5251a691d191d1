import Dispatch
import Foundation
import MarblesFoundation
import MarblesTesting
import PipesFoundation
import Testing

/// An app's search field: it waits for a pause of 300 ms, and does not search for the same words again.
func searches(
  _ typed: some Publisher<String, Never>, on scheduler: some Scheduler<DispatchQueue.SchedulerTimeType>
) -> some Publisher<String, Never> {
  typed.debounce(for: .milliseconds(300), scheduler: scheduler).removeDuplicates()
}

/// The model behind a page with a search field, a list of hits and a spinner.
final class SearchModel<S: Scheduler<DispatchQueue.SchedulerTimeType>>: ObservableObject {
  @Published var query = ""
  @Published private(set) var hits: [String] = []
  @Published private(set) var isLoading = false
  private var cancellables = Set<AnyCancellable>()

  init(scheduler: S, find: @escaping (String) -> AnyPublisher<[String], Never>) {
    searches($query.dropFirst(), on: scheduler)
      .handleEvents(receiveOutput: { [weak self] _ in self?.isLoading = true })
      .map(find)
      .switchToLatest()
      .receive(on: scheduler)
      .sink { [weak self] hits in
        self?.hits = hits
        self?.isLoading = false
      }
      .store(in: &cancellables)
  }
}

/// The search field and the model behind it in virtual time; `MainThreadTests` has them on the real main queue.
@Suite struct SearchTests {
  @Test func onlyAPauseStartsASearch() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let typed = m.hot("   -a-b-c------d-----|")
      let found = searches(typed, on: m.scheduler(for: DispatchQueue.self))
      m.expect(found).toBe("--------c------d--|")
    }
  }
  @Test func theSameWordsAreNotSearchedAgain() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let typed = m.hot("-a----b-a----|")
      m.expect(searches(typed, on: m.scheduler(for: DispatchQueue.self))).toBe("----a--------|")
    }
  }
  @Test func theSpinnerTurnsWhileSomethingIsLookedFor() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("--h|", ["h": ["tram", "tree"]])
      let model = SearchModel(scheduler: m.scheduler(for: DispatchQueue.self)) { _ in answer.eraseToAnyPublisher() }
      m.atEach("-t-'tr'", name: "typed") { model.query = $0 }
      m.expect(model.$isLoading).toBe("f-----t-f", ["f": false, "t": true])
      m.expect(model.$hits).toBe("     n-------h", ["n": [], "h": ["tram", "tree"]])
      m.expect(subscriptionsOf: answer).toBe("------^--!")
    }
  }
  @Test func aNewSearchTakesThePlaceOfTheOldOne() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let slow = m.cold("------s|", ["s": ["old"]]), quick = m.cold("-q|", ["q": ["new"]])
      let model = SearchModel(scheduler: m.scheduler(for: DispatchQueue.self)) { query in
        query == "o" ? slow.eraseToAnyPublisher() : quick.eraseToAnyPublisher()
      }
      m.atEach("-o----n", name: "typed") { model.query = $0 }
      m.expect(model.$hits).toBe("e---------q", ["e": [], "q": ["new"]])
      m.expect(subscriptionsOf: slow).toBe("----^----!")
    }
  }
  @Test func whatIsFoundIsFoundInCapitalsToo() throws {
    let scheduler = DispatchQueue.test, titles = ["The Time Machine", "Momo", "A wrinkle in TIME"]
    let model = SearchModel(scheduler: scheduler) { query in
      Just(titles.filter { $0.localizedCaseInsensitiveContains(query) }).eraseToAnyPublisher()
    }
    model.query = "time"
    try scheduler.run()
    #expect(model.hits == ["The Time Machine", "A wrinkle in TIME"])
  }
  @Test func thePageIsToldBeforeEachChange() throws {
    let scheduler = DispatchQueue.test
    let model = SearchModel(scheduler: scheduler) { query in Just(["\(query) 1", "\(query) 2"]).eraseToAnyPublisher() }
    var changes = 0
    let token = model.objectWillChange.sink { changes += 1 }
    model.query = "tea"
    try scheduler.advance(by: .milliseconds(299))
    #expect(changes == 1 && !model.isLoading)
    try scheduler.advance(by: .milliseconds(1))
    #expect(model.hits == ["tea 1", "tea 2"] && !model.isLoading)
    #expect(changes == 4, "the query, the spinner on, the hits, the spinner off")
    token.cancel()
  }
}
