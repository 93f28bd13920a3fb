"use strict";
const bubble = document.createElement("div");
bubble.className = "bubble";
bubble.setAttribute("role", "tooltip");
bubble.hidden = true;
document.body.append(bubble);
const say = (event, lines) => {
  bubble.replaceChildren(...lines.filter((line) => line[1]).map(([style, text]) => {
    const line = document.createElement("div");
    line.className = style;
    line.textContent = text;
    return line;
  }));
  bubble.hidden = false;
  const width = bubble.offsetWidth, height = bubble.offsetHeight;
  const x = Math.min(event.clientX + 16, document.documentElement.clientWidth - width - 8);
  const below = event.clientY + 18;
  const y = below + height > innerHeight ? event.clientY - height - 12 : below;
  bubble.style.left = Math.max(8, x) + "px";
  bubble.style.top = Math.max(8, y) + "px";
};
const hush = () => { bubble.hidden = true; };
document.addEventListener("scroll", hush, true);
const wake = (box) => {
  const data = JSON.parse(box.querySelector("script[type='application/json']").textContent);
  const rows = Array.from(box.querySelectorAll("tr[data-step]"));
  const laneRows = Array.from(box.querySelectorAll(".states tr.lane"));
  const heading = box.querySelector(".states h4");
  const knows = box.querySelector(".knows");
  const stepper = box.querySelector(".stepper");
  const slider = stepper.querySelector("input");
  const output = stepper.querySelector("output");
  const table = box.querySelector(".interleaving");
  const steps = box.querySelector(".timeline.steps");
  const time = box.querySelector(".timeline.time");
  const pitch = steps ? Number(steps.dataset.pitch) : 1;
  const groups = time ? Array.from(time.querySelectorAll("g[data-first]")) : [];
  const instants = groups.map((group) => group.dataset);
  const dots = Array.from(box.querySelectorAll(".steps [data-dot]"));
  const last = data.steps.length - 1;
  let current = last;
  // The bubble says it all, at once.
  for (const title of box.querySelectorAll(".timeline [data-lane] title")) title.remove();

  // The last of a lane's changes that is not after a step.
  const stateAt = (lane, step) => {
    let found = lane.runs[0];
    for (const change of lane.runs) if (change[0] <= step) found = change;
    return found;
  };

  // What a thread can know: the steps of others that are ordered before its last own one.
  const clockOf = (party, step) => {
    for (let at = step; at >= 0; at -= 1) if (data.steps[at][1] === party) return data.steps[at][4];
    return null;
  };
  const knowledge = (party, step) => {
    const others = data.parties.map((name, index) => [name, index])
      .filter(([name]) => name !== party && name !== "clock" && name !== "nobody");
    if (others.length === 0) return "";
    const clock = clockOf(party, step);
    const known = others.filter(([, index]) => clock && clock[index] >= 0)
      .map(([name, index]) => name + " up to step " + data.steps[clock[index]][0]);
    const unknown = others.filter(([, index]) => !clock || clock[index] < 0).map(([name]) => name);
    return [
      known.length ? "knows " + known.join(", ") : "",
      unknown.length ? "knows no step shown here of " + unknown.slice(0, 4).join(", ")
        + (unknown.length > 4 ? " and " + (unknown.length - 4) + " more" : "") : "",
    ].filter(Boolean).join("; ");
  };
  const words = (step) => {
    const [number, party, deed, place] = data.steps[step];
    return "step " + number + ": " + party + " " + deed + (place ? "  " + place : "");
  };
  const about = (lane, step) => {
    const state = stateAt(lane, step);
    return [
      ["title", lane.title],
      ["state " + state[2], state[1]],
      ["", state[3] ? "holds " + state[3] : ""],
      ["soft", lane.sort === "thread" ? knowledge(lane.title, step) : ""],
      ["soft", "after " + words(step)],
    ];
  };
  const fade = (party, step) => {
    const clock = party ? clockOf(party, step) : null;
    for (const dot of dots) {
      const at = Number(dot.dataset.dot);
      const owner = data.parties.indexOf(data.steps[at][1]);
      dot.classList.toggle("unknown", clock !== null && at > clock[owner]);
    }
  };

  const show = (step, follows) => {
    current = Math.max(0, Math.min(last, step));
    slider.value = current;
    output.textContent = words(current);
    heading.textContent = current === last ? "At the end" : "After step " + data.steps[current][0];
    const actor = data.steps[current][1];
    const known = actor === "clock" ? "" : knowledge(actor, current);
    knows.hidden = known === "";
    knows.textContent = actor + " " + known;
    rows.forEach((row, index) => {
      row.classList.toggle("now", index === current);
      row.classList.toggle("later", index > current);
    });
    for (const row of laneRows) {
      const lane = data.lanes[Number(row.dataset.lane)];
      const state = stateAt(lane, current);
      const before = stateAt(lane, Math.max(0, current - 1));
      row.className = "lane " + state[2]
        + (state[1] !== before[1] || state[3] !== before[3] ? " changed" : "");
      const cell = row.lastElementChild;
      cell.textContent = state[1];
      if (!state[3]) continue;
      const holds = document.createElement("span");
      holds.className = "holds";
      holds.textContent = "holds " + state[3];
      cell.append(holds);
    }
    moveCursors(follows);
    const row = rows[current];
    if (follows && row) {
      const fold = row.closest("tbody.fold");
      if (fold) fold.classList.add("open");
      const cell = row.querySelector(".deed");
      if (cell) {
        const left = cell.offsetLeft - row.firstElementChild.offsetWidth - 4;
        const right = cell.offsetLeft + cell.offsetWidth - table.clientWidth + 4;
        table.scrollLeft = Math.min(left, Math.max(table.scrollLeft, right));
      }
      const from = table.scrollTop, to = from + table.clientHeight;
      if (row.offsetTop - 40 < from) table.scrollTop = row.offsetTop - 40;
      if (row.offsetTop + row.offsetHeight + 10 > to) {
        table.scrollTop = row.offsetTop + row.offsetHeight + 10 - table.clientHeight;
      }
    }
  };
  const moveCursors = (follows) => {
    if (!steps) return;
    const x = current * pitch;
    steps.querySelector(".cursor").setAttribute("x", x);
    const frame = steps.parentElement;
    if (follows && (x < frame.scrollLeft + 20 || x + pitch > frame.scrollLeft + frame.clientWidth - 20)) {
      frame.scrollLeft = x - frame.clientWidth / 2;
    }
    const instant = instants.findLast((instant) => Number(instant.first) <= current);
    if (instant) time.querySelector(".cursor").setAttribute("x", Number(instant.x) - 3);
  };

  // Which step is at an x of a view.
  const stepAt = (svg, event) => {
    const frame = svg.getBoundingClientRect();
    const x = (event.clientX - frame.left) * svg.viewBox.baseVal.width / frame.width;
    if (svg === steps) return Math.max(0, Math.min(last, Math.floor(x / pitch)));
    const instant = instants.findLast((instant) => Number(instant.x) - 10 <= x) || instants[0];
    return Number(instant.last);
  };
  for (const svg of [steps, time].filter(Boolean)) {
    svg.addEventListener("click", (event) => show(stepAt(svg, event), true));
    svg.addEventListener("mousemove", (event) => {
      const group = event.target.closest("[data-lane]");
      if (!group) { hush(); fade(null); return; }
      const lane = data.lanes[Number(group.dataset.lane)];
      const step = stepAt(svg, event);
      say(event, about(lane, step));
      fade(lane.sort === "thread" ? lane.title : null, step);
    });
    svg.addEventListener("mouseleave", () => { hush(); fade(null); });
  }

  const change = (from, by) => {
    let at = from + by;
    while (at > 0 && at < last && data.steps[at][1] === data.steps[from][1]) at += by;
    return at;
  };
  const moves = {
    first: () => 0, back: () => current - 1, on: () => current + 1, last: () => last,
    change: () => change(current, 1),
  };
  for (const button of stepper.querySelectorAll("button")) {
    button.addEventListener("click", () => show(moves[button.dataset.move](), true));
  }
  slider.addEventListener("input", () => show(Number(slider.value), true));
  rows.forEach((row, index) => {
    row.addEventListener("click", () => show(index, false));
    row.addEventListener("mousemove", (event) => {
      const lane = data.lanes.find((lane) => lane.title === data.steps[index][1]);
      if (lane) say(event, about(lane, index)); else hush();
    });
    row.addEventListener("mouseleave", hush);
  });
  for (const button of box.querySelectorAll(".unfold button")) {
    button.addEventListener("click", () => button.closest("tbody").classList.toggle("open"));
  }
  for (const choice of box.querySelectorAll(".views > input")) {
    choice.addEventListener("change", () => {
      steps.parentElement.scrollLeft = choice.className === "by-time" ? 0 : current * pitch - 200;
    });
  }
  box.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.type === "radio") return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const step = by ? (event.shiftKey ? change(current, by) : current + by)
      : { Home: 0, End: last }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(step, true);
  });
  stepper.hidden = last === 0;
  for (const hint of box.querySelectorAll(".keys")) hint.hidden = false;
  box.classList.add("live");
  show(last, true);
  if (steps) steps.parentElement.scrollLeft = steps.parentElement.scrollWidth;
  table.scrollTop = table.scrollHeight;
};
// Each comes to life when it is nearly in sight: a page may have a hundred.
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries.filter((entry) => entry.isIntersecting)) {
    watcher.unobserve(entry.target);
    wake(entry.target);
  }
}, { rootMargin: "600px" });
for (const box of document.querySelectorAll(".schedule")) watcher.observe(box);
