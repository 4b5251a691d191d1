#if !canImport(Combine)
  import Foundation
  import PipesFoundation
  import Testing

  extension Notification.Name {
    fileprivate static let rain = Notification.Name("rain")
    fileprivate static let snow = Notification.Name("snow")
  }
  private final class Sender {}

  @Suite struct NotificationTests {
    private let center = NotificationCenter()
    private func listen(_ object: AnyObject? = nil) -> Listener<Notification, Never> {
      let listener = Listener<Notification, Never>()
      center.publisher(for: .rain, object: object).subscribe(listener)
      return listener
    }

    @Test("FN-01: what is posted without demand is lost") func demand() {
      let listener = listen()
      center.post(name: .rain, object: nil, userInfo: ["number": 1])
      listener.request(.none)
      center.post(name: .rain, object: nil, userInfo: ["number": 2])
      listener.request(.max(2))
      for number in 3...5 { center.post(name: .rain, object: nil, userInfo: ["number": number]) }
      center.post(name: .snow, object: nil)
      #expect(listener.values.value.map { $0.userInfo?["number"] as? Int } == [3, 4])
      #expect(listener.completion.value == nil)
      listener.cancel()
    }
    @Test("FN-01: only from one sender") func sender() {
      let cloud = Sender(), other = Sender(), listener = listen(cloud)
      listener.request(.unlimited)
      center.post(name: .rain, object: other)
      center.post(name: .rain, object: cloud)
      #expect(listener.values.value.count == 1 && listener.values.value.first?.object as? Sender === cloud)
      listener.cancel()
    }
    @Test("FN-01: delivered inside the call that posts, also from inside a delivery") func synchronous() {
      var order: [String] = []
      let token = center.publisher(for: .rain).sink { [center] notification in
        order.append("begin")
        if notification.object == nil { center.post(name: .rain, object: Sender()) }
        order.append("end")
      }
      center.post(name: .rain, object: nil)
      #expect(order == ["begin", "begin", "end", "end"])
      token.cancel()
      center.post(name: .rain, object: nil)
      #expect(order.count == 4, "the observer is removed")
    }
    @Test("FN-01: cancel lets go of the subscriber") func lifetime() {
      weak var weakListener: Listener<Notification, Never>?
      do {
        let listener = listen()
        weakListener = listener
        listener.request(.unlimited)
        listener.cancel()
        listener.cancel()
        listener.request(.max(1))
        center.post(name: .rain, object: nil)
        #expect(listener.values.value.isEmpty)
      }
      #expect(weakListener == nil)
    }
    @Test("FN-01: equality and names") func shape() {
      let cloud = Sender(), publisher = center.publisher(for: .rain, object: cloud)
      #expect(publisher == NotificationCenter.Publisher(center: center, name: .rain, object: cloud))
      #expect(publisher != center.publisher(for: .rain) && publisher != center.publisher(for: .snow, object: cloud))
      #expect(publisher != NotificationCenter().publisher(for: .rain, object: cloud))
      let listener = listen()
      #expect(listener.subscription.value.map { "\($0)" } == "NotificationCenter Observer")
      listener.cancel()
    }
  }
#endif
