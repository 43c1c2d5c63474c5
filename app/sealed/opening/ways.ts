/** The form: what a person has, and what is wrong with what they typed. */
import type { Opening } from '../parcel.ts';
import { linesOf, readCode, readLines } from '../shares.ts';

/** What was sealed is opened by it; `fault` names the text that says why it is not complete. */
export type Typed = { by: Opening } | { fault: 'incomplete' | 'lines' | 'checksum' | 'same-sheet' };

const LINE_DIGITS = 12;

/** Fields of one sheet. */
export class Sheet {
  readonly #lines: HTMLInputElement[];
  readonly #checksum: HTMLInputElement;

  constructor(root: Element) {
    this.#lines = [...root.querySelectorAll<HTMLInputElement>('[data-line]')];
    const checksum = root.querySelector<HTMLInputElement>('[data-checksum]');
    if (!checksum) throw new Error('A sheet has a field for its checksum.');
    this.#checksum = checksum;
    for (const [index, line] of this.#lines.entries()) {
      line.addEventListener('input', () => this.#look(index, false));
      line.addEventListener('change', () => this.#look(index, true));
      line.addEventListener('paste', (event) => this.#paste(event, index));
    }
  }

  /**
   * Fills in the lines, where a code is that of a sheet of this item.
   * @param number of the item
   * @returns whose code it is
   */
  fill(code: string, number: string): 'read' | 'other-item' | 'no-sheet' {
    const read = readCode(code);
    if (!read) return 'no-sheet';
    if (read.number !== number) return 'other-item';
    this.#set(linesOf(read.share), 0);
    this.#checksum.value = '';
    return 'read';
  }

  /** @returns the share, or why there is none; then the first wrong line has the focus */
  read(): { share: Uint8Array } | { fault: 'lines' | 'checksum' } {
    const values = this.#lines.map(({ value }) => value);
    const typed = readLines(values, this.#checksum.value);
    if ('share' in typed) return typed;
    for (const index of this.#lines.keys()) this.#look(index, true);
    const [first] = typed.wrongLines;
    (first ? this.#lines[first - 1] : this.#checksum)?.focus();
    return { fault: first ? 'lines' : 'checksum' };
  }

  #paste(event: ClipboardEvent, index: number): void {
    const lines = (event.clipboardData?.getData('text') ?? '').trim().split('\n');
    if (lines.length < 2) return;
    event.preventDefault();
    this.#set(lines, index);
  }

  #set(values: readonly string[], from: number): void {
    for (const [index, value] of values.entries()) {
      const line = this.#lines[from + index];
      if (line) line.value = value.trim();
      if (line) this.#look(from + index, true);
    }
  }

  /** @param isFinished the person has left the line */
  #look(index: number, isFinished: boolean): void {
    const line = this.#lines[index];
    if (!line) return;
    const digits = line.value.replace(/[\s-]/g, '');
    const all = this.#lines.map(({ value }) => value);
    const wrong = readLines(all);
    const isRight = digits.length === LINE_DIGITS && !('wrongLines' in wrong && wrong.wrongLines.includes(index + 1));
    const isWrong = !isRight && digits.length > 0 && (isFinished || digits.length >= LINE_DIGITS);
    mark(line, isWrong);
    line.closest('[data-field]')?.toggleAttribute('data-right', isRight);
  }
}

/** Shows or hides the message of a field. */
function mark(field: HTMLInputElement, isWrong: boolean): void {
  const row = field.closest('[data-field]');
  row?.toggleAttribute('data-wrong', isWrong);
  const message = row?.querySelector<HTMLElement>('.error');
  if (message) message.hidden = !isWrong;
  if (isWrong) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** The six fields of the words. */
export class Words {
  readonly #fields: HTMLInputElement[];

  constructor(root: Element) {
    this.#fields = [...root.querySelectorAll<HTMLInputElement>('[data-word]')];
    for (const [index, field] of this.#fields.entries()) {
      field.addEventListener('input', () => mark(field, false));
      field.addEventListener('paste', (event) => this.#paste(event, index));
    }
  }

  /** @returns what was typed; incomplete where a field is empty, and then it has the focus */
  read(): Typed {
    const empty = this.#fields.find(({ value }) => value.trim() === '');
    if (!empty) return { by: { words: this.#fields.map(({ value }) => value).join(' ') } };
    empty.focus();
    return { fault: 'incomplete' };
  }

  /** @param unknown words that are not in the list */
  markUnknown(unknown: readonly string[]): void {
    const wrong = this.#fields.filter(({ value }) => {
      const parts = value.toLowerCase().split(/[^a-z]+/);
      return parts.some((part) => unknown.includes(part));
    });
    for (const field of wrong) mark(field, true);
    wrong[0]?.focus();
  }

  /** Six words at once go to their fields. */
  #paste(event: ClipboardEvent, index: number): void {
    const words = (event.clipboardData?.getData('text') ?? '').split(/[^A-Za-z]+/).filter(Boolean);
    if (words.length < 2) return;
    event.preventDefault();
    for (const [at, word] of words.entries()) {
      const field = this.#fields[index + at];
      if (field) field.value = word;
    }
  }
}

/** @returns the shares of all these sheets, or why one of them is not complete */
export function byShares(sheets: readonly Sheet[]): Typed {
  const shares: Uint8Array[] = [];
  for (const sheet of sheets) {
    const read = sheet.read();
    if ('fault' in read) return read;
    shares.push(read.share);
  }
  const isTwice = new Set(shares.map((share) => share.join())).size < shares.length;
  return isTwice ? { fault: 'same-sheet' } : { by: { shares } };
}
