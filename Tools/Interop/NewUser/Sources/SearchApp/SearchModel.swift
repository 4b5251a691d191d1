import Foundation
import PipesFoundation

/// What a search field shows: it waits for a pause before it asks.
@MainActor public final class SearchModel: ObservableObject {
  @Published public var query = ""
  @Published public private(set) var titles: [String] = []
  @Published public private(set) var isLoading = false
  private var tokens: Set<AnyCancellable> = []
  private var search: Task<Void, Never>?

  public init(service: SearchService = SearchService(), scheduler: AnySchedulerOf<DispatchQueue> = .main) {
    searches($query, on: scheduler)
      .sink { [weak self] query in self?.start(query, service) }
      .store(in: &tokens)
  }
  private func start(_ query: String, _ service: SearchService) {
    search?.cancel()
    isLoading = true
    search = Task {
      let found = (try? await service.titles(for: query)) ?? []
      if Task.isCancelled { return }
      (titles, isLoading) = (found, false)
    }
  }
}

/// What is asked for: the text after each pause, unless it is empty or as before.
func searches(
  _ typed: some Publisher<String, Never>, on scheduler: AnySchedulerOf<DispatchQueue>
) -> some Publisher<String, Never> {
  typed.debounce(for: .milliseconds(300), scheduler: scheduler).filter { !$0.isEmpty }.removeDuplicates()
}
