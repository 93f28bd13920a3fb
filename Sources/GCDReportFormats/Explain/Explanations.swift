// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The pages of `gcdcheck explain`: the articles that the documentation has, and how scenarios are written.
public enum Explanations {
  /// Names of topics that are no codes.
  private static let topics = ["scenario"]

  /// The page of a code ("GCD102"), a slug ("wait-cycle") or a topic ("scenario"); nil where there is none.
  public static func page(_ topic: String) -> String? {
    if topic.lowercased() == "scenario" {
      return String(decoding: PackageResources.scenario_txt, as: UTF8.self)
    }
    guard let code = FindingCode(codeOrSlug: topic) else { return nil }
    return page(of: code).text
  }

  /// The topic that a mistyped one most likely meant; nil when none is near.
  public static func suggestion(for topic: String) -> String? {
    closest(to: topic, among: names)
  }

  /// What `page` takes: all codes, their slugs, and the other topics.
  public static var names: [String] {
    FindingCode.allCases.map(\.rawValue) + FindingCode.allCases.map(\.slug) + topics
  }

  /// All codes with their words, and the other topics.
  public static var overview: String {
    var page = TextPage(width: 100)
    page.line("gcdcheck explain CODE, by code or by words:")
    page.gap()
    page.table(
      FindingCode.allCases.map { [$0.rawValue, $0.slug, $0.defaultSeverity.rawValue, $0.title] }, indent: 2)
    page.gap()
    page.line("gcdcheck explain scenario: how scenario files are written")
    return page.lines.joined(separator: "\n") + "\n"
  }

  /// The program of a code's page, and the same one put right.
  package static func programs(of code: FindingCode) -> (failing: String, corrected: String) {
    let page = page(of: code)
    return (page.program, page.corrected)
  }

  static func page(of code: FindingCode) -> ExplainPage { ExplainPage(code: code, article: code.article) }
}

extension FindingCode {
  /// The article of the documentation about the code; the build puts the files of `Pages` into the program.
  package var article: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .syncOnOwnQueue: PackageResources.GCD101_md
    case .waitCycle: PackageResources.GCD102_md
    case .semaphoreNeverSignaled: PackageResources.GCD103_md
    case .groupNeverEmpty: PackageResources.GCD104_md
    case .waitNeverSatisfied: PackageResources.GCD105_md
    case .poolExhausted: PackageResources.GCD106_md
    case .taskNeverFinishes: PackageResources.GCD107_md
    case .resumeUnderLock: PackageResources.GCD108_md
    case .unbalancedLeave: PackageResources.GCD201_md
    case .overResume: PackageResources.GCD202_md
    case .releasedWhileSuspended: PackageResources.GCD203_md
    case .semaphoreFreedTooLow: PackageResources.GCD204_md
    case .leftSuspended: PackageResources.GCD205_md
    case .misuse: PackageResources.GCD206_md
    case .preconditionFailed: PackageResources.GCD207_md
    case .sourceDropped: PackageResources.GCD208_md
    case .continuationResumedTwice: PackageResources.GCD209_md
    case .secondConsumer: PackageResources.GCD210_md
    case .lockOrderInversion: PackageResources.GCD301_md
    case .barrierOnGlobalQueue: PackageResources.GCD303_md
    case .lockAcrossSuspension: PackageResources.GCD304_md
    case .dataRace: PackageResources.GCD401_md
    case .livelock: PackageResources.GCD402_md
    case .testFailed: PackageResources.GCD501_md
    case .notDeterministic: PackageResources.GCD901_md
    case .uncontrolled: PackageResources.GCD902_md
    }
  }
}
