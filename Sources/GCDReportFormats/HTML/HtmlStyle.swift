// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// How the page looks, in light and in dark.
enum HtmlStyle {
  static let sheet = page + "\n" + schedule

  private static let page = """
    :root {
      --page: #f3f5f8; --card: #ffffff; --text: #1b2430; --soft: #5d6b7d; --line: #dde3ea;
      --code: #f6f8fa; --bad: #c62828; --bad-soft: #fdecea; --fair: #9a6700; --fair-soft: #fff5d6;
      --good: #1a7f45; --good-soft: #e2f5e9; --runs: #5b8def; --runs-soft: #e3edff; --waits: #e2574c;
      --waits-soft: #fbd9d6;
      --ready: #c6d8fb; --busy: #a9c4f7; --sleeps: #cfc3ea; --plain: #d3dae3; --idle: #e6eaef;
      --mark: #ffe27a; --mark-soft: #fff4cf; --cursor: #b8860b;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0f141a; --card: #171e27; --text: #e3e9f0; --soft: #93a1b3; --line: #2b3643;
        --code: #11171e; --bad: #ff7b72; --bad-soft: #3a1b1c; --fair: #e3b341; --fair-soft: #33270c;
        --good: #56d388; --good-soft: #12301f; --runs: #4f83e3; --runs-soft: #1b2b47; --waits: #d9534a;
        --waits-soft: #5a2a28;
        --ready: #2c4675; --busy: #345a9e; --sleeps: #51457a; --plain: #3a4655; --idle: #27313d;
        --mark: #6b5a14; --mark-soft: #33290b; --cursor: #e3b341;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--page); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
    }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    code { font-size: 0.9em; overflow-wrap: anywhere; }
    header, main, footer { max-width: 1240px; margin: 0 auto; padding: 0 24px; }
    header { padding-top: 28px; }
    header .tool { margin: 0; color: var(--soft); font-weight: 600; letter-spacing: 0.04em; }
    header h1 { margin: 2px 0 14px; font-size: 34px; line-height: 1.2; }
    header.bad h1 { color: var(--bad); }
    header.fair h1 { color: var(--fair); }
    header.good h1 { color: var(--good); }
    .figures { display: flex; flex-wrap: wrap; gap: 12px; }
    .figures div {
      background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 8px 18px;
    }
    .figures b { display: block; font-size: 20px; }
    .figures span { color: var(--soft); font-size: 13px; }
    .summary { color: var(--soft); margin: 14px 0 20px; }
    nav { margin-bottom: 22px; }
    nav ol {
      list-style: none; margin: 0; padding: 6px; background: var(--card); border: 1px solid var(--line);
      border-radius: 12px; max-height: 420px; overflow-y: auto;
    }
    nav a, nav .row {
      display: flex; gap: 12px; align-items: baseline; padding: 7px 10px; border-radius: 8px;
      color: inherit; text-decoration: none;
    }
    nav a:hover { background: var(--code); }
    nav code { margin-left: auto; color: var(--soft); white-space: nowrap; }
    .badge {
      border-radius: 6px; padding: 1px 8px; font-size: 13px; font-weight: 600; white-space: nowrap;
      background: var(--idle); color: var(--soft);
    }
    .badge.error { background: var(--bad-soft); color: var(--bad); }
    .badge.warning { background: var(--fair-soft); color: var(--fair); }
    .card {
      background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      padding: 20px 24px 24px; margin: 0 0 24px;
    }
    .finding {
      border-top: 4px solid var(--soft); content-visibility: auto; contain-intrinsic-size: auto 1800px;
    }
    .finding.error { border-top-color: var(--bad); }
    .finding.warning { border-top-color: var(--fair); }
    .finding .kind { margin: 0; color: var(--soft); }
    h2 { margin: 6px 0 4px; font-size: 21px; line-height: 1.35; overflow-wrap: anywhere; }
    h3 { margin: 26px 0 2px; font-size: 16px; }
    h4 { margin: 0; font-size: 14px; }
    .place, .origin, .note { margin: 0 0 8px; color: var(--soft); }
    .note { font-size: 13px; }
    .help {
      background: var(--good-soft); border-left: 4px solid var(--good); border-radius: 6px;
      padding: 10px 14px; margin: 14px 0;
    }
    .help b, .replay b { margin-right: 8px; }
    .replay code {
      background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: 3px 8px;
    }
    p, li { overflow-wrap: anywhere; }
    summary { cursor: pointer; font-weight: 600; }
    pre {
      background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px;
      overflow-x: auto; font-size: 13px; line-height: 1.45; margin: 10px 0 0;
    }
    figure { margin: 24px 0 0; }
    figcaption { font-weight: 600; margin-bottom: 4px; }
    .scroll { overflow-x: auto; }
    svg { display: block; font-size: 13px; font-family: inherit; }
    .graph { max-width: 100%; height: auto; }
    .graph text { fill: var(--text); text-anchor: middle; }
    .graph .small { font-size: 11px; fill: var(--soft); }
    .graph .node rect { fill: var(--code); stroke: var(--soft); stroke-width: 1.5; }
    .graph .node.queue rect { fill: var(--runs-soft); stroke: var(--runs); }
    .graph .node.nobody rect { fill: none; stroke-dasharray: 4 4; }
    .graph .node.hot rect { stroke: var(--bad); stroke-width: 2.5; }
    .graph .node.party text { font-weight: 600; }
    .graph .node .small { font-weight: 400; }
    .graph .edge path { fill: none; stroke: var(--soft); stroke-width: 1.6; }
    .graph .edge.needs path, .graph .edge.targets path { stroke-dasharray: 6 4; }
    .graph .edge.hot path { stroke: var(--bad); stroke-width: 2.4; }
    .graph .edge text { paint-order: stroke; stroke: var(--card); stroke-width: 6px; stroke-linejoin: round; }
    .graph .edge.hot text { fill: var(--bad); }
    .graph marker path { fill: var(--soft); }
    .graph marker.hot path { fill: var(--bad); }
    .tests td, .tests th { padding: 4px 10px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    .tests td.number { text-align: right; }
    .tests .bad td:nth-child(2) { color: var(--bad); font-weight: 600; }
    .tests .good td:nth-child(2) { color: var(--good); }
    .tests .fair td:nth-child(2) { color: var(--fair); }
    footer { color: var(--soft); padding-bottom: 32px; font-size: 13px; }
    @media (max-width: 900px) {
      header, main, footer { padding-left: 12px; padding-right: 12px; }
      .card { padding: 16px 14px; }
      header h1 { font-size: 26px; }
      nav a, nav .row { flex-wrap: wrap; }
      nav code { margin-left: 0; white-space: normal; }
    }
    @media print {
      body { background: none; }
      .card { break-inside: avoid; border: 0; padding: 0; }
    }
    """
}
