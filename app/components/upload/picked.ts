import { useState } from 'react';
import { focusOn } from '#app/components/create/fields.ts';
import type { Kind } from '#app/components/create/kind.ts';
import { type ContentType, NO_FILE } from '#domain/content/content.ts';
import { addFiles, areSeveral, removeFile, turn } from './adding.ts';
import { useDroppedFiles } from './drop.ts';
import { type Given, useKeeping } from './keeping.ts';
import type { UploadActs } from './progress.tsx';
import type { UploadItem } from './queue.ts';
import { isPending } from './room.ts';

/**
 * The part of the form that needs scripts: what is picked, dropped, sent and told.
 * One file uses the form's own title and type; as soon as there are several, each has its own.
 */
export function usePicked(given: Given) {
  const { kind, form } = given;
  const [isMissing, setMissing] = useState(false);
  const keeping = useKeeping(given);
  const { picks, say, send, end, toast, room, noRoom, justKept } = keeping;
  const { uploads } = picks;
  const { items } = uploads;
  const { add, isOver } = useIncoming(keeping, () => setMissing(false));
  const save = () => {
    const pending = items.filter(isPending);
    if (uploads.isSending) return;
    if (pending.length > 0) return send(pending);
    if (items.length > 0) return end(items);
    setMissing(true);
    say({ kind: 'error', text: NO_FILE });
    focusOn(form, '[type=file]');
  };
  const remove = (key: string) => {
    removeFile(picks, key);
    // The button that had the focus is gone.
    focusOn(form, '[type=file]');
  };
  const told = { toast, room, noRoom, justKept, isOver, areSeveral: areSeveral(items) };
  const errors = { titleError: titleErrorOf(items, kind), fileError: isMissing ? NO_FILE : null };
  // Leaving loses nothing but a letter that is half written.
  const canGo = kind.letter === null;
  const acts = actsOn(given, keeping);
  return {
    ...told,
    ...errors,
    canGo,
    uploads,
    acts,
    add,
    save,
    remove,
    turn: (type: ContentType) => turn(picks, type),
  };
}

/** What comes in, picked or dropped. */
function useIncoming({ picks, say, forget }: ReturnType<typeof useKeeping>, onAdd: () => void) {
  const add = (files: File[]) => {
    onAdd();
    forget();
    addFiles(picks, files);
  };
  const isOver = useDroppedFiles((files, hasFolder) => {
    if (hasFolder) say({ kind: 'error', text: 'A folder cannot be kept. Please drop the files in it.' });
    add(files);
  });
  return { add, isOver };
}

/** What can be done about one that was not kept. */
function actsOn({ kind, setPublic }: Given, { picks: { uploads }, send }: ReturnType<typeof useKeeping>): UploadActs {
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
