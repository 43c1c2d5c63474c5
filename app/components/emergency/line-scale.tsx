import type { Course, Mark } from '#domain/emergency/course.ts';

/** One stage of the line: where it begins, in milliseconds; null where it would not come. */
export interface Begins {
  at: number | null;
}

interface ScaleProps {
  course: Course;
  stages: readonly Begins[];
  label: string;
  /** What stands at the present moment; null when that is beyond the line. */
  now: string | null;
}

/** Two shapes of the same line: lying for a wide screen, standing for a phone. Units of the drawing. */
const LYING = { isTall: false, from: 8, until: 1104, base: 62, columns: [8, 401, 581, 761, 941], dots: [6, 4.5, 6.5] };
const STANDING = { isTall: true, from: 10, until: 624, base: 12, columns: [27, 155, 283, 411, 539], dots: [5, 4, 5.5] };

/** The line of stages, drawn to scale: once for a wide screen, once for a phone. */
export function LineScale(props: ScaleProps) {
  return (
    <>
      <svg className="scale scale-wide" viewBox="0 0 1120 162" role="img" aria-label={props.label}>
        <Line shape={LYING} {...props} />
      </svg>
      <svg className="scale scale-tall" viewBox="0 0 56 640" role="img" aria-label={props.label}>
        <Line shape={STANDING} {...props} />
      </svg>
    </>
  );
}

function Line({ shape, course, stages, now }: ScaleProps & { shape: typeof LYING }) {
  const { isTall, base, columns, dots } = shape;
  const { since, from, inactiveDays, day, marks } = course;
  const missed = marks.find(({ kind }) => kind === 'missed')?.at ?? from + inactiveDays * day;
  const end = Math.max(marks.at(-1)?.at ?? missed, missed, since + day);
  const along = (at: number) =>
    round(shape.from + (Math.min(Math.max(at - since, 0), end - since) / (end - since)) * (shape.until - shape.from));
  const stretch = (a: number, b: number) =>
    isTall ? `M${base} ${along(a)}V${along(b)}` : `M${along(a)} ${base}H${along(b)}`;
  const half = Math.min(from + (inactiveDays * day) / 2, missed);
  const leads = stages.map(({ at }, index) => (at === null ? '' : lead(along(at), columns[index] ?? 0, shape)));
  const dot = (at: number) => (isTall ? { cx: base, cy: along(at) } : { cx: along(at), cy: base });
  return (
    <>
      <path className="ln ln-day" d={ticks(course, end, along, isTall)} />
      <path className="ln ln-lead" d={leads.join('')} />
      <path className="ln ln-ghost" d={stretch(since, from)} />
      <path className="ln ln-well" d={stretch(from, half)} />
      <path className="ln ln-warn" d={stretch(half, missed)} />
      <path className="ln ln-danger" d={stretch(missed, end)} />
      <path className="ln ln-past" d={stretch(since, Math.min(course.now, end))} />
      <circle className="dot-ink" {...dot(since)} r={dots[0]} />
      {marks.map(({ kind, at, became }, index) => (
        <Dot key={`${kind} ${index.toString()}`} {...{ kind, became }} {...dot(at)} sizes={dots} />
      ))}
      {!isTall && <Halfway x={along(half)} now={now === null ? null : along(course.now)} />}
      {now !== null && <Now at={along(course.now)} words={now} shape={shape} />}
    </>
  );
}

/** From its place on the line to the words of a stage. */
function lead(at: number, column: number, { isTall, base }: typeof LYING): string {
  if (isTall) return `M${base} ${at}C40 ${at} 26 ${column} 54 ${column}`;
  return `M${at} ${base}V76C${at} 124 ${column} 102 ${column} 158`;
}

/** Each day, or each week or month of a long line. */
function ticks({ since, day }: Course, end: number, along: (at: number) => number, isTall: boolean): string {
  const days = (end - since) / day;
  const step = [1, 7, 30].find((every) => days / every <= 80) ?? 30;
  let path = '';
  for (let n = 0; n * step <= days; n += 1) {
    const at = along(since + n * step * day);
    path += isTall ? `M4 ${at}h4` : `M${at} 67v${n % 5 === 0 ? 8 : 5}`;
  }
  return path;
}

interface DotProps extends Pick<Mark, 'kind' | 'became'> {
  cx: number;
  cy: number;
  sizes: readonly number[];
}

/** The release is a letter; what has come about is filled in ink. */
function Dot({ kind, became, cx, cy, sizes: [, small, large] }: DotProps) {
  if (kind === 'released')
    return (
      <g className="d" transform={`translate(${cx - 9} ${cy - 8})`}>
        <path className="p" d="M0 .4h19v14H0z" />
        <path d="M.4.8L9.5 8 18.6.8" />
      </g>
    );
  const isWarning = kind === 'reminder' || kind === 'again';
  return (
    <circle
      className={became === 'bounced' ? 'dot-open' : isWarning ? 'dot-warn' : 'dot-danger'}
      cx={cx}
      cy={cy}
      r={kind === 'missed' ? large : small}
    />
  );
}

function Halfway({ x, now }: { x: number; now: number | null }) {
  const isLeft = now !== null && now > x && now < x + 70;
  return (
    <>
      <path className="ln ln-warn" d={`M${x} 55v14`} />
      <text x={isLeft ? x - 8 : x + 8} y="48" textAnchor={isLeft ? 'end' : 'start'}>
        halfway
      </text>
    </>
  );
}

function Now({ at, words, shape: { isTall, base } }: { at: number; words: string; shape: typeof LYING }) {
  if (isTall)
    return (
      <>
        <path className="now-line" d={`M4 ${at}H24`} />
        <circle className="dot-now" cx={base} cy={at} r="7" />
      </>
    );
  return (
    <>
      <path className="now-line" d={`M${at} 32V71`} />
      <circle className="dot-now" cx={at} cy={base} r="7" />
      <text className="now" x={at} y="24" textAnchor={at < 110 ? 'start' : at > 1000 ? 'end' : 'middle'}>
        {words}
      </text>
    </>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
