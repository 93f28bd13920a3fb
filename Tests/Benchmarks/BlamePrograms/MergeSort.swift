// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Sorts by halves, which are sorted in parallel.
func sorted(_ values: [Int], depth: Int) -> [Int] {
  if values.count < 2 { return values }
  let middle = values.count / 2
  if depth == 0 {
    return merge(
      sorted(Array(values[..<middle]), depth: 0), sorted(Array(values[middle...]), depth: 0))
  }
  let group = DispatchGroup()
  var left: [Int] = []
  var right: [Int] = []
  DispatchQueue.global().async(group: group) {
    left = sorted(Array(values[..<middle]), depth: depth - 1)
  }
  DispatchQueue.global().async(group: group) {
    right = sorted(Array(values[middle...]), depth: depth - 1)
  }
  group.wait()
  return merge(left, right)
}

func merge(_ first: [Int], _ second: [Int]) -> [Int] {
  var (left, right) = (first[...], second[...])
  var result: [Int] = []
  while let one = left.first, let other = right.first {
    result.append(one <= other ? left.removeFirst() : right.removeFirst())
  }
  return result + left + right
}

precondition(sorted([5, 3, 8, 1, 9, 2], depth: 2) == [1, 2, 3, 5, 8, 9])
