// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A program with one planted defect, as the edits that make it of the clean one.
struct Mutant: Equatable {
  struct Edit: Equatable {
    let old: TextPlace
    let new: String
    /// In the file of mutants.
    let line: Int
  }

  struct Guilty: Equatable {
    let place: TextPlace
    let line: Int
  }

  let name: String
  let edits: [Edit]
  /// Lines of the mutated program; a report that names one of them names the cause.
  let guilty: [Guilty]
  /// In the file of mutants.
  let line: Int

  /// The mutated program and the numbers of its guilty lines.
  ///
  /// - Throws: `MutantFile.Failure` for an edit or a guilty text that has no place or several.
  func applied(to program: String, file: String) throws(MutantFile.Failure) -> (text: String, guilty: [Int]) {
    var text = program
    for edit in edits {
      do throws(TextPlace.Failure) {
        text.replaceSubrange(try edit.old.range(in: text), with: edit.new)
      } catch {
        throw MutantFile.Failure(file: file, line: edit.line, reason: error.description)
      }
    }
    var lines: [Int] = []
    for line in guilty {
      do throws(TextPlace.Failure) {
        lines.append(try line.place.line(in: text))
      } catch {
        throw MutantFile.Failure(file: file, line: line.line, reason: error.description)
      }
    }
    return (text, lines)
  }
}
