/** The picked files of the create form: adds them, changes them, saves them, and says how it went. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldOf, focusOn, type Kind } from '#app/components/create/form-state.ts';
import { savedHref } from '#app/contents/saved-href.ts';
import type { Toast } from '#app/http/toast.ts';
import type { ContentType } from '#domain/content/content.ts';
import { uploadStates } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import { type FileProblem, guessType, problemOf, type Room, reasonFor, reasonForFile, titleFrom } from './files.ts';
import { type UploadItem, type Uploads, useUploads } from './queue.ts';
import { useRoom } from './room.ts';

/** What the form passes on. */
export interface Given {
  kind: Kind;
  room: Room | null;
  isPublic: boolean;
  setPublic: (isPublic: boolean) => void;
  /** It is sealed: what we do with its location and its title does not apply. */
  isSealed?: boolean;
  form: RefObject<HTMLFormElement | null>;
}

/** A saved file, for a link to it. */
export interface SavedFile {
  id: string;
  title: string;
}

const NONE: readonly SavedFile[] = [];

/** Saves the picked files: checks each, sends it, and shows the outcome. */
export function useSaving({ kind, room: first, isPublic, form }: Given) {
  const [justSaved, setJustSaved] = useState(NONE);
  const tried = useRef(new Set<string>());
  const { toast, report, finish } = useEnd();
  const end = (all: readonly UploadItem[]) => {
    finish(all, tried.current, kind.letter === null);
    if (!kind.letter || !all.every(({ state }) => state.kind === 'kept')) return;
    // A half-written letter waits on this page.
    setJustSaved(savedOf(all));
    uploads.clear();
    fieldOf(form, 'caption').write('');
    kind.choose('text');
  };
  const uploads = useUploads(end);
  const { items, isSending } = uploads;
  const { room, noRoom, learn, askAgain } = useRoom(first, items, isSending);
  const picks: Picks = { uploads, kind, title: fieldOf(form, 'title'), caption: fieldOf(form, 'caption') };
  const send = (wanted: readonly UploadItem[], how = { isPublic }) => {
    if (!isSending) tried.current = new Set();
    for (const { key } of wanted) tried.current.add(key);
    const problems = new Map(wanted.map((item) => [item.key, problemWith(picks, item, noRoom.get(item.key)?.message)]));
    const ready = wanted.filter(({ key }) => !problems.get(key));
    if (ready.length > 0) return uploads.send(ready, { ...how, learn });
    const found = [...problems.values()];
    // Items may have been removed in another window.
    if (found.some((problem) => problem?.remedy === 'room')) void askAgain();
    const message = outcomeMessage(
      items.map((item) => refusedBy(item, problems.get(item.key))),
      tried.current,
    );
    // A wrong title is reported at its field, which is marked after the next paint.
    if (message && found.some((problem) => problem?.at === 'file')) report(message);
    requestAnimationFrame(() => focusOn(form, '[aria-invalid=true]'));
  };
  return { picks, toast, report, room, noRoom, justSaved, forget: () => setJustSaved(NONE), send, end };
}

/** @returns the saved files */
export function savedOf(items: readonly UploadItem[]): SavedFile[] {
  return items.flatMap(({ title, state }) => (state.kind === 'kept' ? [{ id: state.id, title }] : []));
}

/** @returns whether one of the files was to be public, and is private until there is a proof */
export function hasHeld(items: readonly UploadItem[]): boolean {
  return items.some(({ state }) => state.kind === 'kept' && state.isHeld);
}

/** Gives an item its title and message, and returns what must be corrected before it can be sent. */
function problemWith(picks: Picks, item: UploadItem, noRoom: string | undefined): FileProblem | null {
  const { uploads } = picks;
  const given = areSeveral(uploads.items) ? item : writtenIn(picks);
  uploads.change(item.key, { title: given.title, caption: given.caption });
  const problem = problemOf(item.file, given) ?? (noRoom ? noRoomFor(noRoom) : null);
  if (problem) uploads.refuse(item.key, problem);
  return problem;
}

/** @returns what the form's own fields have, for a single file */
function writtenIn({ title, caption }: Picks): Pick<UploadItem, 'title' | 'caption'> {
  return { title: title.read(), caption: caption.read() };
}

function noRoomFor(message: string): FileProblem {
  return { at: 'file', message, remedy: 'room' };
}

function refusedBy(item: UploadItem, problem: FileProblem | null | undefined): UploadItem {
  return problem ? { ...item, state: { kind: 'refused', ...problem } } : item;
}

/** The outcome of a batch; `nextHref` is null to stay on the page. */
interface End {
  toast: Toast;
  nextHref: string | null;
}

