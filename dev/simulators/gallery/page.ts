/** The gallery: each mail of ours in daylight and in lamplight, as wide as on a phone or at a desk, and as plain text. */
import { html, type Markup } from '../page/html.ts';
import { GROUPS, type Sample } from './samples.ts';

const THEMES = { light: 'In daylight', dark: 'In lamplight' } as const;
type Theme = keyof typeof THEMES;

/** How wide a mail is shown. */
const WIDTHS = { phone: 'On a phone', desk: 'At a desk' } as const;
export type Width = keyof typeof WIDTHS;

/** @returns the width that the address asks for; a phone's where it asks for none that there is */
export function widthOf({ searchParams }: URL): Width {
  return searchParams.get('at') === 'desk' ? 'desk' : 'phone';
}

/** @param openName the mail that is being read, or null */
export function gallery(openName: string | null, width: Width): Markup {
  return html`<nav class="gallery" aria-label="Mails">
${openName === null && html`<h1 class="unseen">Every mail</h1>`}
${Object.entries(GROUPS).map(
  ([about, samples]) => html`<h2>${about}</h2>
<ol class="mails">${Object.entries(samples).map(([name, sample]) => row(name, sample, width, name === openName))}</ol>`,
)}
</nav>`;
}

function row(name: string, { when, mail }: Sample, width: Width, isOpen: boolean): Markup {
  return html`<li><a class="mail" href="${address(name, width)}"${isOpen && html` aria-current="page"`}>
<span class="how soft">${when}</span>
<span class="what">${mail.subject}</span>
</a></li>`;
}

function address(name: string, width: Width): string {
  return `/gallery/${name}${width === 'phone' ? '' : `?at=${width}`}`;
}

/** One mail, in both themes, with what the inbox shows of it and its plain text. */
export function openSample(name: string, { when, mail }: Sample, width: Width): Markup {
  return html`<p class="back"><a href="/gallery">All mails</a></p>
<article class="sample">
<h1>${mail.subject}</h1>
<dl class="facts">
<dt>When</dt><dd>${when}</dd>
<dt>The inbox adds</dt><dd>${mail.preview}</dd>
</dl>
<p class="widths">${Object.entries(WIDTHS).map(([at, words]) => html`<a class="btn" href="${address(name, at as Width)}"${at === width && html` aria-current="true"`}>${words}</a>`)}</p>
<div class="sheets at-${width}">${Object.entries(THEMES).map(
    ([theme, words]) => html`<section>
<h2>${words}</h2>
<iframe class="paper" title="${words}" sandbox="allow-same-origin" srcdoc="${inTheme(mail.html, theme as Theme)}"></iframe>
</section>`,
  )}</div>
<section>
<h2 id="text-title">As plain text</h2>
<pre class="paper" tabindex="0" role="region" aria-labelledby="text-title">${mail.text}</pre>
</section>
</article>`;
}

export function noSampleOpen(): Markup {
  return html`<p class="choose">Every mail that Stillhere writes, with names and days made up. Choose one to read it.</p>`;
}

/** A frame asks the machine which theme it wants; here the page answers for it. Links lead nowhere: their names are made up. */
function inTheme(body: string, theme: Theme): string {
  return body
    .replace('<head>', '<head><base target="_blank">')
    .replace('color-scheme: light dark', `color-scheme: ${theme}`)
    .replace('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all');
}
