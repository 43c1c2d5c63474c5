import { SECOND } from '#domain/time/durations.ts';
import type { DraftKey } from '#services/accounts/draft-key.ts';
import { type Draft, forgetDraft, keepDraft, printOf, readDraft } from './draft-store.ts';

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

/** A form that is watched. */
export interface DraftWatch {
  /** Puts the draft aside, or back: nothing is gone by one slip. */
  swap(): void;
  /** It was saved. */
  forget(): void;
}

interface Watched {
  form: HTMLFormElement;
  place: string;
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
export function watchDraft({ form, place, draftKey, wasSent, tell, signal }: Watched): DraftWatch {
  const saved = wasSent ? NOTHING : savedIn(form);
  const base = printOf(saved);
  let news = NO_NEWS;
  let clock: ReturnType<typeof setTimeout> | undefined;
  let unkept: Words | null = null;
  let waiting: Draft | null = null;
  let stored: Words | null = null;
  let aside = saved;
  const say = (more: Partial<DraftNews>) => {
    news = { ...news, ...more };
    if (!signal.aborted) tell(news);
  };
  const keep = async () => {
    clearTimeout(clock);
    const words = unkept;
    unkept = null;
    if (!words || (stored && areSame(words, stored))) return;
    stored = words;
    if (areSame(words, saved)) return forgetDraft(place).then(() => say({ kept: null }));
    const at = new Date();
    const draft = { ...words, base: await base, at: at.toISOString() };
    await keepDraft(place, draftKey, draft).then(
      () => say({ kept: clockOf(at), isLost: false }),
      () => {
        stored = null;
        say({ kept: null, isLost: true });
      },
    );
  };
  const putBack = () => {
    if (!waiting || !isLetter(form)) return;
    const draft = waiting;
    waiting = null;
    // What was typed before the scripts ran is newer.
    const isAside = !areSame(wordsIn(form), saved);
    if (isAside) aside = draft;
    else write(form, draft);
    const found = momentOf(new Date(draft.at));
    void base.then((print) => say({ found, isAside, isBehind: draft.base !== print }));
  };
  const follow = () => {
    // Somebody may just turn to the letter, which is shown then.
    if (waiting) requestAnimationFrame(putBack);
    if (!isLetter(form)) return;
    unkept = wordsIn(form);
    clearTimeout(clock);
    clock = setTimeout(keep, PAUSE);
  };
  form.addEventListener('input', follow, { signal });
  form.addEventListener('submit', () => void keep(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && void keep(), { signal });
  signal.addEventListener('abort', () => void keep());
  const begin = async () => {
    const draft = wasSent ? null : await readDraft(place, draftKey);
    if (draft && !areSame(draft, saved)) waiting = stored = draft;
    putBack();
    follow();
  };
  void begin();
  return {
    swap() {
      const now = wordsIn(form);
      write(form, aside);
      aside = now;
      say({ isAside: !news.isAside });
      void keep();
    },
    forget() {
      clearTimeout(clock);
      unkept = null;
      void forgetDraft(place);
    },
  };
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
