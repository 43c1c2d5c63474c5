import type { Forecast, Mark } from '#domain/emergency/forecast.ts';

/** The line in one shape: the values of its paths, circles and texts. */
export interface Shapes {
  paths: { look: string; d: string }[];
  dots: { look: string; cx: number; cy: number; r: number }[];
  /** The transform of the letter at the end; null without one. */
  letter: string | null;
  texts: { look: string; x: number; y: number; anchor: 'start' | 'middle' | 'end'; words: string }[];
}

/** Two shapes of the same line: horizontal for a wide screen, vertical for a phone. In units of the drawing. */
const HORIZONTAL = {
  isTall: false,
  from: 8,
  until: 1104,
  base: 62,
  columns: [8, 401, 581, 761, 941],
  dots: [6, 4.5, 6.5],
};
const VERTICAL = { isTall: true, from: 10, until: 624, base: 12, columns: [27, 155, 283, 411, 539], dots: [5, 4, 5.5] };
type Shape = typeof HORIZONTAL;

interface Drawn {
  forecast: Forecast;
  /** When each stage begins, in milliseconds; null if it would not come. */
  stages: readonly (number | null)[];
  /** The words at the present moment. */
  now: string;
  /** The words at half of the days. */
  halfway: string;
  /** The same for a narrow screen; null while no days are counted. */
  today: string | null;
  /** While days are edited: when the saved days would end, and their words; otherwise null. */
  saved: Saved | null;
  /** Without dates only the shape is drawn. */
  isUndated: boolean;
}

interface Saved {
  missed: number;
  released: number;
  words: string;
}

/** @returns the line, drawn to scale: horizontal and vertical */
export function shapesOf(drawn: Drawn): { wide: Shapes; tall: Shapes } {
  const look = drawn.isUndated ? drawUndated : draw;
  return { wide: look(HORIZONTAL, drawn), tall: look(VERTICAL, drawn) };
}

/** Places instants on the line. */
function scaleOf(shape: Shape, { since, from, inactiveDays, day, marks }: Forecast) {
  const { isTall, base } = shape;
  const missed = marks.find(({ kind }) => kind === 'missed')?.at ?? from + inactiveDays * day;
  const end = Math.max(marks.at(-1)?.at ?? missed, missed, since + day);
  const along = (at: number) =>
    round(shape.from + (Math.min(Math.max(at - since, 0), end - since) / (end - since)) * (shape.until - shape.from));
  return {
    missed,
    end,
    along,
    stretch: (a: number, b: number) =>
      isTall ? `M${base} ${along(a)}V${along(b)}` : `M${along(a)} ${base}H${along(b)}`,
    dot: (at: number) => (isTall ? { cx: base, cy: along(at) } : { cx: along(at), cy: base }),
    leads: (stages: Drawn['stages']) =>
      stages.map((at, index) => (at === null ? '' : lead(along(at), shape.columns[index] ?? 0, shape))).join(''),
  };
}

/** Outlines only: a colour or the present day would suggest that it runs. */
function drawUndated(shape: Shape, { forecast, stages }: Drawn): Shapes {
  const { along, stretch, dot, end, leads } = scaleOf(shape, forecast);
  const [start = 0, small = 0, large = 0] = shape.dots;
  const mark = (at: number, r: number) => ({ look: 'dot-open', ...dot(at), r });
  const released = forecast.marks.find(({ kind }) => kind === 'released');
  const before = forecast.marks.filter(({ kind }) => kind !== 'released');
  return {
    paths: [
      { look: 'ln-lead', d: leads(stages) },
      { look: 'ln-ghost', d: stretch(forecast.since, end) },
    ],
    dots: [mark(forecast.since, start), ...before.map(({ at, kind }) => mark(at, kind === 'missed' ? large : small))],
    letter: released ? letterAt(along(released.at), shape) : null,
    texts: [],
  };
}

