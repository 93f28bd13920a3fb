// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

/// What `--generate-completion-script` gives to a shell.
@Suite struct CompletionTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let verbs = [
    "test", "fuzz", "run", "merge", "report", "replay", "minimize", "list", "explain", "init", "doctor",
  ]

  /// Each option that takes one of a few values, with all of them.
  private static let closed =
    [
      "unbounded", "darwin", "linux",  // --pool
      "always", "never", "lines", "none",  // --color, --progress
      "text", "jsonl", "junit", "github", "sarif", "summary", "html", "dot",  // --report, --as
      "debug", "release",  // --configuration
      "GCD101", "wait-cycle", "scenario",  // explain
    ] + StrategyName.allCases.map(\.rawValue)

  private func script(_ shell: String) throws -> String {
    let run = try ToolRun("--generate-completion-script", shell, in: folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func theScriptHasEachVerbAndEachClosedSetOfValues(_ shell: String) throws {
    let script = try script(shell)
    for verb in Self.verbs {
      #expect(script.contains("gcdcheck_\(verb)") || script.contains("'\(verb)'"), "\(verb)")
    }
    for value in Self.closed {
      let word = try Regex("[^A-Za-z0-9-]\(value)[^A-Za-z0-9]")
      #expect(script.contains(word), "\(value)")
    }
  }

  /// Bash itself completes; the script is sourced and its function called as the shell does it.
  @Test(arguments: [
    ("gcdcheck min", "minimize"),
    ("gcdcheck explain GCD1", "GCD101 GCD102 GCD103 GCD104 GCD105 GCD106 GCD107 GCD108"),
    ("gcdcheck explain wait-c", "wait-cycle"),
    ("gcdcheck fuzz --strategy ex", "exhaustive exhaustive:2"),
    ("gcdcheck fuzz --color ", "always auto never"),
    ("gcdcheck test --pool ", "darwin linux linux:4 unbounded"),
    ("gcdcheck test --configuration r", "release"),
    ("gcdcheck report run.jsonl --as s", "sarif summary"),
    ("gcdcheck report ", "run.jsonl"),
    ("gcdcheck merge ru", "run.jsonl"),
    ("gcdcheck fuzz ca", "cache.gcd.yaml"),
    ("gcdcheck minimize ", "cache.gcd.yaml run.jsonl"),
    ("gcdcheck fuzz --sch", "--schedules"),
  ])
  func bashCompletes(_ line: String, _ expected: String) throws {
    try folder.write(try script("bash"), to: "completions.bash")
    try folder.write("", to: "run.jsonl")
    try folder.write("", to: "cache.gcd.yaml")
    try folder.write("", to: "notes.txt")
    let shell = """
      shopt -s extglob
      . ./completions.bash
      COMP_LINE='\(line)'
      COMP_POINT=${#COMP_LINE}
      read -r -a COMP_WORDS <<<"$COMP_LINE"
      case "$COMP_LINE" in *' ') COMP_WORDS+=('') ;; esac
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      entry=$(complete -p gcdcheck)
      entry=${entry##*-F }
      "${entry%% *}" gcdcheck "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}" | LC_ALL=C sort
      """
    let run = try ShellRun.output(of: shell, in: folder)
    #expect(run.split(separator: "\n").joined(separator: " ") == expected)
  }
}
