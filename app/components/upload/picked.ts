import { useEffect, useRef, useState } from 'react';
import { focusOn, type Kind } from '#app/components/create/form-state.ts';
import type { ContentType } from '#domain/content/content.ts';
import { uploadTexts } from '#messages/en/upload-texts.ts';
import { uploads as texts } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import type { UploadActs } from './item.tsx';
import type { UploadItem } from './queue.ts';
import { isPending } from './room.ts';
import { addFiles, areSeveral, changeType, type Given, removeFile, useSaving } from './saving.ts';

/**
 * The part of the form that needs scripts: files that are picked, dropped and sent.
 * One file uses the form's own title and type; each of several has its own.
 */
export function usePicked(given: Given) {
  const { kind, form } = given;
  const [isMissing, setMissing] = useState(false);
  const saving = useSaving(given);
  const { picks, report, send, end, toast, room, noRoom, justSaved } = saving;
  const { uploads } = picks;
  const { items } = uploads;
  const { add, isOver } = useIncoming(saving, () => setMissing(false));
  const save = () => {
    const pending = items.filter(isPending);
    if (uploads.isSending) return;
    if (pending.length > 0) return send(pending);
    if (items.length > 0) return end(items);
    setMissing(true);
    report({ kind: 'error', text: fileMissing() });
    focusOn(form, '[type=file]');
  };
  const remove = (key: string) => {
    removeFile(picks, key);
    // The focused button is gone.
    focusOn(form, '[type=file]');
  };
  const status = { toast, room, noRoom, justSaved, isOver, areSeveral: areSeveral(items) };
  const errors = { titleError: titleErrorOf(items, kind), fileError: isMissing ? fileMissing() : null };
  // Leaving would lose a half-written letter.
  const canGo = kind.letter === null;
  const acts = actsOn(given, saving);
  return {
    ...status,
    ...errors,
    canGo,
    uploads,
    acts,
    add,
    save,
    remove,
    changeType: (type: ContentType) => changeType(picks, type),
  };
}

/** Adds picked and dropped files. */
function useIncoming({ picks, report, forget }: ReturnType<typeof useSaving>, onAdd: () => void) {
  const add = (files: File[]) => {
    onAdd();
    forget();
    addFiles(picks, files);
  };
  const isOver = useDroppedFiles((files, hasFolder) => {
    if (hasFolder) report({ kind: 'error', text: say(texts.folder) });
    add(files);
  });
  return { add, isOver };
}

/** The remedies for a file that was not saved. */
function actsOn({ kind, setPublic }: Given, { picks: { uploads }, send }: ReturnType<typeof useSaving>): UploadActs {
  const { items } = uploads;
  const one = (key: string) => items.filter((item) => item.key === key);
  return {
    retry: (key) => send(one(key)),
    keepAsFile(key) {
      uploads.change(key, { type: 'file' });
      if (!areSeveral(items)) kind.choose('file');
      const refused = one(key).filter(({ state }) => state.kind === 'refused');
      if (refused.length > 0) send(refused);
    },
    keepPrivate(key) {
      setPublic(false);
      send(one(key), { isPublic: false });
    },
  };
}

function titleErrorOf(items: readonly UploadItem[], { type }: Kind): string | null {
  const [first] = items;
  if (areSeveral(items) || type === 'text' || first?.state.kind !== 'refused') return null;
  return first.state.at === 'title' ? first.state.message : null;
}

/**
 * Takes files that are dropped anywhere on the page: the browser would open them instead.
 * @param onDrop gets the files, and whether a folder was among them, which cannot be saved
 * @returns whether files are dragged over the page
 */
function useDroppedFiles(onDrop: (files: File[], hasFolder: boolean) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useRef(onDrop);
  useEffect(() => {
    newest.current = onDrop;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = (name: 'dragover' | 'drop', act: (transfer: DataTransfer) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          act(event.dataTransfer);
        },
        stop,
      );
    listen('dragover', () => setOver(true));
    listen('drop', ({ items }) => {
      setOver(false);
      const dropped = [...items].filter(({ kind }) => kind === 'file');
      const whole = dropped.filter((item) => !item.webkitGetAsEntry()?.isDirectory);
      const files = whole.map((item) => item.getAsFile()).filter((file) => file !== null);
      newest.current(files, whole.length < dropped.length);
    });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), stop);
    return () => stop.abort();
  }, []);
  return isOver;
}

function fileMissing(): string {
  return say(uploadTexts['file-missing']);
}
