import Pipes

public func searches<S: Scheduler>(
  _ typed: some Publisher<String, Never>, on scheduler: S
) -> some Publisher<String, Never> {
  typed.debounce(for: .milliseconds(300), scheduler: scheduler).removeDuplicates()
}
