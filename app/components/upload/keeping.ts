import { type RefObject, useRef, useState } from 'react';
import { focusOn, titleOf } from '#app/components/create/fields.ts';
import type { Kind } from '#app/components/create/kind.ts';
import { areSeveral, type Picks } from './adding.ts';
import { useEnd, wordsForEnd } from './end.ts';
import { type FileProblem, problemOf, type Room } from './files.ts';
import { type UploadItem, useUploads } from './queue.ts';
import { useRoom } from './room.ts';

/** What the form gives. */
export interface Given {
  kind: Kind;
  room: Room | null;
  isPublic: boolean;
  setPublic: (isPublic: boolean) => void;
  form: RefObject<HTMLFormElement | null>;
}

/** What was kept, to be looked at. */
export interface KeptFile {
  id: string;
  title: string;
}

const NONE: readonly KeptFile[] = [];

/** Keeps what was picked: looks at each before it is sent, sends it, and says how it went. */
export function useKeeping({ kind, room: first, isPublic, form }: Given) {
  const [justKept, setJustKept] = useState(NONE);
  const tried = useRef(new Set<string>());
  const { toast, say, finish } = useEnd();
  const end = (all: readonly UploadItem[]) => {
    finish(all, tried.current, kind.letter === null);
    if (!kind.letter || !all.every(({ state }) => state.kind === 'kept')) return;
    // Nobody is led away from a letter that is only half written.
    setJustKept(keptOf(all));
    uploads.clear();
    kind.choose('text');
  };
  const uploads = useUploads(end);
  const { items, isSending } = uploads;
  const { room, noRoom, learn, askAgain } = useRoom(first, items, isSending);
  const picks: Picks = { uploads, kind, title: titleOf(form) };
  const send = (wanted: readonly UploadItem[], how = { isPublic }) => {
    if (!isSending) tried.current = new Set();
    for (const { key } of wanted) tried.current.add(key);
    const problems = new Map(wanted.map((item) => [item.key, problemWith(picks, item, noRoom.get(item.key)?.message)]));
    const ready = wanted.filter(({ key }) => !problems.get(key));
    if (ready.length > 0) return uploads.send(ready, { ...how, learn });
    const found = [...problems.values()];
    // Room may have been made elsewhere.
    if (found.some((problem) => problem?.remedy === 'room')) void askAgain();
    const words = wordsForEnd(
      items.map((item) => refusedBy(item, problems.get(item.key))),
      tried.current,
    );
    // What is wrong with a title is said at its field, which is marked after the next painting.
    if (words && found.some((problem) => problem?.at === 'file')) say(words);
    requestAnimationFrame(() => focusOn(form, '[aria-invalid=true]'));
  };
  return { picks, toast, say, room, noRoom, justKept, forget: () => setJustKept(NONE), send, end };
}

/** @returns those that are kept, by their contents */
export function keptOf(items: readonly UploadItem[]): KeptFile[] {
  return items.flatMap(({ title, state }) => (state.kind === 'kept' ? [{ id: state.id, title }] : []));
}

/** Gives an item its title, and says what has to be mended before it can be sent. */
function problemWith({ uploads, title }: Picks, item: UploadItem, noRoom: string | undefined): FileProblem | null {
  const given = areSeveral(uploads.items) ? item.title : title.read();
  uploads.change(item.key, { title: given });
  const problem = problemOf(item.file, given) ?? (noRoom ? noRoomFor(noRoom) : null);
  if (problem) uploads.refuse(item.key, problem);
  return problem;
}

function noRoomFor(message: string): FileProblem {
  return { at: 'file', message, remedy: 'room' };
}

function refusedBy(item: UploadItem, problem: FileProblem | null | undefined): UploadItem {
  return problem ? { ...item, state: { kind: 'refused', ...problem } } : item;
}
