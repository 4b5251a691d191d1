import StressParts
import Testing

/// Faults that needed real threads, real queues or much memory to show, as the stress program looks for them.
@Suite(.serialized) struct BoundTests {
  @Test func innerPublishersThatComeDuringADeliveryLoseNothing() { #expect(LateInner.findings() == []) }
  @Test func memoryAndTimeOfASendAreBoundedAndEverybodyAdvances() { #expect(Fairness.findings() == []) }
  @Test func aTimerNeverComesBeforeTheSubscription() { #expect(Timed.findingsOfTimeout(10) == []) }
  @Test func theMainActorIsExclusiveInVirtualTime() { #expect(OnMainActor.findings(10) == []) }
  @Test func groupsAndPropertiesEndWithOneState() { #expect(Kept.findings() == []) }
  @Test func cyclesTakeNoMemory() { #expect(Churn.findings() == []) }
}
