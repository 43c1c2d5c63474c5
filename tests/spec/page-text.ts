/** The text that a person reads on a page. */
export interface PageText {
  /** Each short word about what just happened. */
  toasts: string[];
  /** All that is between the marks of HTML, from top to bottom. */
  text: string;
}

/** @param html a page as the server sends it, before any script */
export function plainTextOf(html: string): PageText {
  const body = html.slice(html.indexOf('<body'), html.indexOf('<script', html.indexOf('<body')));
  return {
    toasts: [...body.matchAll(/class="toast [^"]*">(?:<svg.*?<\/svg>)?<span[^>]*>(.*?)<\/span>/gs)].map(([, words]) =>
      bare(words),
    ),
    text: bare(body),
  };
}

function bare(html = ''): string {
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}
