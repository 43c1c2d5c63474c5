import { type RefObject, useState } from 'react';
import type { ContentType } from '#domain/content/content.ts';
import type { Kind } from './create-kind.ts';
import { useDroppedFiles } from './upload-drop.ts';
import { useEnd } from './upload-end.ts';
import { beyondRoom, type FileProblem, guessType, problemOf, type Room, titleFrom } from './upload-files.ts';
import { type UploadItem, type Uploads, useUploads } from './upload-queue.ts';

interface Given {
  kind: Kind;
  room: Room | null;
  isPublic: boolean;
  form: RefObject<HTMLFormElement | null>;
}

/**
 * The part of the form that needs scripts: what is picked, dropped, sent and told.
 * One file uses the form's own title and type; as soon as there are several, each has its own.
 */
export function usePicked({ kind, room, isPublic, form }: Given) {
  const [isMissing, setMissing] = useState(false);
  const { toast, say, finish } = useEnd();
  const uploads = useUploads(finish);
  const { items } = uploads;
  const desk: Desk = { uploads, kind, title: titleOf(form), noRoom: beyondRoomOf(items, room) };
  const add = (files: File[]) => {
    setMissing(false);
    addFiles(desk, files);
  };
  const isOver = useDroppedFiles((files, hasFolder) => {
    if (hasFolder) say('error', 'A folder cannot be kept. Please drop the files in it.');
    add(files);
  });
  const send = (wanted: readonly UploadItem[], noRoom = desk.noRoom) => {
    const ready = wanted.filter((item) => isReady({ ...desk, noRoom }, item));
    if (ready.length > 0) uploads.send(ready, isPublic);
    else afterPaint(() => focusOn(form, '[aria-invalid=true]'));
  };
  const save = () => {
    const pending = items.filter(isPending);
    if (uploads.isSending) return;
    if (pending.length > 0) return send(pending);
    if (items.length > 0) return finish(items);
    setMissing(true);
    say('error', MISSING);
    focusOn(form, '[type=file]');
  };
  const remove = (key: string) => {
    removeFile(desk, key);
    // The button that had the focus is gone.
    focusOn(form, '[type=file]');
  };
  // Room may have been made meanwhile: the server knows.
  const retry = (key: string) =>
    send(
      items.filter((item) => item.key === key),
      new Map(),
    );
  const retype = (type: ContentType) => retypeOnly(desk, type);
  const titleError = areSeveral(items) || kind.type === 'text' ? null : titleErrorOf(items[0]);
  const told = { toast, noRoom: desk.noRoom, titleError, fileError: isMissing ? MISSING : null };
  return { uploads, isOver, areSeveral: areSeveral(items), ...told, add, retype, save, remove, retry };
}

const MISSING = 'Please select a file';

/** What the pieces below work on: everything as it stands at this moment. */
interface Desk {
  uploads: Uploads;
  kind: Kind;
  title: ReturnType<typeof titleOf>;
  noRoom: ReadonlyMap<string, string>;
}

function addFiles({ uploads, kind, title }: Desk, files: readonly File[]): void {
  const added = files.map((file) => ({ file, title: titleFrom(file), type: guessType(file, kind.chosen) }));
  const [first] = added;
  if (!first) return;
  const { items } = uploads;
  // The title in the form is that of the first.
  if (items[0] && !areSeveral(items)) uploads.change(items[0].key, { title: title.read() });
  if (items.length === 0) {
    if (title.read().trim() === '') title.write(first.title);
    else first.title = title.read();
    kind.setType(first.type);
  }
  uploads.add(added);
}

function removeFile({ uploads, kind, title }: Desk, key: string): void {
  const gone = uploads.items.find((item) => item.key === key);
  const [first, ...others] = uploads.items.filter((item) => item.key !== key);
  uploads.remove(key);
  if (first && others.length === 0) {
    title.write(first.title);
    kind.setType(first.type);
  }
  // A name that came with a file goes with it.
  if (!first && gone && title.read() === titleFrom(gone.file)) title.write('');
}

function retypeOnly({ uploads }: Desk, type: ContentType): void {
  const [first] = uploads.items;
  if (first && type !== 'text' && !areSeveral(uploads.items)) uploads.change(first.key, { type });
}

/** Gives an item its title, and says what has to be mended before it can be sent. */
function isReady({ uploads, title, noRoom }: Desk, item: UploadItem): boolean {
  const given = areSeveral(uploads.items) ? item.title : title.read();
  uploads.change(item.key, { title: given });
  const room = noRoom.get(item.key);
  const problem: FileProblem | null = problemOf(item.file, given) ?? (room ? { at: 'file', message: room } : null);
  if (problem) uploads.refuse(item.key, problem);
  return !problem;
}

/** The title in the form, which keeps its own value. */
function titleOf(form: Given['form']) {
  const input = () => form.current?.querySelector<HTMLInputElement>('[name=title]');
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

/** What was kept since the page came takes room that the page does not know of. */
function beyondRoomOf(items: readonly UploadItem[], room: Room | null): ReadonlyMap<string, string> {
  if (!room) return new Map();
  const pending = items.filter(isPending).map(({ key, file }) => ({ key, size: file.size }));
  const others = items.filter((item) => !isPending(item)).reduce((sum, { file }) => sum + file.size, 0);
  return beyondRoom(pending, { limit: room.limit, used: room.used + others });
}

function areSeveral(items: readonly UploadItem[]): boolean {
  return items.length > 1 || items.some(({ state }) => state.kind === 'kept');
}

function isPending({ state }: UploadItem): boolean {
  return state.kind === 'picked' || state.kind === 'cancelled' || state.kind === 'refused';
}

function titleErrorOf(item: UploadItem | undefined): string | null {
  return item?.state.kind === 'refused' && item.state.at === 'title' ? item.state.message : null;
}

function focusOn(form: Given['form'], what: string): void {
  form.current?.querySelector<HTMLElement>(what)?.focus();
}

/** What an error marks is on the page only then. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(act);
}