type Message = Pick<Toast, 'kind' | 'text'>;

/**
 * The outcome of a batch in one line.
 * @param tried the keys of the files in the batch
 * @returns null where the person has only cancelled: each file says so itself
 */
export function outcomeMessage(items: Uploads['items'], tried: ReadonlySet<string>): Message | null {
  const texts = uploadStates.outcome;
  const kept = items.filter(({ state }) => state.kind === 'kept').length;
  const refusals = items.flatMap(({ key, state }) =>
    state.kind === 'refused' && tried.has(key) ? [state.message] : [],
  );
  if (items.length > 0 && kept === items.length)
    return { kind: 'success', text: say(hasHeld(items) ? texts.held : texts.created) };
  const [only] = refusals;
  const counted = say(texts.counted, { kept, all: items.length });
  if (only) return { kind: 'error', text: say(texts.failed, { reason: tried.size === 1 ? only : counted }) };
  return kept > 0 ? { kind: 'info', text: counted } : null;
}

/** Shows the outcome of a batch, and leads on when everything was saved. */
function useEnd() {
  const [end, setEnd] = useState<End | null>(null);
  const navigate = useNavigate();
  // An effect of a child shows the toast, and runs before this one.
  useEffect(() => {
    if (end?.nextHref) navigate(end.nextHref);
  }, [end, navigate]);
  const report = ({ kind, text }: Message, nextHref: string | null = null) =>
    setEnd({ toast: { id: `create ${performance.now()}`, kind, text, isRefusal: kind === 'error' }, nextHref });
  return {
    toast: end?.toast ?? null,
    report,
    /** @param canGo whether leaving the page loses nothing */
    finish(items: Uploads['items'], tried: ReadonlySet<string>, canGo: boolean): void {
      const message = outcomeMessage(items, tried);
      if (!message) return;
      const ids = items.flatMap(({ state }) => (state.kind === 'kept' ? [state.id] : []));
      report(message, canGo && message.kind === 'success' ? savedHref(ids, hasHeld(items)) : null);
    },
  };
}

/** The current files and type, and the fields of the form. */
export interface Picks {
  uploads: Uploads;
  kind: Kind;
  title: ReturnType<typeof fieldOf>;
  caption: ReturnType<typeof fieldOf>;
}

/** Adds files. The first gives the form its type, and its name to an empty title. */
export function addFiles(picks: Picks, files: readonly File[]): void {
  const { uploads, kind, title, caption } = picks;
  const { items } = uploads;
  const isOneOfSeveral = items.length + files.length > 1;
  const added = files.map((file) => {
    const type = guessType(file, kind.chosen, isOneOfSeveral);
    const isAsChosen = kind.chosen === 'text' || kind.chosen === type;
    return { file, title: titleFrom(file), caption: '', type, reason: isAsChosen ? null : reasonFor(type) };
  });
  const [first] = added;
  if (!first) return;
  // The form's title and message belong to the first file.
  if (items[0] && !areSeveral(items) && kind.type !== 'text') uploads.change(items[0].key, writtenIn(picks));
  const lead = items[0] ?? first;
  kind.setType(lead.type, reasonForFile(lead.file, lead.type));
  if (items.length === 0) {
    if (title.read().trim() === '') title.write(first.title);
    else first.title = title.read();
    first.caption = caption.read();
  }
  uploads.add(added);
}

/** Removes a file; if one is left, the form takes its title, message and type. */
export function removeFile({ uploads, kind, title, caption }: Picks, key: string): void {
  const gone = uploads.items.find((item) => item.key === key);
  const [first, ...others] = uploads.items.filter((item) => item.key !== key);
  uploads.remove(key);
  if (first && others.length === 0) {
    title.write(first.title);
    caption.write(first.caption);
    kind.setType(first.type, reasonForFile(first.file, first.type));
  }
  // A title that came from the file's name goes with it.
  if (!first && gone && title.read() === titleFrom(gone.file)) title.write('');
}

/** Changes the type. A single file takes it, and keeps its title while a letter is written. */
export function changeType({ uploads, kind, title }: Picks, type: ContentType): void {
  const [only] = uploads.items;
  const isAlone = only && !areSeveral(uploads.items);
  const given = kind.type === 'text' ? only?.title : title.read();
  kind.choose(type);
  if (!isAlone) return;
  uploads.change(only.key, type === 'text' ? { title: given } : { title: given, type });
  if (type !== 'text') title.write(given ?? '');
}

/** @returns whether each file has its own title and type: there are two or more, or one is saved */
export function areSeveral(items: readonly UploadItem[]): boolean {
  return items.length > 1 || items.some(({ state }) => state.kind === 'kept');
}
