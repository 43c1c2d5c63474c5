import { type RefObject, useEffect, useState } from 'react';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';

/** Which of the five somebody keeps. */
export interface Kind {
  /** As it stands: what was picked may have changed it. */
  type: ContentType;
  /** As somebody said. */
  chosen: ContentType;
  setType(type: ContentType): void;
  choose(type: ContentType): void;
}

/** @param form where it may have been chosen before the scripts ran */
export function useKind(initial: ContentType, form: RefObject<HTMLFormElement | null>): Kind {
  const [type, setType] = useState(initial);
  const [chosen, setChosen] = useState(initial);
  useEffect(() => {
    const early = form.current?.querySelector<HTMLInputElement>('[name=type]:checked')?.value;
    const known = CONTENT_TYPES.find((one) => one === early);
    if (known) setType(known);
  }, [form]);
  return {
    type,
    chosen,
    setType,
    choose(next) {
      setType(next);
      setChosen(next);
    },
  };
}
