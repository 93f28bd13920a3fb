// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Makes a variable of a scenario file: reads and writes of it are scheduling points and nothing else.
  public mutating func makeVariable(creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .variable, creator: creator)
    let index = variableCount
    if index == variableCapacity {
      moveTable(&variables, used: index, to: variableCapacity * 2)
      variableCapacity *= 2
    }
    variableCount = index + 1
    variables[index] = stable
    return ObjectID(.variable, index)
  }
}
