// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// How schedules look: lanes, the table of steps, the states beside it.
extension HtmlStyle {
  static let schedule = """
    .schedule { outline: none; }
    .schedule:focus-visible { outline: 2px solid var(--runs); outline-offset: 8px; border-radius: 6px; }
    .views { margin-top: 12px; }
    .views > input { position: absolute; opacity: 0; }
    .views > label {
      display: inline-block; padding: 3px 12px; border: 1px solid var(--line); font-size: 13px;
      cursor: pointer; color: var(--soft); background: var(--code);
    }
    .views > input:checked + label {
      background: var(--runs-soft); color: var(--text); border-color: var(--runs);
    }
    .views > input:focus-visible + label { outline: 2px solid var(--runs); outline-offset: 2px; }
    .views > label:nth-of-type(1) { border-radius: 8px 0 0 8px; }
    .views > label:nth-of-type(2) { border-radius: 0 8px 8px 0; margin-left: -5px; }
    .timeline.time { display: none; }
    .by-time:checked ~ .lanes .time { display: block; }
    .by-time:checked ~ .lanes .steps { display: none; }
    .legend { margin-left: 14px; font-size: 12px; color: var(--soft); }
    .key { margin-right: 12px; white-space: nowrap; }
    .key::before {
      content: ""; display: inline-block; width: 14px; height: 10px; border-radius: 3px; margin-right: 5px;
      background: var(--idle);
    }
    .key.runs::before { background: var(--runs); }
    .key.ready::before { background: var(--ready); }
    .key.waits::before { background: var(--waits); }
    .key.sleeps::before { background: var(--sleeps); }
    .lanes { display: flex; margin-top: 8px; }
    .lanes .scroll { flex: 1 1 0; min-width: 0; }
    .names {
      list-style: none; margin: 0; padding: 22px 10px 0 0; flex: 0 0 auto; width: clamp(84px, 20%, 230px);
      text-align: right; font-size: 13px;
    }
    .names li {
      height: 26px; line-height: 26px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
    }
    .names li.last { margin-bottom: 10px; }
    .names li.thread { font-weight: 600; }
    .names li:not(.thread) { color: var(--soft); }
    .timeline { cursor: pointer; }
    .timeline .ground { fill: var(--idle); opacity: 0.45; }
    .timeline .hit { fill: transparent; }
    .timeline .axis { text-anchor: middle; fill: var(--soft); font-size: 10px; }
    .timeline .axis.start { text-anchor: start; }
    .timeline .grid { stroke: var(--line); stroke-width: 1; }
    .timeline .loop { fill: none; stroke: var(--fair); stroke-width: 2; }
    .timeline .bar { fill: var(--plain); stroke: var(--card); stroke-width: 1; }
    .timeline .bar.runs { fill: var(--runs); }
    .timeline .bar.ready { fill: var(--ready); }
    .timeline .bar.waits { fill: var(--waits); }
    .timeline .bar.sleeps { fill: var(--sleeps); }
    .timeline .bar.queue.runs, .timeline .bar.lock.runs { fill: var(--busy); }
    .timeline .bar.queue.waits, .timeline .bar.lock.waits, .timeline .bar.count.waits {
      fill: var(--waits-soft); stroke: var(--waits);
    }
    .timeline .in { font-size: 11px; fill: var(--text); pointer-events: none; }
    .timeline .bar.thread.waits + .in { fill: #ffffff; }
    .timeline .dot { fill: var(--card); stroke: var(--text); stroke-width: 1.2; }
    .timeline .dot.waits { fill: var(--bad); }
    .timeline .dot.unknown { opacity: 0.2; }
    .timeline .amount { font-size: 10px; text-anchor: middle; fill: var(--text); }
    .timeline .cursor { display: none; }
    .live .timeline .cursor {
      display: inline; fill: var(--mark); fill-opacity: 0.22; stroke: var(--cursor); stroke-width: 1.5;
      pointer-events: none;
    }
    .bubble {
      position: fixed; z-index: 9; max-width: 420px; padding: 8px 12px; border-radius: 8px;
      background: var(--card); border: 1px solid var(--soft); box-shadow: 0 6px 24px rgb(0 0 0 / 22%);
      font-size: 13px; pointer-events: none; overflow-wrap: anywhere;
    }
    .bubble .title { font-weight: 600; }
    .bubble .soft { color: var(--soft); font-size: 12px; }
    .bubble .state.waits { color: var(--bad); }
    .stepper {
      display: flex; gap: 6px; align-items: center; margin: 12px 0 6px; flex-wrap: wrap;
      position: sticky; top: 0; background: var(--card); padding: 4px 0; z-index: 2;
    }
    .stepper[hidden] { display: none; }
    .stepper button, .unfold button {
      font: inherit; font-size: 14px; min-width: 36px; padding: 3px 8px; color: var(--text);
      background: var(--code); border: 1px solid var(--line); border-radius: 8px; cursor: pointer;
    }
    .stepper button:hover, .unfold button:hover { border-color: var(--runs); }
    .stepper input { flex: 0 1 220px; }
    .stepper output { font-weight: 600; overflow-wrap: anywhere; }
    .columns {
      margin-top: 12px; display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 18px;
      align-items: start;
    }
    .interleaving {
      overflow: auto; max-height: 560px; position: relative; border: 1px solid var(--line);
      border-radius: 8px;
    }
    table { border-collapse: collapse; width: 100%; font-size: 13px; }
    th { text-align: left; font-weight: 600; }
    .interleaving thead th {
      position: sticky; top: 0; background: var(--code); padding: 7px 10px; z-index: 1;
      border-bottom: 1px solid var(--line); white-space: nowrap;
    }
    .interleaving td { padding: 4px 10px; border-left: 1px solid var(--line); vertical-align: top; }
    .interleaving td.number {
      border-left: 0; color: var(--soft); text-align: right; width: 1%; position: sticky; left: 0;
      background: var(--card);
    }
    .interleaving tr.switch td { border-top: 1px solid var(--line); }
    .interleaving .deed { background: var(--runs-soft); }
    .interleaving .waits .deed { background: var(--bad-soft); color: var(--bad); font-weight: 600; }
    .interleaving .dies .deed { background: var(--bad); color: var(--card); }
    .interleaving .at { display: block; color: var(--soft); font-size: 12px; font-weight: 400; }
    .interleaving .gap td, .interleaving .clock td { color: var(--soft); font-style: italic; }
    .interleaving .loop td { color: var(--fair); font-weight: 600; border-top: 1px solid var(--line); }
    .unfold { display: none; }
    .live .unfold { display: table-row; }
    .live .fold:not(.open) tr[data-step], .live .fold:not(.open) .gap { display: none; }
    .unfold button { font-size: 12px; color: var(--fair); }
    .unfold button::before { content: "show "; }
    .open .unfold button::before { content: "hide "; }
    .live .interleaving tr[data-step] { cursor: pointer; }
    .interleaving tr.now td.number { background: var(--mark); color: var(--text); font-weight: 700; }
    .interleaving tr.now .deed { box-shadow: inset 0 0 0 2px var(--runs); }
    .interleaving tr.now.waits .deed { box-shadow: inset 0 0 0 2px var(--bad); }
    .interleaving tr.later td:not(.number) { opacity: 0.35; }
    .states { border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; }
    .states .knows { margin: 2px 0 0; font-size: 12px; color: var(--soft); }
    .states th.group { color: var(--soft); font-weight: 600; padding-top: 10px; font-size: 12px; }
    .states th, .states td { padding: 3px 4px; vertical-align: top; overflow-wrap: anywhere; }
    .states tr.lane th {
      font-weight: 500; width: 42%; border-left: 4px solid var(--idle); padding-left: 8px;
    }
    .states tr.runs th { border-left-color: var(--runs); }
    .states tr.ready th { border-left-color: var(--ready); }
    .states tr.sleeps th { border-left-color: var(--sleeps); }
    .states tr.waits th { border-left-color: var(--waits); }
    .states tr.waits td { color: var(--bad); }
    .states tr.idle td { color: var(--soft); }
    .states tr.changed td { background: var(--mark-soft); }
    .states .holds { display: block; color: var(--soft); font-size: 12px; }
    @media (max-width: 900px) {
      .columns { grid-template-columns: minmax(0, 1fr); }
      .interleaving { max-height: 420px; }
      .legend { display: block; margin: 6px 0 0; }
      .names { width: 108px; font-size: 11px; }
    }
    @media print {
      .interleaving { max-height: none; }
      .stepper { display: none; }
    }
    """
}
