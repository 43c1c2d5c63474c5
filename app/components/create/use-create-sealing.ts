/** The choice to seal on the create form: what has to be there first, and what is given to the steps. */
import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { noRoomWords } from '#app/components/upload/files.ts';
import type { PanelHandle, PanelView } from '#app/components/upload/panel.tsx';
import { savedHref } from '#app/contents/saved-href.ts';
import type { Toast } from '#app/http/toast.ts';
import type { SealOrder } from '#app/sealed/sealing/orders.ts';
import { TITLE_MAX } from '#domain/content/content.ts';
import { sealChoice, sealSteps } from '#messages/en/sealing.ts';
import { uploadTexts } from '#messages/en/upload-texts.ts';
import { fileReasons } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import { fieldOf, focusOn, type Kind } from './form-state.ts';

/** What content.age is larger than its original, at most: a header, and 16 bytes for each 64 KB. */
const GROWTH = 1 + 16 / (64 * 1024);

interface Given {
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

type Steps = typeof import('#app/components/seal/sealing.tsx');

/** @returns the choice, and the steps while they are under way */
export function useCreateSealing(given: Given) {
  const [isSealed, setSealed] = useState(false);
  const [label, setLabel] = useState('');
  const [errors, setErrors] = useState<SealErrors>({});
  const [order, setOrder] = useState<SealOrder | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [toast, setToast] = useState<Toast | null>(null);
  const { Sealing, isLost } = useSteps(isSealed);
  const end = useEnd(setToast);
  const begin = () => {
    const problems = problemsOf(given);
    setErrors(problems);
    if (Object.keys(problems).length > 0) requestAnimationFrame(() => focusOn(given.form, '[aria-invalid=true]'));
    else if (Sealing) setOrder(orderOf(given));
    else if (isLost) setToast(toastOf('error', say(sealChoice.notLoaded)));
  };
  return {
    ...{ isSealed, label, errors: isSealed ? errors : {}, begin, order, Sealing, isSaved, toast },
    choice: {
      ...{ isSealed, label, onLabel: setLabel },
      onChange(next: boolean) {
        setErrors({});
        setSealed(next);
      },
    },
    cancel: () => setOrder(null),
    saved(id: string) {
      setSaved(true);
      end(id);
    },
  };
}

/** Says that it is saved, and leads on: an effect of a child shows the toast before this one runs. */
function useEnd(setToast: (toast: Toast) => void): (id: string) => void {
  const [id, setId] = useState<string | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (id) navigate(savedHref([id]));
  }, [id, navigate]);
  return (saved) => {
    setToast(toastOf('success', say(sealSteps.saved)));
    setId(saved);
  };
}

function toastOf(kind: 'success' | 'error', text: string): Toast {
  return { id: `seal ${performance.now()}`, kind, text, isRefusal: kind === 'error' };
}

/** Loads the steps when the choice is made. */
function useSteps(isWanted: boolean): Partial<Steps> & { isLost: boolean } {
  const [steps, setSteps] = useState<Partial<Steps>>({});
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    import('#app/components/seal/sealing.tsx').then(setSteps, () => setLost(true));
  }, [isWanted]);
  return { ...steps, isLost };
}

function problemsOf({ form, kind, panel, view, storage }: Given): SealErrors {
  const title = fieldOf(form, 'title').read().trim();
  const room = view.room ?? storage;
  const files = panel.current?.pending() ?? [];
  const [file] = files;
  const size = kind.type === 'text' ? 0 : (file?.size ?? 0);
  const isTooLarge = room !== null && size * GROWTH > room.limit - room.used;
  return {
    ...(title === '' && { title: say(fileReasons.noTitle) }),
    ...(title.length > TITLE_MAX && { title: say(fileReasons.longTitle, { max: TITLE_MAX }) }),
    ...(kind.type === 'text' && letterIn(form).trim() === '' && { content: say(sealChoice.noLetter) }),
    ...(kind.type !== 'text' && fileProblem(files)),
    ...(isTooLarge && { file: noRoomWords(size, room) }),
  };
}

function fileProblem(files: readonly File[]): SealErrors {
  const [file, ...others] = files;
  if (!file) return { file: say(uploadTexts['file-missing']) };
  if (others.length > 0) return { file: say(sealChoice.oneAtATime) };
  return file.size === 0 ? { file: say(fileReasons.empty) } : {};
}

function orderOf({ form, kind, panel }: Given): SealOrder {
  const title = fieldOf(form, 'title').read().trim();
  const [file] = panel.current?.pending() ?? [];
  if (kind.type !== 'text' && file)
    return { source: file, size: file.size, name: file.name, type: file.type || 'application/octet-stream', title };
  const letter = new Blob([letterIn(form)]);
  return { source: letter, size: letter.size, name: `${title}.txt`, type: 'text/plain;charset=utf-8', title };
}

function letterIn(form: Given['form']): string {
  return form.current?.querySelector<HTMLTextAreaElement>('[name=content]')?.value ?? '';
}
