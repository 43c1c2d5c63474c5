/** Markup that may go out as it is. Everything else is escaped on its way into it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlValue = Html | string | number | null | readonly HtmlValue[];

/**
 * Builds markup; what is put into it is escaped unless it is markup itself. Safe between tags and inside quoted
 * attributes, not for the values of `href` that came from a person.
 * @example html`<p title="${title}">${name}</p>`
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((part, index) => part + markupOf(values[index] ?? null));
  return new Html(parts.join(''));
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function markupOf(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  return value.map(markupOf).join('');
}
