import type { Course, Mark } from '#domain/emergency/course.ts';

/** The line as it is drawn in one shape: what goes into its paths and circles. */
export interface Shapes {
  paths: { look: string; d: string }[];
  dots: { look: string; cx: number; cy: number; r: number }[];
  /** Where the letter at the end lies; null where there is none. */
  letter: string | null;
  texts: { look: string; x: number; y: number; anchor: 'start' | 'middle' | 'end'; words: string }[];
}

/** Two shapes of the same line: lying for a wide screen, standing for a phone. Units of the drawing. */
const LYING = { isTall: false, from: 8, until: 1104, base: 62, columns: [8, 401, 581, 761, 941], dots: [6, 4.5, 6.5] };
const STANDING = { isTall: true, from: 10, until: 624, base: 12, columns: [27, 155, 283, 411, 539], dots: [5, 4, 5.5] };
type Shape = typeof LYING;

interface Drawn {
  course: Course;
  /** Where each stage begins, in milliseconds; null where it would not come. */
  stages: readonly (number | null)[];
  /** What stands at the present moment. */
  now: string;
  /** The same where there is little room; null where nothing is counted. */
  today: string | null;
  /** Beside days that are edited: when the saved ones would be over and what they are called; null without any. */
  saved: Saved | null;
  /** Nothing of it has a date: only its shape is drawn. */
  isUndated: boolean;
}

interface Saved {
  missed: number;
  released: number;
  words: string;
}

/** @returns the line, drawn to scale: lying, and standing */
export function shapesOf(drawn: Drawn): { wide: Shapes; tall: Shapes } {
  const look = drawn.isUndated ? drawUndated : draw;
  return { wide: look(LYING, drawn), tall: look(STANDING, drawn) };
}

/** Where instants lie on the line. */
function scaleOf(shape: Shape, { since, from, inactiveDays, day, marks }: Course) {
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

/** Ink and outlines only: a colour or the present day would say that something runs. */
function drawUndated(shape: Shape, { course, stages }: Drawn): Shapes {
  const { along, stretch, dot, end, leads } = scaleOf(shape, course);
  const [start = 0, small = 0, large = 0] = shape.dots;
  const mark = (at: number, r: number) => ({ look: 'dot-open', ...dot(at), r });
  const released = course.marks.find(({ kind }) => kind === 'released');
  const before = course.marks.filter(({ kind }) => kind !== 'released');
  return {
    paths: [
      { look: 'ln-lead', d: leads(stages) },
      { look: 'ln-ghost', d: stretch(course.since, end) },
    ],
    dots: [mark(course.since, start), ...before.map(({ at, kind }) => mark(at, kind === 'missed' ? large : small))],
    letter: released ? letterAt(along(released.at), shape) : null,
    texts: [],
  };
}

function draw(shape: Shape, { course, stages, now, today, saved }: Drawn): Shapes {
  const { isTall, base } = shape;
  const { since, from, inactiveDays, day, marks } = course;
  const { missed, end, along, stretch, dot, leads } = scaleOf(shape, course);
  const half = Math.min(from + (inactiveDays * day) / 2, missed);
  const released = marks.find(({ kind }) => kind === 'released')?.at ?? null;
  const seen = course.now > end ? null : along(course.now);
  const before = saved ? [saved.missed, saved.released].filter((at) => at <= end).map(along) : [];
  return {
    paths: [
      { look: 'ln-day', d: ticks(course, end, along, isTall) },
      { look: 'ln-lead', d: leads(stages) },
      { look: 'ln-ghost', d: stretch(since, from) },
      { look: 'ln-well', d: stretch(from, half) },
      { look: 'ln-warn', d: `${stretch(half, missed)}${isTall ? '' : `M${along(half)} 55v14`}` },
      { look: 'ln-danger', d: stretch(missed, end) },
      { look: 'ln-past', d: stretch(since, Math.min(course.now, end)) },
      ...(seen === null ? [] : [{ look: 'now-line', d: nowLine(seen, shape) }]),
      { look: 'ln-saved', d: before.map((at) => savedLine(at, shape)).join('') },
    ],
    dots: [
      { look: 'dot-ink', ...dot(since), r: shape.dots[0] ?? 0 },
      ...marks.filter(({ kind }) => kind !== 'released').map((mark) => ({ ...markDot(mark, shape), ...dot(mark.at) })),
      ...(seen === null ? [] : [{ look: 'dot-now', ...dot(course.now), r: 7 }]),
      ...before.map((at) => ({ look: 'dot-open', ...(isTall ? { cx: base, cy: at } : { cx: at, cy: base }), r: 5 })),
    ],
    letter: released === null ? null : letterAt(along(released), shape),
    texts: isTall
      ? textBeside(seen, today, shape)
      : [...textsOf(along(half), seen, now), ...savedText(before[0], saved?.words)],
  };
}

/** From its place on the line to the words of a stage. */
function lead(at: number, column: number, { isTall, base }: Shape): string {
  if (isTall) return `M${base} ${at}C40 ${at} 26 ${column} 54 ${column}`;
  return `M${at} ${base}V76C${at} 124 ${column} 102 ${column} 158`;
}

/** Each day, or each week or month of a long line. */
function ticks({ since, day }: Course, end: number, along: (at: number) => number, isTall: boolean): string {
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

/** Nothing where the present moment has its words. */
function savedText(at = 0, words = ''): Shapes['texts'] {
  return at < 200 ? [] : [{ look: 'saved', x: at, y: 30, anchor: at > 1040 ? 'end' : 'middle', words }];
}

function textsOf(half: number, now: number | null, words: string): Shapes['texts'] {
  const isLeft = now !== null && now > half && now < half + 70;
  const halfway = isLeft
    ? { x: half - 8, anchor: 'end' as const, words: 'halfway' }
    : { x: half + 8, anchor: 'start' as const, words: 'halfway' };
  const texts: Shapes['texts'] = [{ look: 'at', y: 48, ...halfway }];
  if (now !== null)
    texts.push({ look: 'now', x: now, y: 24, anchor: now < 110 ? 'start' : now > 1000 ? 'end' : 'middle', words });
  return texts;
}

/** Beside its place; where a stage is led to there, above that or below it. */
function textBeside(now: number | null, words: string | null, { from, columns }: Shape): Shapes['texts'] {
  if (now === null || words === null) return [];
  const level = now + 4;
  // The first is led to from above it, the others from where they end.
  const taken = columns.map((end, index) => ({ above: (index === 0 ? from : end) - 6, below: end + 13 }));
  const crossed = taken.find(({ above, below }) => level > above && level < below);
  const [above, below] = crossed ? [crossed.above, crossed.below] : [level, level];
  const y = level - above < below - level ? above : below;
  return [{ look: 'now', x: 27, y, anchor: 'start', words }];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
