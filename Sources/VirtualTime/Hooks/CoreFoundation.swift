#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// The functions of Core Foundation that the run loops of runs need, as they are without hooks.
  struct CoreFoundation: Sendable {
    let retain: @convention(c) (Pointer?) -> Pointer?, release: OfPointer
    let isEqual: @convention(c) (Pointer?, Pointer?) -> UInt8, type: @convention(c) (Pointer?) -> UInt
    let mainLoop, currentLoop: @convention(c) () -> Pointer?
    let fireDate, interval: @convention(c) (Pointer?) -> Double
    let setFireDate: @convention(c) (Pointer?, Double) -> Void, invalidate: OfPointer
    let activities: @convention(c) (Pointer?) -> UInt
    let arrayType: @convention(c) () -> UInt, count: @convention(c) (Pointer?) -> Int
    let value: @convention(c) (Pointer?, Int) -> Pointer?
    private let timerContext, observerContext: OfTwoPointers

    /// `nil` in a program without Core Foundation.
    static let all = try? CoreFoundation()
    private init() throws(Host.MissingFunction) {
      retain = try Host.needed("CFRetain")
      release = try Host.needed("CFRelease")
      isEqual = try Host.needed("CFEqual")
      type = try Host.needed("CFGetTypeID")
      mainLoop = try Host.needed("CFRunLoopGetMain")
      currentLoop = try Host.needed("CFRunLoopGetCurrent")
      fireDate = try Host.needed("CFRunLoopTimerGetNextFireDate")
      interval = try Host.needed("CFRunLoopTimerGetInterval")
      setFireDate = try Host.needed("CFRunLoopTimerSetNextFireDate")
      invalidate = try Host.needed("CFRunLoopTimerInvalidate")
      activities = try Host.needed("CFRunLoopObserverGetActivities")
      arrayType = try Host.needed("CFArrayGetTypeID")
      count = try Host.needed("CFArrayGetCount")
      value = try Host.needed("CFArrayGetValueAtIndex")
      timerContext = try Host.needed("CFRunLoopTimerGetContext")
      observerContext = try Host.needed("CFRunLoopObserverGetContext")
    }

    /// A version, the information, and three functions.
    typealias Context = (Int, information: Pointer?, retain: UInt, UInt, UInt)
    func context(ofTimer timer: Pointer) -> Context { context(timer, timerContext) }
    func context(ofObserver observer: Pointer) -> Context { context(observer, observerContext) }
    private func context(_ object: Pointer, _ read: OfTwoPointers) -> Context {
      var context: Context = (0, nil, 0, 0, 0)
      withUnsafeMutablePointer(to: &context) { read(object, $0) }
      return context
    }
  }
#endif
