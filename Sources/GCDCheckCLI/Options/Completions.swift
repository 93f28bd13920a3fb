// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport
import GCDReportFormats

/// What a shell offers for the options and arguments that take one of a few values, or a file of one kind.
///
/// Bash, zsh and fish get it by `gcdcheck --generate-completion-script`.
extension CompletionKind {
  static let colors = CompletionKind.list(ColorChoice.allCases.map(\.rawValue))

  static let progressForms = CompletionKind.list(ProgressChoice.allCases.map(\.rawValue))

  static let reportFormats = CompletionKind.list(ReportFormat.allCases.map(\.rawValue))

  /// Codes before their words: who types a digit wants the one, who types a letter the other.
  static let topics = CompletionKind.list(Explanations.names)

  /// Matched by the last ending alone: a shell takes `*.gcd.yaml` for what zsh calls two of them.
  static let scenarios = CompletionKind.file(extensions: ["yaml"])

  /// A saved run, or a regression file.
  static let savedRuns = CompletionKind.file(extensions: ["jsonl"])
}
