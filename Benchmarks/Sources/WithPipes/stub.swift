import Contest
public let contestants: [Case: Run] = [.timers: oneShots]
