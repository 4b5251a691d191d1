import Synchronization

extension Link {
  /// The demand of a downstream, and the upstreams that it is requested from: several that race, or one that is
  /// replaced by the next one.
  ///
  /// Both change together, under one lock and not in the turn of a gate. So every demand is requested once from each
  /// upstream, also by a thread that adds an upstream while another thread delivers. Before an upstream has sent its
  /// subscription, its link keeps what is requested.
  @usableFromInline final class Account: Sendable {
    private struct State: @unchecked Sendable {
      // Unchecked: guarded by the lock.
      var demand: Subscribers.Demand
      var links: [Link] = []
      /// The number of the last upstream that replaced another one.
      var numbered = 0
      /// The demand that is requested before the downstream requests it.
      var ahead: Subscribers.Demand
    }
    private let state: Guarded<State>
    private let unlimited = Atomic(false)
    /// Creates an account that requests `ahead` from each upstream before the downstream requests it.
    @usableFromInline init(ahead: Subscribers.Demand = .none) { state = Guarded(State(demand: ahead, ahead: ahead)) }
    /// Whether unlimited values have been requested, so that no value has to be counted.
    @usableFromInline var isUnlimited: Bool { unlimited.load(ordering: .relaxed) }

    /// Adds demand. Returns the demand that is new to the upstreams, and the upstreams, which the caller requests it
    /// from.
    @usableFromInline func raise(by more: Subscribers.Demand) -> (more: Subscribers.Demand, links: [Link]) {
      state.with { state in
        let rest = more.isUnlimited ? more : more > state.ahead ? more - state.ahead : .none
        state.ahead = state.ahead > more ? state.ahead - more : .none
        state.demand += rest
        if state.demand.isUnlimited { unlimited.store(true, ordering: .relaxed) }
        return (rest, rest > .none ? state.links : [])
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
    /// Makes the link the only upstream, gives it the next number, and lets it keep all the demand. Returns the
    /// upstream before, which the caller cancels.
    @usableFromInline func replace(by link: Numbered) -> Link? {
      let (old, demand) = state.with { state in
        defer { state.links = [link] }
        state.numbered += 1
        link.number = state.numbered
        return (state.links.first, state.demand)
      }
      if demand > .none { link.request(demand) }
      return old
    }
    /// An upstream that replaces an earlier one. Its number is set before it is subscribed to.
    @usableFromInline final class Numbered: Link, @unchecked Sendable {
      @exclusivity(unchecked) @usableFromInline var number = 0
    }
    /// Keeps one of the upstreams; nothing is requested from the others any more.
    @usableFromInline func narrow(to link: Link) { state.with { $0.links = [link] } }
    @usableFromInline func removeAll() { state.with { $0.links = [] } }
    /// Accepts a value of an upstream, and counts it. Returns false if the upstream has been replaced, or if there is
    /// no demand.
    @usableFromInline func accept(from link: Link) -> Bool {
      state.with { state in
        guard state.links.first === link, state.demand > .none else { return false }
        state.demand -= 1
        return true
      }
    }
  }
}
