import { inMegabytes } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';

/** Shorter spans tell more about the browser's buffers than about the line. */
const SPAN_MIN = SECOND / 4;
/** What was so long ago counts little more than a third. */
const MEMORY = 4 * SECOND;

/** How far an upload is, and how fast it goes. */
export interface Pace {
  /** Bytes. */
  sent: number;
  /** Bytes a second, smoothed; null until it can be told. */
  speed: number | null;
  /** Where the last span was measured from. */
  from: { at: number; sent: number };
}

/** @param at milliseconds of a clock that only goes forward */
export function startPace(at: number): Pace {
  return { sent: 0, speed: null, from: { at, sent: 0 } };
}

/**
 * @param sent bytes so far
 * @param at milliseconds of the same clock
 * @returns the pace with what was measured since
 */
export function nextPace({ speed, from }: Pace, sent: number, at: number): Pace {
  const span = at - from.at;
  if (span < SPAN_MIN) return { sent, speed, from };
  const measured = ((sent - from.sent) / span) * SECOND;
  const weight = Math.exp(-span / MEMORY);
  return {
    sent,
    speed: speed === null ? measured : weight * speed + (1 - weight) * measured,
    from: { at, sent },
  };
}

/** @returns such as "148.20 of 241.60 MB" */
export function sentWords(sent: number, size: number): string {
  return `${inMegabytes(sent).replace(' MB', '')} of ${inMegabytes(size)}`;
}

/** @returns such as "4.10 MB a second, about 23 seconds left"; empty until it can be told */
export function paceWords({ sent, speed }: Pace, size: number): string {
  if (speed === null || speed < 1) return '';
  return `${inMegabytes(speed)} a second, about ${durationWords((size - sent) / speed)} left`;
}

function durationWords(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3_600 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour'];
  const whole = Math.max(1, Math.round(count));
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
