/** What the create form has to have before it is sealed, and what is sealed of it. */
import type { RefObject } from 'react';
import { noRoomWords } from '#app/components/upload/files.ts';
import type { PanelHandle, PanelView } from '#app/components/upload/panel.tsx';
import type { SealOrder } from '#app/sealed/sealing/orders.ts';
import { TITLE_MAX } from '#domain/content/content.ts';
import { sealTerms } from '#messages/en/sealing.ts';
import { uploadTexts } from '#messages/en/upload-texts.ts';
import { fileReasons } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import { fieldOf, type Kind } from './form-state.ts';

/** What content.age is larger than its original, at most: a header, and 16 bytes for each 64 KB. */
const GROWTH = 1 + 16 / (64 * 1024);

/** The form, as far as sealing has to do with it. */
export interface SealedForm {
  form: RefObject<HTMLFormElement | null>;
  kind: Kind;
  panel: RefObject<PanelHandle | null>;
  view: PanelView;
  storage: { limit: number; used: number } | null;
}

/** Why it cannot be sealed as it is, at each field. */
export interface SealErrors {
  title?: string;
  content?: string;
  file?: string;
}

/** @returns what has to be corrected first; nothing where it can be sealed */
export function problemsOf({ form, kind, panel, view, storage }: SealedForm): SealErrors {
  const title = fieldOf(form, 'title').read().trim();
  const room = view.room ?? storage;
  const files = panel.current?.pending() ?? [];
  const [file] = files;
  const size = kind.type === 'text' ? 0 : (file?.size ?? 0);
  const isTooLarge = room !== null && size * GROWTH > room.limit - room.used;
  return {
    ...(title === '' && { title: say(fileReasons.noTitle) }),
    ...(title.length > TITLE_MAX && { title: say(fileReasons.longTitle, { max: TITLE_MAX }) }),
    ...(kind.type === 'text' && letterIn(form).trim() === '' && { content: say(sealTerms.noLetter) }),
    ...(kind.type !== 'text' && fileProblem(files)),
    ...(isTooLarge && { file: noRoomWords(size, room) }),
  };
}

function fileProblem(files: readonly File[]): SealErrors {
  const [file, ...others] = files;
  if (!file) return { file: say(uploadTexts['file-missing']) };
  if (others.length > 0) return { file: say(sealTerms.oneAtATime) };
  return file.size === 0 ? { file: say(fileReasons.empty) } : {};
}

/** @returns what is to be sealed */
export function orderOf({ form, kind, panel }: SealedForm): SealOrder {
  const title = fieldOf(form, 'title').read().trim();
  const [file] = panel.current?.pending() ?? [];
  if (kind.type !== 'text' && file)
    return { source: file, size: file.size, name: file.name, type: file.type || 'application/octet-stream', title };
  const letter = new Blob([letterIn(form)]);
  return { source: letter, size: letter.size, name: `${title}.txt`, type: 'text/plain;charset=utf-8', title };
}

function letterIn(form: SealedForm['form']): string {
  return form.current?.querySelector<HTMLTextAreaElement>('[name=content]')?.value ?? '';
}
