import { type RefObject, useState } from 'react';
import type { ContentType } from '#domain/content/content.ts';
import { titleOf } from './create-fields.ts';
import type { Kind } from './create-kind.ts';
import { useDroppedFiles } from './upload-drop.ts';
import { useEnd, wordsForEnd } from './upload-end.ts';
import {
  type FileProblem,
  guessType,
  problemOf,
  type Room,
  reasonFor,
  reasonForFile,
  titleFrom,
} from './upload-files.ts';
import { type UploadItem, type Uploads, useUploads } from './upload-queue.ts';
import { isPending, useRoom } from './upload-room.ts';

interface Given {
  kind: Kind;
  room: Room | null;
  isPublic: boolean;
  setPublic: (isPublic: boolean) => void;
  form: RefObject<HTMLFormElement | null>;
}

/** What was kept last, to be looked at. */
export interface KeptFile {
  id: string;
  title: string;
}

/**
 * The part of the form that needs scripts: what is picked, dropped, sent and told.
 * One file uses the form's own title and type; as soon as there are several, each has its own.
 */
export function usePicked({ kind, room: first, isPublic, setPublic, form }: Given) {
  const [isMissing, setMissing] = useState(false);
  const [justKept, setJustKept] = useState<readonly KeptFile[]>(NONE);
  const { toast, say, finish } = useEnd();
  const end = (all: readonly UploadItem[]) => {
    finish(all, kind.letter === null);
    if (!kind.letter || !all.every(({ state }) => state.kind === 'kept')) return;
    // Nobody is led away from a letter that is only half written.
    setJustKept(keptOf(all));
    uploads.clear();
    kind.choose('text');
  };
  const uploads = useUploads(end);
  const { items } = uploads;
  const { room, noRoom, learn } = useRoom(first, items, uploads.isSending);
  const desk: Desk = { uploads, kind, title: titleOf(form), noRoom };
  const add = (files: File[]) => {
    setMissing(false);
    setJustKept(NONE);
    addFiles(desk, files);
  };
  const isOver = useDroppedFiles((files, hasFolder) => {
    if (hasFolder) say({ kind: 'error', text: 'A folder cannot be kept. Please drop the files in it.' });
    add(files);
  });
  const send = (wanted: readonly UploadItem[], how = { isPublic }) => {
    const problems = new Map(wanted.map((item) => [item.key, problemWith(desk, item)]));
    const ready = wanted.filter(({ key }) => !problems.get(key));
    if (ready.length > 0) return uploads.send(ready, { ...how, learn });
    const words = wordsForEnd(items.map((item) => refusedBy(item, problems.get(item.key))));
    // What is wrong with a title is said at its field.
    if (words && [...problems.values()].some((problem) => problem?.at === 'file')) say(words);
    afterPaint(() => focusOn(form, '[aria-invalid=true]'));
  };
  const save = () => {
    const pending = items.filter(isPending);
    if (uploads.isSending) return;
    if (pending.length > 0) return send(pending);
    if (items.length > 0) return end(items);
    setMissing(true);
    say({ kind: 'error', text: MISSING });
    focusOn(form, '[type=file]');
  };
  const remove = (key: string) => {
    removeFile(desk, key);
    // The button that had the focus is gone.
    focusOn(form, '[type=file]');
  };
  const one = (key: string) => items.filter((item) => item.key === key);
  const told = {
    toast,
    room,
    noRoom,
    justKept,
    titleError: titleErrorOf(items, kind),
    fileError: isMissing ? MISSING : null,
  };
  return {
    ...told,
    uploads,
    isOver,
    areSeveral: areSeveral(items),
    add,
    save,
    remove,
    turn: (type: ContentType) => turn(desk, type),
    retry: (key: string) => send(one(key)),
    keepAsFile(key: string): void {
      const [item] = one(key);
      if (!item) return;
      uploads.change(key, { type: 'file' });
      if (!areSeveral(items)) kind.choose('file');
      if (item.state.kind !== 'picked') send([{ ...item, type: 'file' }]);
    },
    keepPrivate(key: string): void {
      setPublic(false);
      send(one(key), { isPublic: false });
    },
  };
}

