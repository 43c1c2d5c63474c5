import { DAY, YEAR } from '#domain/time/durations.ts';
import { ruler } from '#messages/en/ruler.ts';
import { dateFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';

interface RulerProps {
  now: string;
  /** ISO 8601, soonest first; at least one. */
  times: readonly string[];
}

/** In units of the drawing. */
const START = 8;
/** Between the left edges of two letters, in units of the drawing. */
const APART = 19;

/** The time until the next deliveries, drawn to scale: once for a wide screen, once for a phone. */
export function Ruler({ now, times }: RulerProps) {
  return (
    <>
      <Scale className="ruler ruler-wide" width={860} labelsMax={8} now={now} times={times} />
      <Scale className="ruler ruler-phone" width={350} labelsMax={4} now={now} times={times} />
    </>
  );
}

function Scale({
  className,
  width,
  labelsMax,
  now,
  times,
}: RulerProps & { className: string; width: number; labelsMax: number }) {
  const start = Date.parse(now);
  const last = Date.parse(times.at(-1) ?? now);
  const end = start + Math.max((last - start) * 1.08, 60 * DAY);
  const x = (time: number) => START + ((time - start) / (end - start)) * (width - START);
  const ticks = ticksBetween(start, end, labelsMax);
  return (
    <svg className={className} viewBox={`0 0 ${width} 70`} role="img" aria-label={say(ruler.label)}>
      <path
        className="ln ln-day"
        d={ticks.map(({ time, label }) => `M${x(time).toFixed(1)} 40v${label ? 9 : 5}`).join('')}
      />
      <path className="ln ln-base" d={`M${START} 40H${width}`} />
      {sideBySide(
        times.map((time) => x(Date.parse(time))),
        width,
      ).map(({ at, left }, index) => (
        <Letter key={`${at} ${index.toString()}`} at={at} left={left} />
      ))}
      <circle className="dot-now" cx={START} cy="40" r="5" />
      <text className="now" x="0" y="64">
        {say(ruler.today)}
      </text>
      {ticks
        .filter(({ time, label }) => label && x(time) > 62 && x(time) < width - 16)
        .map(({ time, label }) => (
          <text key={time} x={x(time).toFixed(1)} y="64">
            {label}
          </text>
        ))}
    </svg>
  );
}

/** Puts each letter above its instant, or to the right of the one before where the two would overlap. */
function sideBySide(positions: readonly number[], width: number): { at: number; left: number }[] {
  const lefts: number[] = [];
  for (const at of positions) lefts.push(Math.max(at - 8, (lefts.at(-1) ?? -APART) + APART));
  return positions.map((at, index) => ({
    at,
    left: Math.min(lefts[index] ?? 0, width - 16.5 - (positions.length - 1 - index) * APART),
  }));
}

function Letter({ at, left }: { at: number; left: number }) {
  return (
    <>
      <path className="ln ln-lead" d={`M${at.toFixed(1)} 40V32L${(left + 8).toFixed(1)} 24`} />
      <g className="d" transform={`translate(${left.toFixed(1)} 13)`}>
        <path className="p" d="M0 0h16v11H0z" />
        <path d="M.3.3L8 6.2 15.7.3" />
      </g>
    </>
  );
}

/** The first days of years, or of months on a short line, with as many labels as fit. */
function ticksBetween(start: number, end: number, labelsMax: number): { time: number; label: string }[] {
  const isInYears = end - start > 2 * YEAR;
  const months: number[] = [];
  const first = new Date(start);
  for (let month = first.getUTCMonth() + 1; ; month += 1) {
    const time = Date.UTC(first.getUTCFullYear(), month, 1);
    if (time > end) break;
    if (!isInYears || new Date(time).getUTCMonth() === 0) months.push(time);
  }
  const step =
    (isInYears ? [1, 2, 4, 5, 10, 20, 25] : [1, 2, 3, 6]).find((every) => months.length / every <= labelsMax) ?? 50;
  return months.map((time) => ({ time, label: labelOf(new Date(time), isInYears, step) }));
}

function labelOf(date: Date, isInYears: boolean, step: number): string {
  if (isInYears) return date.getUTCFullYear() % step === 0 ? date.getUTCFullYear().toString() : '';
  if (date.getUTCMonth() % step !== 0) return '';
  return dateFormat({
    timeZone: 'UTC',
    month: 'short',
    ...(date.getUTCMonth() === 0 ? { year: 'numeric' } : {}),
  }).format(date);
}
