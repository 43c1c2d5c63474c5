/** HTML as tagged templates: every inserted value is escaped, except markup. */
export interface Markup {
  readonly markup: string;
}

type Piece = Markup | string | number | null | false | readonly Piece[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The tag of the templates. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return { markup: texts.reduce((before, text, index) => `${before}${rendered(pieces[index - 1] ?? null)}${text}`) };
}

function rendered(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  return 'markup' in piece ? piece.markup : piece.map(rendered).join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
