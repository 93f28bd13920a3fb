// Licensed under the Apache License, Version 2.0; see LICENSE.

extension DefectProgram {
  /// All programs, family by family.
  package static let all: [DefectProgram] =
    lostUpdates + stages + reorderings + lockOrders + lostSignals + buffers + initialisations
    + useAfterFree + orderChains + stalls + stragglers + ownQueue + balances + groupMistakes + timeRaces
    + queueOrders + permits
}
