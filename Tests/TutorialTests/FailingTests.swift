#if !canImport(Combine)
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  import class Foundation.RunLoop

  private enum WeatherProblem: Error { case noAnswer }

  /// The forecast: asked for up to four times, and after that the one of yesterday.
  private func forecast(_ request: some Publisher<String, WeatherProblem>) -> some Publisher<String, Never> {
    request.retry(3).catch { (_: WeatherProblem) -> Just<String> in Just("as yesterday") }
  }
  /// The same with a pause before each new attempt.
  private func patientForecast(
    _ request: some Publisher<String, WeatherProblem>, on scheduler: some Scheduler<RunLoop.SchedulerTimeType>
  ) -> some Publisher<String, Never> {
    let later = request.catch { error in
      Fail<String, WeatherProblem>(error: error).delay(for: .milliseconds(300), scheduler: scheduler)
    }
    return forecast(later)
  }

  /// Ways to handle a failure.
  @Suite struct FailingTests {
    @Test func threeMoreAttemptsAreFourInAll() {
      var attempts = 0, heard: [String] = []
      let request = Deferred { () -> Fail<String, WeatherProblem> in
        attempts += 1
        return Fail(error: .noAnswer)
      }
      let token = forecast(request).sink { heard.append($0) }
      #expect(attempts == 4 && heard == ["as yesterday"])
      token.cancel()
    }
    @Test func anAttemptThatSucceedsIsTheLast() throws {
      try marbles { m in
        var answers = [
          m.cold("-#", error: WeatherProblem.noAnswer), m.cold("--#", error: .noAnswer),
          m.cold("-s|", error: .noAnswer),
        ]
        let (first, second, third) = (answers[0], answers[1], answers[2])
        let request = Deferred { answers.removeFirst() }
        m.expect(forecast(request)).toBe("----s|")
        m.expect(subscriptionsOf: first).toBe("^!")
        m.expect(subscriptionsOf: second).toBe("-^-!")
        m.expect(subscriptionsOf: third).toBe("---^-!")
      }
    }
    @Test func pausesBetweenTheAttempts() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let request = m.cold("-#", error: WeatherProblem.noAnswer)
        m.expect(patientForecast(request, on: m.scheduler(for: RunLoop.self))).toBe(
          "----------------(y|)", ["y": "as yesterday"])
        m.expect(subscriptionsOf: request).toBe("^!", "----^!", "--------^!", "------------^!")
      }
    }
    @Test func aValueInsteadOfTheFailure() {
      var heard: [String] = []
      let token = Fail<String, WeatherProblem>(error: .noAnswer).replaceError(with: "no idea").sink { heard.append($0) }
      #expect(heard == ["no idea"])
      token.cancel()
    }
    @Test func aStreamThatCannotFailNextToOneThatCan() throws {
      try marbles { m in
        let live = m.hot("-s---#", error: WeatherProblem.noAnswer)
        let kept = Just("kept").setFailureType(to: WeatherProblem.self)
        m.expect(kept.append(live)).toBe("'kept's---#")
        m.expect(live.replaceError(with: "r")).toBe("-s---(r|)")
      }
    }
  }
#endif
