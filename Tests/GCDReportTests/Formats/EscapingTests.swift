// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDReport
@testable import GCDReportFormats

/// Each format's function by itself: a scalar means what it means, whatever stands beside it.
@Suite struct EscapingTests {
  @Test func whatStandsBesideAScalarDoesNotHideIt() {
    #expect(
      xmlText("\u{600}<b\u{301}>\u{301}&\u{301}") == "\u{600}&lt;b\u{301}&gt;\u{301}&amp;\u{301}")
    #expect(xmlAttribute("\u{600}\"'\u{301}") == "\u{600}&quot;&#39;\u{301}")
    #expect(
      markdownText("\u{600}<|\u{301}`\u{301}[$") == "\u{600}&lt;\\|\u{301}\\`\u{301}\\[\\$")
    #expect(
      commandProperty("\u{600}:\u{301},\u{301}%\u{301}") == "\u{600}%3A\u{301}%2C\u{301}%25\u{301}")
    #expect(shellQuoted("\u{600}';x;'") == "'\u{600}'\\'';x;'\\'''")
    #expect(dotString("\u{600}\"\\\u{301}") == "\"\u{600}\\\"\\\\\u{301}\"")
    #expect(JSONValue.string("\u{600}<\u{301}").textForScript == "\"\u{600}\\u003c\u{301}\"")
  }

  @Test func whatIsNotSeenIsShown() {
    let hidden = "\u{1b}\u{9b}\u{85}\u{2028}\u{202e}\u{2066}\u{200f}\u{61c}\u{7f}"
    let shown = #"\u{1b}\u{9b}\u{85}\u{2028}\u{202e}\u{2066}\u{200f}\u{61c}\u{7f}"#
    #expect(hidden.onOneLine == shown)
    #expect(xmlText(hidden) == shown)
    #expect(commandData(hidden + "\n") == shown + "%0A")
    #expect(dotString(hidden) == "\"" + shown.replacing("\\", with: "\\\\") + "\"")
    #expect("a\nb\r\tc".onOneLine == #"a\nb\r\tc"#)
    #expect("a\nb\tc\u{1b}".withVisibleCharacters == "a\nb\tc\\u{1b}")
    var json = ""
    writeJSONString(hidden, to: &json)
    #expect(json == #""\u001b\u009b\u0085\u2028\u202e\u2066\u200f\u061c\u007f""#)
    #expect(shellQuoted("a\u{9b}1'\n") == #"$'a\302\2331\'\n'"#)
  }

  @Test func lettersOfAllScriptsStay() {
    let text = "naïve שלום سلام 日本 👩‍👩‍👧 e\u{301} \u{600}"
    #expect(text.onOneLine == text)
    #expect(xmlText(text) == text)
  }

  @Test func aLineOfALogIsNoCommand() {
    #expect("  ::error::x".asLogLine == #"  \u{3a}:error::x"#)
    #expect("a ::b std::c".asLogLine == "a ::b std::c")
    #expect("a ##[error]b ##[x".asLogLine == #"a ##\u{5b}error]b ##\u{5b}x"#)
    #expect("::\u{301}x".asLogLine.hasPrefix(#"\u{3a}"#))
  }

  @Test func cuttingTwiceIsCuttingOnce() {
    let cut = String(repeating: "x", count: 1_000).bounded(to: 200)
    #expect(cut == String(repeating: "x", count: 200) + "… (800 more characters)")
    #expect(cut.bounded(to: 200) == cut)
    let short = String(repeating: "x", count: 230)
    #expect(short.bounded(to: 200) == short)
    // One character on the screen, and many in memory.
    let marks = String(repeating: "\u{301}", count: 100_000)
    #expect(("a" + marks).bounded(to: 200).utf8.count < 600)
  }

  @Test func aFenceIsLongerThanWhatItHolds() {
    #expect(markdownFence(around: "x") == "```")
    #expect(markdownFence(around: "a ```` b\n`````\u{301}") == "``````")
  }

  @Test func commandsAreWholeOrNotThere() {
    var context = Sample.context()
    context.target = .process(command: ["./x", "a b", String(repeating: "y", count: 20_000)])
    #expect(
      context.replayCommand
        == "swift run gcdcheck run --replay g1.4tZ.b9 -- ./x # and its 2 arguments (20,007 bytes), "
        + "too long to be shown")
    context.command = "x; touch PWNED"
    #expect(context.replayCommand?.hasPrefix("'x; touch PWNED' run") == true)
  }

  /// The examples of the standard, and a text of many blocks.
  @Test func theHashIsThatOfTheStandard() {
    #expect(
      digits(SHA256.hash(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digits(SHA256.hash([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      digits(SHA256.hash(Array(repeating: UInt8(ascii: "a"), count: 1_000)))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }

  private func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
