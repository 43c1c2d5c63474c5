/** Shapes carry their own plain colours and sizes: where the style sheet does not arrive they are still drawings. */
import { postmarkDate } from '#domain/time/written.ts';
import { type Html, html } from '#services/mails/html.ts';
import { oneLine } from '#services/mails/words.ts';

/** The envelope's address line holds about this many characters of handwriting. */
const ADDRESS_LENGTH = 21;

/** @returns the envelope as it lay in the keep: to whom, and the postmark of the day it went out */
export function envelope(recipient: string | null, sentOn: Date, timeZone: string): Html {
  const address = oneLine(recipient ?? '', ADDRESS_LENGTH) || 'For you';
  return html`<svg class="d env" width="366" height="231" fill="none" stroke="#444" viewBox="7.5 7.5 365.5 230.5" aria-hidden="true">
<path class="p" d="M8.5 9.4Q190 7 371.6 9L372.4 236.6Q190 239.2 8 237.2Z"/>
<path class="g perf" d="M302 22.4h52.4v64H302z"/><path class="thin" d="M307.6 28.2h41.2v52.4h-41.2z"/><path class="lamp" d="M320 36.4h16.8l6.2 17.4h-29.2z"/><path d="M328.4 54v17.6M320.2 74q8.2-3.4 16.4 0"/>
<g transform="translate(222 26) rotate(-9 34 34)">${postmarkFace(sentOn, timeZone)}</g>
<path class="pm" d="M290.4 50q6-4 12 0t12 0 12 0 12 0 12 0M291 60q6-4 12 0t12 0 12 0 12 0 12 0M289.6 70q6-4 12 0t12 0 12 0 12 0 12 0"/>
<text class="hand" stroke="none" fill="#444" x="72" y="164">${address}</text><path class="thin" d="M70 174.5Q180 172.8 302 174.2"/>
</svg>`;
}

/** @returns the postmark alone, as it stands beside an opened letter */
export function postmark(sentOn: Date, timeZone: string): Html {
  return html`<svg class="d postmark" width="96" height="96" fill="none" stroke="#444" viewBox="0 0 68 68" aria-hidden="true"><g transform="rotate(8 34 34)">${postmarkFace(sentOn, timeZone)}</g></svg>`;
}

function postmarkFace(sentOn: Date, timeZone: string): Html {
  const { month, day, year } = postmarkDate(sentOn, timeZone);
  return html`<circle class="pm" cx="34" cy="34" r="31"/><circle class="pm" cx="34" cy="34" r="28.2" stroke-dasharray="1 3"/><g stroke="none" fill="#444" font-size="10" text-anchor="middle"><text x="34" y="21.5">${month}</text><text class="big" x="34" y="40.5">${day}</text><text x="34" y="53.5">${year}</text></g>`;
}

/** @returns an envelope with nothing in it, for a link that opens nothing */
export function emptyEnvelope(): Html {
  return html`<svg class="d env-s" width="132" height="92" fill="none" stroke="#444" viewBox="0 0 132 92" aria-hidden="true">
<path class="p" d="M4.4 30.6Q66 29.4 127.8 30.4L128.2 88Q66 89.4 4 88.2Z"/><path d="M4.6 31 66 2.6l61.6 28"/><path class="thin" d="M4.4 87.6 48 58.2M128 87.6 84.4 58.2"/><path d="M4.6 31Q38 50 66 64.6 94 50 127.6 30.6"/>
</svg>`;
}

/** @returns a lamp on a table: lit once somebody has said that they are still here */
export function lamp(state: 'lit' | 'unlit'): Html {
  return html`<svg class="d env-s" width="132" height="92" fill="none" stroke="#444" viewBox="8 6 144 104" aria-hidden="true">
<path class="${state === 'lit' ? 'lamp' : 'p'}" d="M60.6 12.4Q80 11 99.6 12.2L116 46.4Q80 48.6 44 46.8Z"/><path d="M80 47.6V96M60.4 104.4Q80 92.4 99.8 104.2"/><path d="M14 107.4Q80 105.6 146 107.2"/>
</svg>`;
}