function draw(shape: Shape, drawn: Drawn): Shapes {
  const { forecast, stages, today, saved } = drawn;
  const { isTall, base } = shape;
  const { since, from, inactiveDays, day, marks } = forecast;
  const { missed, end, along, stretch, dot, leads } = scaleOf(shape, forecast);
  const half = Math.min(from + (inactiveDays * day) / 2, missed);
  const released = marks.find(({ kind }) => kind === 'released')?.at ?? null;
  const seen = forecast.now > end ? null : along(forecast.now);
  const before = saved ? [saved.missed, saved.released].filter((at) => at <= end).map(along) : [];
  return {
    paths: [
      { look: 'ln-day', d: ticks(forecast, end, along, isTall) },
      { look: 'ln-lead', d: leads(stages) },
      { look: 'ln-ghost', d: stretch(since, from) },
      { look: 'ln-well', d: stretch(from, half) },
      { look: 'ln-warn', d: `${stretch(half, missed)}${isTall ? '' : `M${along(half)} 55v14`}` },
      { look: 'ln-danger', d: stretch(missed, end) },
      { look: 'ln-past', d: stretch(since, Math.min(forecast.now, end)) },
      ...(seen === null ? [] : [{ look: 'now-line', d: nowLine(seen, shape) }]),
      { look: 'ln-saved', d: before.map((at) => savedLine(at, shape)).join('') },
    ],
    dots: [
      { look: 'dot-ink', ...dot(since), r: shape.dots[0] ?? 0 },
      ...marks.filter(({ kind }) => kind !== 'released').map((mark) => ({ ...markDot(mark, shape), ...dot(mark.at) })),
      ...(seen === null ? [] : [{ look: 'dot-now', ...dot(forecast.now), r: 7 }]),
      ...before.map((at) => ({ look: 'dot-open', ...(isTall ? { cx: base, cy: at } : { cx: at, cy: base }), r: 5 })),
    ],
    letter: released === null ? null : letterAt(along(released), shape),
    texts: isTall
      ? textBeside(seen, today, shape)
      : [...textsOf(along(half), seen, drawn), ...savedText(before[0], saved?.words)],
  };
}

/** The curve from a stage's place on the line to its words. */
function lead(at: number, column: number, { isTall, base }: Shape): string {
  if (isTall) return `M${base} ${at}C40 ${at} 26 ${column} 54 ${column}`;
  return `M${at} ${base}V76C${at} 124 ${column} 102 ${column} 158`;
}

/** Each day, or each week or month of a long line. */
function ticks({ since, day }: Forecast, end: number, along: (at: number) => number, isTall: boolean): string {
  const days = (end - since) / day;
  const step = [1, 7, 30].find((every) => days / every <= 80) ?? 365;
  let path = '';
  for (let n = 0; n * step <= days; n += 1) {
    const at = along(since + n * step * day);
    path += isTall ? `M4 ${at}h4` : `M${at} 67v${n % 5 === 0 ? 8 : 5}`;
  }
  return path;
}

function markDot({ kind, became }: Mark, { dots: [, small = 0, large = 0] }: Shape): { look: string; r: number } {
  const r = kind === 'missed' ? large : small;
  if (became === 'bounced') return { look: 'dot-open', r };
  return { look: kind === 'reminder' || kind === 'again' ? 'dot-warn' : 'dot-danger', r };
}

function letterAt(at: number, { isTall, base }: Shape): string {
  return isTall ? `translate(${base - 9} ${at - 6})` : `translate(${at - 9} ${base - 8})`;
}

function nowLine(at: number, { isTall }: Shape): string {
  return isTall ? `M4 ${at}H24` : `M${at} 32V71`;
}

function savedLine(at: number, { isTall, base }: Shape): string {
  return isTall ? `M${base} ${at}H30` : `M${at} ${base}V38`;
}

/** Empty near the start, where the words of the present moment are. */
function savedText(at = 0, words = ''): Shapes['texts'] {
  return at < 200 ? [] : [{ look: 'saved', x: at, y: 30, anchor: at > 1040 ? 'end' : 'middle', words }];
}

function textsOf(half: number, seen: number | null, { now, halfway }: Drawn): Shapes['texts'] {
  const isLeft = seen !== null && seen > half && seen < half + 70;
  const place = isLeft ? { x: half - 8, anchor: 'end' as const } : { x: half + 8, anchor: 'start' as const };
  const texts: Shapes['texts'] = [{ look: 'at', y: 48, ...place, words: halfway }];
  if (seen === null) return texts;
  const anchor = seen < 110 ? 'start' : seen > 1000 ? 'end' : 'middle';
  return [...texts, { look: 'now', x: seen, y: 24, anchor, words: now }];
}

/** Beside its place, or above or below a curve that is there. */
function textBeside(now: number | null, words: string | null, { from, columns }: Shape): Shapes['texts'] {
  if (now === null || words === null) return [];
  const level = now + 4;
  // The first curve comes from above, the others from where they end.
  const taken = columns.map((end, index) => ({ above: (index === 0 ? from : end) - 6, below: end + 13 }));
  const crossed = taken.find(({ above, below }) => level > above && level < below);
  const [above, below] = crossed ? [crossed.above, crossed.below] : [level, level];
  const y = level - above < below - level ? above : below;
  return [{ look: 'now', x: 27, y, anchor: 'start', words }];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
