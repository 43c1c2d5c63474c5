import { postmarkDate } from '#messages/dates.ts';
import { PostmarkFace } from './postmark.tsx';

/** In characters. */
const LINE_MAX = 26;
const TITLE_MAX = 30;

function shortened(text: string, max = LINE_MAX): string {
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}

interface EnvelopeProps {
  /** Undefined until something is chosen. */
  title: string | undefined;
  name: string;
  address: string;
  /** ISO 8601; null until a day is chosen. */
  instant: string | null;
  timeZone: string;
}

/** The title and the address in the form's fields on an envelope, with the postmark of its day. */
export function Envelope({ title, name, address, instant, timeZone }: EnvelopeProps) {
  return (
    <svg className="d" viewBox="7.5 7.5 365.5 230.5" aria-hidden="true">
      <path className="p" d="M8.5 9.4Q190 7 371.6 9L372.4 236.6Q190 239.2 8 237.2Z" />
      <path d="M302 22.4h52.4v64H302z" className="g perf" />
      <path className="thin" d="M307.6 28.2h41.2v52.4h-41.2z" />
      <path className="stamp-lamp" d="M320 36.4h16.8l6.2 17.4h-29.2z" />
      <path d="M328.4 54v17.6M320.2 74q8.2-3.4 16.4 0" />
      {instant && (
        <>
          <g transform="translate(222 26)">
            <g transform="rotate(-9 34 34)">
              <PostmarkFace {...postmarkDate(new Date(instant), timeZone)} />
            </g>
          </g>
          <path
            className="pm"
            d="M290.4 50q6-4 12 0t12 0 12 0 12 0 12 0M291 60q6-4 12 0t12 0 12 0 12 0 12 0M289.6 70q6-4 12 0t12 0 12 0 12 0 12 0"
          />
        </>
      )}
      <text className="hand" x="92" y="152">
        {shortened(name)}
      </text>
      <path className="thin" d="M90 161.5Q180 159.8 262 161.2" />
      <text className="hand hand-s" x="92" y="187">
        {shortened(address)}
      </text>
      <path className="thin" d="M90 196Q180 194.6 290 195.8" />
      {title && (
        <text className="hand hand-s" x="26" y="224">
          {shortened(title, TITLE_MAX)}
        </text>
      )}
    </svg>
  );
}
