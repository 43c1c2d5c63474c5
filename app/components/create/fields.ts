import type { RefObject } from 'react';

type FormRef = RefObject<HTMLFormElement | null>;

/** The title in the form, which keeps its own value. */
export function titleOf(form: FormRef) {
  const input = () => form.current?.querySelector<HTMLInputElement>('[name=title]');
  return {
    read: () => input()?.value ?? '',
    write(title: string): void {
      const element = input();
      if (!element || element.value === title) return;
      element.value = title;
      // The form follows what is typed into it.
      element.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}

/** Brings the focus to the first control that is so, if there is one. */
export function focusOn(form: FormRef, what: string): void {
  form.current?.querySelector<HTMLElement>(what)?.focus();
}

/** @returns whether somebody has begun to write a letter */
export function hasLetter(form: FormRef): boolean {
  return Boolean(form.current?.querySelector<HTMLTextAreaElement>('[name=content]')?.value.trim());
}
