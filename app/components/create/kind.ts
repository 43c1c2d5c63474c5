import { type RefObject, useEffect, useState } from 'react';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { hasLetter, titleOf } from './fields.ts';

/** Which of the five somebody keeps. */
export interface Kind {
  /** As it stands: what was picked may have changed it. */
  type: ContentType;
  /** As somebody said. */
  chosen: ContentType;
  /** Why it is another than they said; null where it is not. */
  reason: string | null;
  /** A letter that was begun before a file took its place: its title, while its text waits in its field. */
  letter: { title: string } | null;
  /** @param reason is said when this is another type than it was */
  setType(type: ContentType, reason: string): void;
  choose(type: ContentType): void;
}

/** @param form where it may have been chosen before the scripts ran */
export function useKind(initial: ContentType, form: RefObject<HTMLFormElement | null>): Kind {
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
    const title = titleOf(form);
    // The title belongs to the letter, and waits with it.
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
