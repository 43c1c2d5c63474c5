import { type RefObject, useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { Toast } from '#app/http/toast.ts';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { beyondRoom, guessType, problemOf, type Room, titleFrom } from './create-files.ts';
import { useDroppedFiles } from './file-drop.tsx';
import { type UploadItem, type Uploads, useUploads } from './upload-queue.ts';

interface Given {
  initialType: ContentType;
  storage: Room | null;
  formElement: RefObject<HTMLFormElement | null>;
}

/** What was said at the end, and where to go on. */
interface End {
  toast: Toast;
  to: string | null;
}

/**
 * The part of the form that needs scripts: what is picked, dropped, sent and told.
 * One file uses the form's own title and type; as soon as there are several, each has its own.
 */
export function useCreateFiles({ initialType, storage, formElement }: Given) {
  const [type, setType] = useState(initialType);
  // What somebody said, as opposed to what their files made of it.
  const [chosen, setChosen] = useState(initialType);
  const [isPublic, setPublic] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { toast, say, finish } = useEnd();
  const uploads = useUploads(finish);
  const { items } = uploads;
  const areSeveral = items.length > 1 || items.some(({ state }) => state.kind === 'kept');
  const pending = items.filter(({ state }) => !['kept', 'waiting', 'sending'].includes(state.kind));
  const noRoom = storage
    ? beyondRoom(
        pending.map(({ key, file }) => ({ key, size: file.size })),
        storage,
      )
    : new Map();
  const title = titleOf(formElement);

  function choose(next: ContentType): void {
    setType(next);
    setChosen(next);
    setMissing(false);
    if (next !== 'text' && items[0] && !areSeveral) uploads.change(items[0].key, { type: next });
  }
  useEffect(() => {
    // Chosen before the scripts ran.
    const early = formElement.current?.querySelector<HTMLInputElement>('[name=type]:checked')?.value;
    const known = CONTENT_TYPES.find((one) => one === early);
    if (known) setType(known);
  }, [formElement]);

  function add(files: File[]): void {
    const added = files.map((file) => ({ file, title: titleFrom(file), type: guessType(file, chosen) }));
    const [first] = added;
    if (!first) return;
    setMissing(false);
    // The title in the form is that of the first.
    if (items[0] && !areSeveral) uploads.change(items[0].key, { title: title.read() });
    else if (items.length === 0) {
      if (title.read().trim() === '') title.write(first.title);
      else first.title = title.read();
      setType(first.type);
    }
    uploads.add(added);
  }
  const isOver = useDroppedFiles((files, hasFolder) => {
    if (hasFolder) say('error', 'A folder cannot be kept. Please drop the files in it.');
    add(files);
  });

  function remove(key: string): void {
    const gone = items.find((item) => item.key === key);
    const left = items.filter((item) => item.key !== key);
    uploads.remove(key);
    if (left.length === 1 && left[0]) {
      title.write(left[0].title);
      setType(left[0].type);
    }
    if (left.length === 0 && gone && title.read() === titleFrom(gone.file)) title.write('');
  }

  function save(): void {
    if (uploads.isSending) return;
    if (items.length === 0) {
      setMissing(true);
      say('error', 'Please select a file');
      formElement.current?.querySelector<HTMLElement>('[type=file]')?.focus();
    } else if (pending.length === 0) finish(items);
    else send(pending);
  }

  function send(wanted: readonly UploadItem[]): void {
    const ready = wanted.filter((item) => {
      const given = areSeveral ? item.title : title.read();
      uploads.change(item.key, { title: given });
      const room = noRoom.get(item.key);
      const problem = problemOf(item.file, given) ?? (room ? { at: 'file' as const, message: room } : null);
      if (problem) uploads.refuse(item.key, problem);
      return !problem;
    });
    if (ready.length === 0) requestAnimationFrame(() => focusWrong(formElement.current));
    else
      uploads.send(
        ready.map(({ key }) => key),
        isPublic,
      );
  }

  return {
    type,
    choose,
    isPublic,
    setPublic,
    isOver,
    toast,
    uploads,
    areSeveral,
    noRoom,
    add,
    remove,
    save,
    retry: (key: string) => send(items.filter((item) => item.key === key)),
    fileError: isMissing ? 'Please select a file' : null,
    titleError: areSeveral || type === 'text' ? null : titleErrorOf(items[0]),
  };
}

/** Says how it went, and goes on when everything is kept. */
function useEnd() {
  const [end, setEnd] = useState<End | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // After the toast was shown, which is done by an effect of what stands within the page.
  useEffect(() => {
    if (end?.to) navigate(end.to);
  }, [end, navigate]);
  const say = (kind: Toast['kind'], text: string, to: string | null = null) =>
    setEnd({ toast: { id: `create ${performance.now()}`, kind, text }, to });
  return {
    toast: end?.toast ?? null,
    say,
    finish(items: Uploads['items']): void {
      const [first] = items;
      if (items.every(({ state }) => state.kind === 'kept')) {
        const to = items.length === 1 && first?.state.kind === 'kept' ? `/schedule?content=${first.state.id}` : null;
        say('success', 'Content created successfully!', to ?? '/dashboard');
        return;
      }
      if (items.some(({ state }) => state.kind === 'refused')) say('error', 'Error creating content');
      // What was kept took room.
      void revalidate();
    },
  };
}

/** The title in the form, which keeps its own value. */
function titleOf(formElement: Given['formElement']) {
  const input = () => formElement.current?.querySelector<HTMLInputElement>('[name=title]');
  return {
    read: () => input()?.value ?? '',
    write(title: string): void {
      const element = input();
      if (!element) return;
      element.value = title;
      // The form follows what is typed into it.
      element.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}

function titleErrorOf(item: UploadItem | undefined): string | null {
  return item?.state.kind === 'refused' && item.state.at === 'title' ? item.state.message : null;
}

function focusWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
