import Synchronization

extension Link {
  /// The demand of a downstream, and the upstreams that it is requested from: several that race, or one that is replaced by the next one.
  ///
  /// Both change together, under one lock and not in the turn of a gate. So every demand is requested once from each upstream, also by a thread
  /// that adds an upstream while another thread delivers. Before an upstream has sent its subscription, its link keeps what is requested.
  @usableFromInline final class Account: Sendable {
    private struct State: @unchecked Sendable {
      // Unchecked: guarded by the lock.
      var demand = Subscribers.Demand.none
      var links: [Link] = []
    }
    private let state = Guarded(State())
    private let unlimited = Atomic(false)
    @usableFromInline init() {}
    /// Whether unlimited values have been requested, so that no value has to be counted.
    @usableFromInline var isUnlimited: Bool { unlimited.load(ordering: .relaxed) }

    /// Adds demand. Returns the upstreams, which the caller requests it from.
    @usableFromInline func raise(by more: Subscribers.Demand) -> [Link] {
      state.with { state in
        state.demand += more
        if state.demand.isUnlimited { unlimited.store(true, ordering: .relaxed) }
        return state.links
      }
    }
    /// Adds an upstream and lets its link keep all the demand.
    @usableFromInline func join(_ link: Link) {
      let demand = state.with { state in
        state.links.append(link)
        return state.demand
      }
      if demand > .none { link.request(demand) }
    }
    /// Makes the link the only upstream and lets it keep all the demand. Returns the upstream before, which the caller cancels.
    @usableFromInline func replace(by link: Link) -> Link? {
      let (old, demand) = state.with { state in
        defer { state.links = [link] }
        return (state.links.first, state.demand)
      }
      if demand > .none { link.request(demand) }
      return old
    }
    /// Keeps one of the upstreams; nothing is requested from the others any more.
    @usableFromInline func narrow(to link: Link) { state.with { $0.links = [link] } }
    @usableFromInline func removeAll() { state.with { $0.links = [] } }
    /// Accepts a value of an upstream, and counts it. Returns false if the upstream has been replaced, or if there is no demand.
    @usableFromInline func accept(from link: Link) -> Bool {
      state.with { state in
        guard state.links.first === link, state.demand > .none else { return false }
        state.demand -= 1
        return true
      }
    }
  }
}
