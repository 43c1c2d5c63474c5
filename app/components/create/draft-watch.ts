import { SECOND } from '#domain/time/durations.ts';
import type { DraftKey } from '#services/accounts/person-key.ts';
import { type Draft, type DraftPlace, forgetDraft, keepDraft, printOf, readDraft } from './draft-store.ts';

type Words = Pick<Draft, 'title' | 'content'>;

/** What is said of a draft. */
export interface DraftNews {
  /** Of when the draft is that was found, in words; null where none was. */
  found: string | null;
  /** It does not stand in the form, and can be brought back. */
  isAside: boolean;
  /** The letter was saved with other words since that draft was begun. */
  isBehind: boolean;
  /** At what time it was kept last, by the clock of this browser. */
  kept: string | null;
  /** The browser keeps none. */
  isLost: boolean;
}

export const NO_NEWS: DraftNews = { found: null, isAside: false, isBehind: false, kept: null, isLost: false };

interface Watched {
  form: HTMLFormElement;
  /** By which drafts of this letter are found in the browser. */
  letter: string;
  draftKey: DraftKey['key'];
  /** The form came back with what was sent: that is newer than any draft. */
  wasSent: boolean;
  tell: (news: DraftNews) => void;
  /** Ends it. */
  signal: AbortSignal;
}

/** Somebody who pauses for so long has finished a thought. */
const PAUSE = SECOND;
const NOTHING: Words = { title: '', content: '' };

/** Keeps what is written in a form as a draft, and puts back what was found. */
export class DraftWatcher {
  readonly #watched: Watched;
  readonly #saved: Words;
  readonly #base: Promise<string>;
  #news = NO_NEWS;
  #place: DraftPlace;
  #clock: ReturnType<typeof setTimeout> | undefined;
  /** Written, and not kept yet. */
  #unkept: Words | null = null;
  /** What was kept last. */
  #stored: Words | null = null;
  /** Found, and not put back yet. */
  #waiting: Draft | null = null;
  /** What the form changes places with. */
  #aside: Words;

  constructor(watched: Watched) {
    const { form, letter, signal } = watched;
    this.#watched = watched;
    this.#saved = this.#aside = watched.wasSent ? NOTHING : savedIn(form);
    this.#base = printOf(this.#saved);
    this.#place = { name: letter, sealed: null };
    const keep = () => void this.#keep();
    form.addEventListener('input', () => this.#follow(), { signal });
    form.addEventListener('submit', keep, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && keep(), { signal });
    signal.addEventListener('abort', keep);
    void this.#begin();
  }

  /** Puts the draft aside, or back: nothing is gone by one slip. */
  swap(): void {
    const { form } = this.#watched;
    const now = wordsIn(form);
    write(form, this.#aside);
    this.#aside = now;
    this.#say({ isAside: !this.#news.isAside });
    void this.#keep();
  }

  /** It was saved. */
  forget(): void {
    clearTimeout(this.#clock);
    this.#unkept = null;
    void forgetDraft(this.#place);
  }

  async #begin(): Promise<void> {
    const { letter, draftKey, wasSent } = this.#watched;
    const found = await readDraft(letter, draftKey);
    if (found) this.#place = found.place;
    if (found && !wasSent && !areSame(found.draft, this.#saved)) this.#waiting = this.#stored = found.draft;
    this.#putBack();
    this.#follow();
  }

  #putBack(): void {
    const { form } = this.#watched;
    if (!this.#waiting || !isLetter(form)) return;
    const draft = this.#waiting;
    this.#waiting = null;
    // What was typed before the scripts ran is newer.
    const isAside = !areSame(wordsIn(form), this.#saved);
    if (isAside) this.#aside = draft;
    else write(form, draft);
    const found = momentOf(new Date(draft.at));
    void this.#base.then((print) => this.#say({ found, isAside, isBehind: draft.base !== print }));
  }

  #follow(): void {
    const { form } = this.#watched;
    // Somebody may just turn to the letter, which is shown then.
    if (this.#waiting) requestAnimationFrame(() => this.#putBack());
    if (!isLetter(form)) return;
    this.#unkept = wordsIn(form);
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => void this.#keep(), PAUSE);
  }

  async #keep(): Promise<void> {
    clearTimeout(this.#clock);
    const words = this.#unkept;
    this.#unkept = null;
    if (!words || (this.#stored && areSame(words, this.#stored))) return;
    this.#stored = words;
    if (areSame(words, this.#saved)) {
      await forgetDraft(this.#place);
      return this.#say({ kept: null });
    }
    const at = new Date();
    const draft = { ...words, base: await this.#base, at: at.toISOString() };
    try {
      await keepDraft(this.#place, this.#watched.draftKey, draft);
      this.#say({ kept: clockOf(at), isLost: false });
    } catch {
      this.#stored = null;
      this.#say({ kept: null, isLost: true });
    }
  }

  #say(more: Partial<DraftNews>): void {
    const { signal, tell } = this.#watched;
    this.#news = { ...this.#news, ...more };
    if (!signal.aborted) tell(this.#news);
  }
}

function fieldsOf(form: HTMLFormElement) {
  return {
    title: form.querySelector<HTMLInputElement>('[name=title]'),
    content: form.querySelector<HTMLTextAreaElement>('[name=content]'),
  };
}

function wordsIn(form: HTMLFormElement): Words {
  const { title, content } = fieldsOf(form);
  return { title: title?.value ?? '', content: content?.value ?? '' };
}

function savedIn(form: HTMLFormElement): Words {
  const { title, content } = fieldsOf(form);
  return { title: title?.defaultValue ?? '', content: evenLines(content?.defaultValue ?? '') };
}

/** While a file is picked the letter waits, with its title elsewhere: what was kept of it stays. */
function isLetter(form: HTMLFormElement): boolean {
  return !fieldsOf(form).content?.closest('[hidden]');
}

function write(form: HTMLFormElement, words: Words): void {
  const { title, content } = fieldsOf(form);
  if (title) title.value = words.title;
  if (content) content.value = words.content;
  // The form follows what is typed into it.
  content?.dispatchEvent(new Event('input', { bubbles: true }));
}

function areSame(one: Words, other: Words): boolean {
  return one.title === other.title && evenLines(one.content) === evenLines(other.content);
}

/** Line ends as a browser has them in a field. */
function evenLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function clockOf(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(at);
}

/** @returns the moment in words: "21 November at 14:03" */
function momentOf(at: Date): string {
  return `${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(at)} at ${clockOf(at)}`;
}
