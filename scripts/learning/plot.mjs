// Plots lines over integer steps as an SVG, without a library.

const W = 640;
const H = 300;
const EDGE = { left: 48, right: 150, top: 14, bottom: 40 };
const COLOURS = ['#1f6feb', '#d1495b', '#2a9d5c', '#b8860b'];

/**
 * @param {{ title: string, x: string, y: string, first: number, lines: { name: string, values: number[], dashed?:
 * boolean }[] }} chart
 *   title and axis titles, the step of each line's first value, and the lines
 * @returns {string} the SVG's text
 */
export function plot({ title, x, y, first, lines }) {
  const all = lines.flatMap(({ values }) => values);
  const low = Math.min(0, ...all);
  const high = niceAbove(Math.max(...all));
  const steps = Math.max(...lines.map(({ values }) => values.length)) - 1;
  const right = W - EDGE.right;
  const bottom = H - EDGE.bottom;
  const px = (i) => EDGE.left + (i / Math.max(1, steps)) * (right - EDGE.left);
  const py = (value) => bottom - ((value - low) / (high - low)) * (bottom - EDGE.top);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => low + share * (high - low));
  const grid = ticks.map(
    (value) =>
      `<line x1="${EDGE.left}" x2="${right}" y1="${round(py(value))}" y2="${round(py(value))}" stroke="#d0d7de"/>` +
      `<text x="${EDGE.left - 6}" y="${round(py(value) + 4)}" text-anchor="end">${Number(value.toFixed(2))}</text>`,
  );
  const every = Math.max(1, Math.ceil(steps / 12));
  const below = Array.from({ length: Math.floor(steps / every) + 1 }, (_, i) => i * every).map(
    (i) => `<text x="${round(px(i))}" y="${bottom + 16}" text-anchor="middle">${first + i}</text>`,
  );
  const drawn = lines.map(({ name, values, dashed }, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const points = values.map((value, step) => `${round(px(step))},${round(py(value))}`).join(' ');
    const labelY = EDGE.top + 14 + i * 18;
    const dash = dashed ? ' stroke-dasharray="6 5"' : '';
    return (
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>` +
      `<line x1="${right + 12}" x2="${right + 36}" y1="${labelY - 4}" y2="${labelY - 4}" stroke="${colour}" stroke-width="2"${dash}/>` +
      `<text x="${right + 42}" y="${labelY}">${name}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" font-family="sans-serif" font-size="12" fill="#57606a">`,
    `<title>${title}</title>`,
    `<rect width="${W}" height="${H}" fill="#ffffff"/>`,
    ...grid,
    ...below,
    ...drawn,
    `<text x="${(EDGE.left + right) / 2}" y="${H - 6}" text-anchor="middle">${x}</text>`,
    `<text transform="translate(12 ${(EDGE.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

/** Returns the least of 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten that is not below `value`. */
function niceAbove(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value - 1e-9) ?? 10);
}

function round(value) {
  return Number(value.toFixed(1));
}
