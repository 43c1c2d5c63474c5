import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileType } from '#domain/content/content.ts';
import { type FileProblem, problemOf, type Room } from './files.ts';
import { type Pace, sendFile } from './send.ts';

/** A picked file and its state. */
export interface UploadItem {
  key: string;
  /** Names the file with what is said about it: sent twice with the same value, it is saved once. */
  once: string;
  file: File;
  title: string;
  /** The note with it; empty for none. */
  caption: string;
  type: FileType;
  /** Why the type differs from the chosen one; null where it does not, or where the person chose it. */
  reason: string | null;
  state: UploadState;
}

/** It is saved. */
export interface Kept {
  kind: 'kept';
  id: string;
  /** It was to be public, and is private until its owner proves who they are. */
  isHeld?: boolean;
}

export type UploadState =
  | { kind: 'picked' }
  | { kind: 'waiting' }
  | { kind: 'sending'; pace: Pace | null }
  | Kept
  | { kind: 'cancelled' }
  | ({ kind: 'refused' } & FileProblem);

export interface Uploads {
  items: readonly UploadItem[];
  isSending: boolean;
  /** For screen readers: the start, half and end of each file. */
  news: string;
  add(added: readonly Pick<UploadItem, 'file' | 'title' | 'caption' | 'type' | 'reason'>[]): void;
  /** A refused file whose fault is corrected is as good as just picked. */
  change(key: string, changed: Partial<Pick<UploadItem, 'title' | 'caption' | 'type'>>): void;
  remove(key: string): void;
  clear(): void;
  /** Stops a file that is sent or waits. */
  cancel(key: string): void;
  /** Marks a file that cannot be sent as it is. */
  refuse(key: string, problem: FileProblem): void;
  /** Sends the files one after the other, after those that already wait. */
  send(wanted: readonly UploadItem[], how: How): void;
}

interface How {
  isPublic: boolean;
  /** Gets the server's figures when a file did not fit. */
  learn(room: Room): void;
}

/**
 * The picked files, sent one after the other. A failed file does not stop the next.
 * @param onEnd gets the files when nothing is left to send
 */
export function useUploads(onEnd: OnEnd): Uploads {
  const { items, newest, add, patch, change, remove, clear } = useItems();
  const { isSending, news, cancel, send } = useSender(newest, patch, onEnd);
  return {
    items,
    isSending,
    news,
    add,
    remove,
    clear,
    change,
    refuse: (key, problem) => patch(key, { state: { kind: 'refused', ...problem } }),
    cancel,
    send,
  };
}

type Items = ReturnType<typeof useItems>;
type OnEnd = (items: readonly UploadItem[]) => void;

function useSender(newest: Items['newest'], patch: Items['patch'], onEnd: OnEnd) {
  const [isSending, setSending] = useState(false);
  const [news, setNews] = useState('');
  const queue = useRef<{ key: string; how: How }[]>([]);
  const underWay = useRef<{ key: string; abort: AbortController } | null>(null);
  useEffect(() => () => stop(queue, underWay), []);

  async function sendAll(): Promise<void> {
    setSending(true);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key, how } = next;
      const item = newest.current.find((one) => one.key === key);
      if (item?.state.kind !== 'waiting') continue;
      const abort = new AbortController();
      underWay.current = { key, abort };
      const follow = (state: UploadState) => patch(key, { state });
      // The title may have changed while it waited.
      const problem = problemOf(item.file, item);
      if (problem) follow({ kind: 'refused', ...problem });
      else follow(await sendFile(item, { ...how, follow, tell: setNews, signal: abort.signal }));
      underWay.current = null;
    }
    setSending(false);
    onEnd(newest.current);
  }
  const cancel: Uploads['cancel'] = (key) => {
    if (underWay.current?.key === key) underWay.current.abort.abort();
    else patch(key, { state: { kind: 'cancelled' } });
  };
  const send: Uploads['send'] = (wanted, how) => {
    for (const { key } of wanted) {
      patch(key, { state: { kind: 'waiting' } });
      queue.current.push({ key, how });
    }
    if (!isSending) void sendAll();
  };
  return { isSending, news, cancel, send };
}

/** The person has confirmed that they leave the page. */
function stop(queue: RefObject<unknown[]>, underWay: RefObject<{ abort: AbortController } | null>): void {
  queue.current = [];
  underWay.current?.abort.abort();
}

/** How one file is sent, and who hears of its progress. */
export interface Sending extends How {
  /** Gets each state on the way; `sendFile` returns the last. */
  follow(state: UploadState): void;
  /** Gets the texts for screen readers. */
  tell(news: string): void;
  /** Stops the upload; nothing is saved. */
  signal: AbortSignal;
}

function useItems() {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  // An upload runs for minutes and must see the newest items.
  const newest = useRef(items);
  const count = useRef(0);
  const set = (next: readonly UploadItem[]) => {
    newest.current = next;
    setItems(next);
  };
  const patch = (key: string, changed: (item: UploadItem) => Partial<UploadItem>) =>
    set(newest.current.map((item) => (item.key === key ? { ...item, ...changed(item) } : item)));
  return {
    items,
    newest,
    add(added: Parameters<Uploads['add']>[0]) {
      const picked = added.map(
        (one): UploadItem => ({ ...one, key: `${count.current++}`, once: newOnce(), state: { kind: 'picked' } }),
      );
      set([...newest.current, ...picked]);
    },
    patch: (key: string, changed: Partial<UploadItem>) => patch(key, () => changed),
    change: (key: string, changed: Parameters<Uploads['change']>[1]) => patch(key, (item) => corrected(item, changed)),
    remove: (key: string) => set(newest.current.filter((item) => item.key !== key)),
    clear: () => set([]),
  };
}

function corrected(
  { title, caption, type, reason, state }: UploadItem,
  changed: Parameters<Uploads['change']>[1],
): Partial<UploadItem> {
  const hasTitle = changed.title !== undefined && changed.title !== title;
  const hasCaption = changed.caption !== undefined && changed.caption !== caption;
  const hasType = changed.type !== undefined && changed.type !== type;
  const isCorrected =
    state.kind === 'refused' &&
    ((hasTitle && state.at === 'title') ||
      (hasCaption && state.at === 'caption') ||
      (hasType && state.remedy === 'as-file'));
  return {
    ...changed,
    once: newOnce(),
    reason: hasType ? null : reason,
    state: isCorrected ? { kind: 'picked' } : state,
  };
}

/** The server takes it as the Idempotency-Key of an upload. */
export function newOnce(): string {
  return crypto.randomUUID();
}