const MISSING = 'Please select a file';
const NONE: readonly KeptFile[] = [];

/** What the pieces below work on: everything as it stands at this moment. */
interface Desk {
  uploads: Uploads;
  kind: Kind;
  title: ReturnType<typeof titleOf>;
  noRoom: ReturnType<typeof useRoom>['noRoom'];
}

function addFiles({ uploads, kind, title }: Desk, files: readonly File[]): void {
  const { items } = uploads;
  const isOneOfSeveral = items.length + files.length > 1;
  const added = files.map((file) => {
    const type = guessType(file, kind.chosen, isOneOfSeveral);
    const isAsSaid = kind.chosen === 'text' || kind.chosen === type;
    return { file, title: titleFrom(file), type, reason: isAsSaid ? null : reasonFor(type) };
  });
  const [first] = added;
  if (!first) return;
  // The title in the form is that of the first.
  if (items[0] && !areSeveral(items) && kind.type !== 'text') uploads.change(items[0].key, { title: title.read() });
  const lead = items[0] ?? first;
  kind.setType(lead.type, reasonForFile(lead.file, lead.type));
  if (items.length === 0) {
    if (title.read().trim() === '') title.write(first.title);
    else first.title = title.read();
  }
  uploads.add(added);
}

function removeFile({ uploads, kind, title }: Desk, key: string): void {
  const gone = uploads.items.find((item) => item.key === key);
  const [first, ...others] = uploads.items.filter((item) => item.key !== key);
  uploads.remove(key);
  if (first && others.length === 0) {
    title.write(first.title);
    kind.setType(first.type, reasonForFile(first.file, first.type));
  }
  // A name that came with a file goes with it.
  if (!first && gone && title.read() === titleFrom(gone.file)) title.write('');
}

/** Goes to another type. A file that was picked keeps its title while a letter is written, and takes the type. */
function turn({ uploads, kind, title }: Desk, type: ContentType): void {
  const [only] = uploads.items;
  const isAlone = only && !areSeveral(uploads.items);
  const given = kind.type === 'text' ? only?.title : title.read();
  kind.choose(type);
  if (!isAlone) return;
  uploads.change(only.key, type === 'text' ? { title: given } : { title: given, type });
  if (type !== 'text') title.write(given ?? '');
}

/** Gives an item its title, and says what has to be mended before it can be sent. */
function problemWith({ uploads, title, noRoom }: Desk, item: UploadItem): FileProblem | null {
  const given = areSeveral(uploads.items) ? item.title : title.read();
  uploads.change(item.key, { title: given });
  const room = noRoom.get(item.key);
  const problem = problemOf(item.file, given) ?? (room ? noRoomFor(room.message) : null);
  if (problem) uploads.refuse(item.key, problem);
  return problem;
}

function noRoomFor(message: string): FileProblem {
  return { at: 'file', message, remedy: 'room' };
}

function refusedBy(item: UploadItem, problem: FileProblem | null | undefined): UploadItem {
  return problem ? { ...item, state: { kind: 'refused', ...problem } } : item;
}

function areSeveral(items: readonly UploadItem[]): boolean {
  return items.length > 1 || items.some(({ state }) => state.kind === 'kept');
}

/** @returns those that are kept, by their contents */
export function keptOf(items: readonly UploadItem[]): KeptFile[] {
  return items.flatMap(({ title, state }) => (state.kind === 'kept' ? [{ id: state.id, title }] : []));
}

function titleErrorOf(items: readonly UploadItem[], { type }: Kind): string | null {
  const [first] = items;
  if (areSeveral(items) || type === 'text' || first?.state.kind !== 'refused') return null;
  return first.state.at === 'title' ? first.state.message : null;
}

function focusOn(form: Given['form'], what: string): void {
  form.current?.querySelector<HTMLElement>(what)?.focus();
}

/** What an error marks is on the page only then. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(act);
}
