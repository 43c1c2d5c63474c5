import { SECOND } from '#domain/time/durations.ts';
import { letterDraft } from '#messages/en/letter-draft.ts';
import { formatLocale, say } from '#messages/say.ts';
import type { DraftKey } from '#services/crypto/person-key.ts';
import { type Draft, type DraftPlace, deleteDraft, printOf, readDraft, storeDraft } from './draft-store.ts';

type Words = Pick<Draft, 'title' | 'content'>;

/** The state of the draft, for the line below the letter. */
export interface DraftNews {
  /** The date of the draft that was found, in words; null without one. */
  found: string | null;
  /** The draft is not in the form, and can be restored. */
  isAside: boolean;
  /** The letter was saved with another text since the draft began. */
  isBehind: boolean;
  /** The time of the last save, by the browser's clock; null without one. */
  kept: string | null;
  /** The browser stores no drafts. */
  isLost: boolean;
}

export const NO_NEWS: DraftNews = { found: null, isAside: false, isBehind: false, kept: null, isLost: false };

interface Watched {
  form: HTMLFormElement;
  /** The prefix of this letter's drafts in the browser's storage. */
  letter: string;
  draftKey: DraftKey['key'];
  /** The server returned the form with its values, which are newer than any draft. */
  wasSent: boolean;
  onNews: (news: DraftNews) => void;
  signal: AbortSignal;
}

/** The draft is stored after a pause of this length. */
const PAUSE = SECOND;
const NOTHING: Words = { title: '', content: '' };

/** Stores what is written in a form as a draft, and restores an earlier one. */
export class DraftWatcher {
  readonly #watched: Watched;
  readonly #saved: Words;
  readonly #base: Promise<string>;
  #news = NO_NEWS;
  #place: DraftPlace;
  #clock: ReturnType<typeof setTimeout> | undefined;
  /** Written and not stored yet. */
  #unstored: Words | null = null;
  /** The text of the last store. */
  #stored: Words | null = null;
  /** Found and not restored yet. */
  #waiting: Draft | null = null;
  /** The text that `swap` exchanges with the form's. */
  #aside: Words;
  /** Whether an earlier draft exists, and where, is known then: a store before it could take another window's place. */
  readonly #begun: Promise<void>;

  constructor(watched: Watched) {
    const { form, letter, signal } = watched;
    this.#watched = watched;
    this.#saved = this.#aside = watched.wasSent ? NOTHING : savedIn(form);
    this.#base = printOf(this.#saved);
    this.#place = { name: letter, sealed: null };
    const store = () => void this.#store();
    form.addEventListener('input', () => this.#follow(), { signal });
    form.addEventListener('submit', store, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && store(), { signal });
    signal.addEventListener('abort', store);
    this.#begun = this.#begin();
  }

  /** Exchanges the draft and the form's text, so that neither is lost. */
  swap(): void {
    const { form } = this.#watched;
    const now = wordsIn(form);
    write(form, this.#aside);
    this.#aside = now;
    this.#report({ isAside: !this.#news.isAside });
    void this.#store();
  }

  /** Deletes the draft: the letter was saved. */
  delete(): void {
    clearTimeout(this.#clock);
    this.#unstored = null;
    void deleteDraft(this.#place);
  }

  async #begin(): Promise<void> {
    const { letter, draftKey, wasSent } = this.#watched;
    // A browser that stores nothing says so when the draft is stored.
    const found = await readDraft(letter, draftKey).catch(() => null);
    if (found) this.#place = found.place;
    if (found && !wasSent && !areSame(found.draft, this.#saved)) this.#waiting = this.#stored = found.draft;
    this.#restore();
    this.#follow();
  }

  #restore(): void {
    const { form } = this.#watched;
    if (!this.#waiting || !isLetter(form)) return;
    const draft = this.#waiting;
    this.#waiting = null;
    // A text typed before hydration is newer.
    const isAside = !areSame(wordsIn(form), this.#saved);
    if (isAside) this.#aside = draft;
    else write(form, draft);
    const found = momentOf(new Date(draft.at));
    void this.#base.then((print) => this.#report({ found, isAside, isBehind: draft.base !== print }));
  }

  #follow(): void {
    const { form } = this.#watched;
    // The form may just be changing to the letter.
    if (this.#waiting) requestAnimationFrame(() => this.#restore());
    if (!isLetter(form)) return;
    this.#unstored = wordsIn(form);
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => void this.#store(), PAUSE);
  }

  async #store(): Promise<void> {
    clearTimeout(this.#clock);
    await this.#begun;
    const words = this.#unstored;
    this.#unstored = null;
    if (!words || (this.#stored && areSame(words, this.#stored))) return;
    this.#stored = words;
    if (areSame(words, this.#saved)) {
      await deleteDraft(this.#place);
      return this.#report({ kept: null });
    }
    const at = new Date();
    const draft = { ...words, base: await this.#base, at: at.toISOString() };
    try {
      await storeDraft(this.#place, this.#watched.draftKey, draft);
      this.#report({ kept: clockOf(at), isLost: false });
    } catch {
      this.#stored = null;
      this.#report({ kept: null, isLost: true });
    }
  }

  #report(more: Partial<DraftNews>): void {
    const { signal, onNews } = this.#watched;
    this.#news = { ...this.#news, ...more };
    if (!signal.aborted) onNews(this.#news);
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

/** While a file is picked the letter is hidden and its title is elsewhere: its draft must stay. */
function isLetter(form: HTMLFormElement): boolean {
  return !fieldsOf(form).content?.closest('[hidden]');
}

function write(form: HTMLFormElement, words: Words): void {
  const { title, content } = fieldsOf(form);
  if (title) title.value = words.title;
  if (content) content.value = words.content;
  // The form listens to input events.
  content?.dispatchEvent(new Event('input', { bubbles: true }));
}

function areSame(one: Words, other: Words): boolean {
  return one.title === other.title && evenLines(one.content) === evenLines(other.content);
}

/** Line ends as in a browser's field. */
function evenLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function clockOf(at: Date): string {
  return new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'short' }).format(at);
}

/** @returns the moment in words: "21 November at 14:03" */
function momentOf(at: Date): string {
  const date = new Intl.DateTimeFormat(formatLocale(), { day: 'numeric', month: 'long' }).format(at);
  return say(letterDraft.moment, { date, clock: clockOf(at) });
}
