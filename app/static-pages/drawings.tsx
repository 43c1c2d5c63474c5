/** Shapes have their own colours and sizes, so that they are drawings where the style sheet does not arrive. */
import { PostmarkFace } from '#app/components/delivery/postmark.tsx';
import { postmarkDate } from '#messages/dates.ts';
import { staticPages } from '#messages/en/static-pages.ts';
import { say } from '#messages/say.ts';
import { oneLine } from '#services/mails/words.ts';

/** So many characters of handwriting fit on the envelope. */
const ADDRESS_LENGTH = 21;

interface PostmarkProps {
  /** The day it was sent. */
  day: Date;
  /** The sender's, in which the day is said. */
  timeZone: string;
}

/** An envelope with the recipient's name and the postmark of the day it was sent. */
export function Envelope({ recipient, day, timeZone }: PostmarkProps & { recipient: string | null }) {
  return (
    <svg
      className="d env"
      width="366"
      height="231"
      fill="none"
      stroke="#444"
      viewBox="7.5 7.5 365.5 230.5"
      aria-hidden="true"
    >
      <path className="p" d="M8.5 9.4Q190 7 371.6 9L372.4 236.6Q190 239.2 8 237.2Z" />
      <path className="g perf" d="M302 22.4h52.4v64H302z" />
      <path className="thin" d="M307.6 28.2h41.2v52.4h-41.2z" />
      <path className="lamp" d="M320 36.4h16.8l6.2 17.4h-29.2z" />
      <path d="M328.4 54v17.6M320.2 74q8.2-3.4 16.4 0" />
      <g transform="translate(222 26) rotate(-9 34 34)">
        <Stamp day={day} timeZone={timeZone} />
      </g>
      <path
        className="pm"
        d="M290.4 50q6-4 12 0t12 0 12 0 12 0 12 0M291 60q6-4 12 0t12 0 12 0 12 0 12 0M289.6 70q6-4 12 0t12 0 12 0 12 0 12 0"
      />
      <text className="hand" stroke="none" fill="#444" x="72" y="164">
        {oneLine(recipient ?? '', ADDRESS_LENGTH) || say(staticPages['for-you'])}
      </text>
      <path className="thin" d="M70 174.5Q180 172.8 302 174.2" />
    </svg>
  );
}

/** The postmark alone, for beside an opened letter. */
export function Postmark({ day, timeZone }: PostmarkProps) {
  return (
    <svg className="d postmark" width="96" height="96" fill="none" stroke="#444" viewBox="0 0 68 68" aria-hidden="true">
      <g transform="rotate(8 34 34)">
        <Stamp day={day} timeZone={timeZone} />
      </g>
    </svg>
  );
}

/** With sizes of its own, so that its date is readable where the style sheet does not arrive. */
function Stamp({ day, timeZone }: PostmarkProps) {
  return (
    <g strokeWidth="0.5" fontSize="10" textAnchor="middle">
      <PostmarkFace {...postmarkDate(day, timeZone)} />
    </g>
  );
}

/** A sealed envelope, for what is to be opened. */
export function SealedEnvelope() {
  return (
    <svg
      className="d env-s"
      width="132"
      height="92"
      fill="none"
      stroke="#444"
      viewBox="7.5 7.5 365.5 230.5"
      aria-hidden="true"
    >
      <path className="p" d="M8.5 9.4Q190 7 371.6 9L372.4 236.6Q190 239.2 8 237.2Z" />
      <path className="thin" d="M9 236.4L152 118.6M371.4 235.8L229.4 118.4" />
      <path className="p" d="M8.5 9.4Q98 92.6 176.4 143.6Q190 152.4 203.8 143.4Q282 91.8 371.6 9" />
      <circle className="wax" fill="#932030" cx="190" cy="140" r="24" />
      <circle className="wax-line" cx="190" cy="140" r="17.5" />
      <path className="wax-line" d="M190 138v11.0m-4.5 0h9.0" />
    </svg>
  );
}

/** An empty envelope, for a link that is not valid. */
export function EmptyEnvelope() {
  return (
    <svg className="d env-s" width="132" height="92" fill="none" stroke="#444" viewBox="0 0 132 92" aria-hidden="true">
      <path className="p" d="M4.4 30.6Q66 29.4 127.8 30.4L128.2 88Q66 89.4 4 88.2Z" />
      <path d="M4.6 31 66 2.6l61.6 28" />
      <path className="thin" d="M4.4 87.6 48 58.2M128 87.6 84.4 58.2" />
      <path d="M4.6 31Q38 50 66 64.6 94 50 127.6 30.6" />
    </svg>
  );
}

/** A lamp on a table: lit when the owner has shown that they are still here. */
export function Lamp({ isLit }: { isLit: boolean }) {
  return (
    <svg className="d env-s" width="132" height="92" fill="none" stroke="#444" viewBox="8 6 144 104" aria-hidden="true">
      <path className={isLit ? 'lamp' : 'p'} d="M60.6 12.4Q80 11 99.6 12.2L116 46.4Q80 48.6 44 46.8Z" />
      <path d="M80 47.6V96M60.4 104.4Q80 92.4 99.8 104.2" />
      <path d="M14 107.4Q80 105.6 146 107.2" />
    </svg>
  );
}
