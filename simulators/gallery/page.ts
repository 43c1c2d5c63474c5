/** The gallery: each mail in the light and the dark theme, at a phone's or a desktop's width, and as plain text. */
import { html, type Markup } from '../inbox/html.ts';

/** A mail to look at, and when the product sends it. */
export interface MailSample {
  when: string;
  mail: {
    subject: string;
    /** What an inbox shows beside the subject. */
    preview: string;
    text: string;
    html: string;
  };
}

/** Samples by name, in groups by their heading. A name is part of an address and occurs once. */
export type Gallery = Readonly<Record<string, Readonly<Record<string, MailSample>>>>;

const THEMES = { light: 'Light', dark: 'Dark' } as const;
type Theme = keyof typeof THEMES;

const WIDTHS = { phone: 'Phone', desktop: 'Desktop' } as const;
type Width = keyof typeof WIDTHS;

/** @returns the width that `?width=` asks for; a phone's for anything else */
export function widthOf({ searchParams }: URL): Width {
  return searchParams.get('width') === 'desktop' ? 'desktop' : 'phone';
}

/** @param openName the mail beside the list, or null */
export function galleryList(gallery: Gallery, openName: string | null, width: Width): Markup {
  return html`<nav class="gallery" aria-label="Mails">
${openName === null && html`<h1 class="unseen">Every mail</h1>`}
${Object.entries(gallery).map(
  ([heading, samples]) => html`<h2>${heading}</h2>
<ol class="mails">${Object.entries(samples).map(([name, sample]) => row(name, sample, width, name === openName))}</ol>`,
)}
</nav>`;
}

function row(name: string, { when, mail }: MailSample, width: Width, isOpen: boolean): Markup {
  return html`<li><a class="mail" href="${addressOf(name, width)}"${isOpen && html` aria-current="page"`}>
<span class="how soft">${when}</span>
<span class="what">${mail.subject}</span>
</a></li>`;
}

function addressOf(name: string, width: Width): string {
  return `/gallery/${name}${width === 'phone' ? '' : `?width=${width}`}`;
}

/** One mail in both themes, with its preview line and its plain text. */
export function openSample(name: string, { when, mail }: MailSample, width: Width): Markup {
  return html`<p class="back"><a href="/gallery">All mails</a></p>
<article class="sample">
<h1>${mail.subject}</h1>
<dl class="facts">
<dt>When</dt><dd>${when}</dd>
<dt>Preview line</dt><dd>${mail.preview}</dd>
</dl>
<p class="widths">${Object.entries(WIDTHS).map(([at, label]) => html`<a class="btn" href="${addressOf(name, at as Width)}"${at === width && html` aria-current="true"`}>${label}</a>`)}</p>
<div class="sheets at-${width}">${Object.entries(THEMES).map(
    ([theme, label]) => html`<section>
<h2>${label}</h2>
<iframe class="paper" title="${label}" sandbox="allow-same-origin" srcdoc="${inTheme(mail.html, theme as Theme)}"></iframe>
</section>`,
  )}</div>
<section>
<h2 id="text-title">As plain text</h2>
<pre class="paper" tabindex="0" role="region" aria-labelledby="text-title">${mail.text}</pre>
</section>
</article>`;
}

/** The text beside the list while no mail is open. */
export function noSampleOpen(): Markup {
  return html`<p class="choose">Every mail that Stillhere writes, with invented names and dates. Choose one to read it.</p>`;
}

/** A frame follows the theme of the machine, so the theme is written into the mail. Its links open a new tab. */
function inTheme(body: string, theme: Theme): string {
  return body
    .replace('<head>', '<head><base target="_blank">')
    .replace('color-scheme: light dark', `color-scheme: ${theme}`)
    .replace('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all');
}
