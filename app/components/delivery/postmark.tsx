import { postmarkDate } from '#messages/dates.ts';

/** @returns degrees, the same for the same delivery */
function tilt(seed: string): number {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + character.charCodeAt(0)) % 997;
  return (sum % 17) - 8;
}

/** The postmark of a delivery's date. */
export function Postmark({ instant, timeZone, seed }: { instant: string; timeZone: string; seed: string }) {
  return (
    <svg className="d postmark" viewBox="0 0 68 68" aria-hidden="true">
      <g transform={`rotate(${tilt(seed)} 34 34)`}>
        <PostmarkFace {...postmarkDate(new Date(instant), timeZone)} />
      </g>
    </svg>
  );
}

/** The round stamp, for drawings. */
export function PostmarkFace({ month, day, year }: { month: string; day: string; year: string }) {
  return (
    <>
      <circle className="pm" cx="34" cy="34" r="31" />
      <circle className="pm" cx="34" cy="34" r="28.2" strokeDasharray="1 3" />
      <text x="34" y="21.5">
        {month}
      </text>
      <text className="big" x="34" y="40.5">
        {day}
      </text>
      <text x="34" y="53.5">
        {year}
      </text>
    </>
  );
}
