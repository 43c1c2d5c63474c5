/** The create form: its type, its title input, its focus. */
import { type RefObject, useEffect, useState } from 'react';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';

type FormRef = RefObject<HTMLFormElement | null>;

/** The type of what is created. */
export interface Kind {
  /** The current type, which a picked file may have changed. */
  type: ContentType;
  /** The type that the person chose. */
  chosen: ContentType;
  /** Why the current type differs from the chosen one; null where it does not. */
  reason: string | null;
  /** A half-written letter behind a file: its title. Its text stays in the hidden field. */
  letter: { title: string } | null;
  /** @param reason for a change of the type */
  setType(type: ContentType, reason: string): void;
  choose(type: ContentType): void;
}

/** @param form the type may have been chosen in it before hydration */
export function useKind(initial: ContentType, form: FormRef): Kind {
  const [type, setType] = useState(initial);
  const [chosen, setChosen] = useState(initial);
  const [reason, setReason] = useState<string | null>(null);
  const [letter, setLetter] = useState<Kind['letter']>(null);
  useEffect(() => {
    const early = form.current?.querySelector<HTMLInputElement>('[name=type]:checked')?.value;
    const known = CONTENT_TYPES.find((one) => one === early);
    if (known) setType(known);
  }, [form]);
  const turn = (next: ContentType) => {
    const title = fieldOf(form, 'title');
    // The title belongs to the letter and waits with it.
    if (type === 'text' && next !== 'text' && hasLetter(form)) {
      setLetter({ title: title.read() });
      title.write('');
    }
    if (next === 'text' && letter) {
      title.write(letter.title);
      setLetter(null);
    }
    setType(next);
  };
  return {
    type,
    chosen,
    reason,
    letter,
    setType(next, why) {
      if (next === type) return;
      turn(next);
      setReason(why);
    },
    choose(next) {
      turn(next);
      setChosen(next);
      setReason(null);
    },
  };
}

/** Reads and writes an uncontrolled field. */
export function fieldOf(form: FormRef, name: 'title' | 'caption') {
  const input = () => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  return {
    read: () => input()?.value ?? '',
    write(text: string): void {
      const element = input();
      if (!element || element.value === text) return;
      element.value = text;
      // The form listens to input events.
      element.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}

/** Focuses the first match, if there is one. */
export function focusOn(form: FormRef, selector: string): void {
  form.current?.querySelector<HTMLElement>(selector)?.focus();
}

/** @returns whether the form contains a letter */
function hasLetter(form: FormRef): boolean {
  return Boolean(form.current?.querySelector<HTMLTextAreaElement>('[name=content]')?.value.trim());
}
