// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What lets a reader go through schedules; the page says everything else without it.
enum HtmlScript {
  static let code = """
    "use strict";
    for (const box of document.querySelectorAll(".schedule")) {
      const data = JSON.parse(box.querySelector("script[type='application/json']").textContent);
      const rows = Array.from(box.querySelectorAll("tr[data-step]"));
      const lanes = Array.from(box.querySelectorAll(".states tr.lane"));
      const heading = box.querySelector(".states h4");
      const stepper = box.querySelector(".stepper");
      const slider = stepper.querySelector("input");
      const output = stepper.querySelector("output");
      const table = box.querySelector(".interleaving");
      const timeline = box.querySelector(".timeline");
      const cursor = timeline && timeline.querySelector(".cursor");
      const last = data.steps.length - 1;
      let current = last;

      // The last of a lane's changes that is not after a step.
      const stateAt = (lane, step) => {
        let found = lane[0];
        for (const change of lane) if (change[0] <= step) found = change;
        return found;
      };

      const show = (step, follows) => {
        current = Math.max(0, Math.min(last, step));
        slider.value = current;
        const [number, party, deed, place] = data.steps[current];
        output.textContent = "step " + number + ": " + party + " " + deed + (place ? "  " + place : "");
        heading.textContent = "After step " + number;
        rows.forEach((row, index) => {
          row.classList.toggle("now", index === current);
          row.classList.toggle("later", index > current);
        });
        lanes.forEach((row, index) => {
          const state = stateAt(data.lanes[index], current);
          const hasChanged = current > 0 && stateAt(data.lanes[index], current - 1)[1] !== state[1];
          row.className = "lane " + state[2] + (hasChanged ? " changed" : "");
          row.lastElementChild.textContent = state[1];
        });
        if (cursor) {
          cursor.setAttribute(
            "x", Number(timeline.dataset.left) + current * Number(timeline.dataset.pitch));
        }
        const row = rows[current];
        if (follows && row) {
          const from = table.scrollTop, to = from + table.clientHeight;
          if (row.offsetTop - 40 < from) table.scrollTop = row.offsetTop - 40;
          if (row.offsetTop + row.offsetHeight + 10 > to) {
            table.scrollTop = row.offsetTop + row.offsetHeight + 10 - table.clientHeight;
          }
        }
      };

      const moves = {
        first: () => 0, back: () => current - 1, on: () => current + 1, last: () => last
      };
      for (const button of stepper.querySelectorAll("button")) {
        button.addEventListener("click", () => show(moves[button.dataset.move](), true));
      }
      slider.addEventListener("input", () => show(Number(slider.value), true));
      rows.forEach((row, index) => row.addEventListener("click", () => show(index, false)));
      if (timeline) {
        timeline.addEventListener("click", (event) => {
          const frame = timeline.getBoundingClientRect();
          const x = (event.clientX - frame.left) * timeline.viewBox.baseVal.width / frame.width;
          if (x < Number(timeline.dataset.left)) return;
          show(Math.floor((x - Number(timeline.dataset.left)) / Number(timeline.dataset.pitch)), true);
        });
      }
      box.addEventListener("keydown", (event) => {
        const step = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        show(step, true);
      });
      stepper.hidden = false;
      box.classList.add("live");
      show(last, false);
      table.scrollTop = table.scrollHeight;
    }
    """
}
