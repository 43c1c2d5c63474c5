import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileType } from '#domain/content/content.ts';
import { type FileProblem, problemOf } from './upload-files.ts';
import type { Pace } from './upload-pace.ts';
import { sendFile } from './upload-send.ts';

/** A file that somebody has picked, and how far it is. */
export interface UploadItem {
  key: string;
  file: File;
  title: string;
  type: FileType;
  state: UploadState;
}

export type UploadState =
  | { kind: 'picked' }
  | { kind: 'waiting' }
  | { kind: 'sending'; pace: Pace | null }
  | { kind: 'kept'; id: string }
  | { kind: 'cancelled' }
  | ({ kind: 'refused' } & FileProblem);

export interface Uploads {
  items: readonly UploadItem[];
  isSending: boolean;
  /** What a screen reader is told: beginnings, halves and ends, not each percent. */
  news: string;
  add(added: readonly Pick<UploadItem, 'file' | 'title' | 'type'>[]): void;
  change(key: string, changed: Partial<Pick<UploadItem, 'title' | 'type'>>): void;
  remove(key: string): void;
  /** Stops one on its way, or before its turn. */
  cancel(key: string): void;
  /** Says why one cannot be sent as it is. */
  refuse(key: string, problem: FileProblem): void;
  /** Sends them one after the other; what is on its way already goes on first. */
  send(wanted: readonly UploadItem[], isPublic: boolean): void;
}

/**
 * Keeps what was picked, and sends it one after the other. A file that fails does not hold up the next.
 * @param onEnd is told how everything stands when nothing is left to send
 */
export function useUploads(onEnd: (items: readonly UploadItem[]) => void): Uploads {
  const { items, newest, add, patch, remove } = useItems();
  const { isSending, news, cancel, send } = useSender(newest, patch, onEnd);
  return {
    items,
    isSending,
    news,
    add,
    remove,
    change: patch,
    refuse: (key, problem) => patch(key, { state: { kind: 'refused', ...problem } }),
    cancel,
    send,
  };
}

type Items = ReturnType<typeof useItems>;

function useSender(newest: Items['newest'], patch: Items['patch'], onEnd: (items: readonly UploadItem[]) => void) {
  const [isSending, setSending] = useState(false);
  const [news, setNews] = useState('');
  const queue = useRef<{ key: string; isPublic: boolean }[]>([]);
  const underWay = useRef<{ key: string; abort: AbortController } | null>(null);
  useEffect(() => () => stop(queue, underWay), []);

  async function sendAll(): Promise<void> {
    setSending(true);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key, isPublic } = next;
      const item = newest.current.find((one) => one.key === key);
      if (item?.state.kind !== 'waiting') continue;
      const abort = new AbortController();
      underWay.current = { key, abort };
      const follow = (state: UploadState) => patch(key, { state });
      // Its title may have changed while it waited.
      const problem = problemOf(item.file, item.title);
      if (problem) follow({ kind: 'refused', ...problem });
      else follow(await sendFile(item, { isPublic, follow, tell: setNews, signal: abort.signal }));
      underWay.current = null;
    }
    setSending(false);
    onEnd(newest.current);
  }
  const cancel: Uploads['cancel'] = (key) => {
    if (underWay.current?.key === key) underWay.current.abort.abort();
    else patch(key, { state: { kind: 'cancelled' } });
  };
  const send: Uploads['send'] = (wanted, isPublic) => {
    for (const { key } of wanted) {
      patch(key, { state: { kind: 'waiting' } });
      queue.current.push({ key, isPublic });
    }
    if (!isSending) void sendAll();
  };
  return { isSending, news, cancel, send };
}

/** Whoever leaves the page has been asked: nothing more is sent. */
function stop(queue: RefObject<unknown[]>, underWay: RefObject<{ abort: AbortController } | null>): void {
  queue.current = [];
  underWay.current?.abort.abort();
}

/** How one item is sent, and who is told what happens to it. */
export interface Sending {
  isPublic: boolean;
  /** Is told each state on its way; the last is what the sending resolves to. */
  follow(state: UploadState): void;
  /** Is told what to say aloud. */
  tell(news: string): void;
  /** Ends it; nothing is kept then. */
  signal: AbortSignal;
}

function useItems() {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  // What runs for minutes must see the newest, not what was there when it began.
  const newest = useRef(items);
  const count = useRef(0);
  const set = (next: readonly UploadItem[]) => {
    newest.current = next;
    setItems(next);
  };
  return {
    items,
    newest,
    add(added: Parameters<Uploads['add']>[0]) {
      const picked = added.map((one): UploadItem => ({ ...one, key: `${count.current++}`, state: { kind: 'picked' } }));
      set([...newest.current, ...picked]);
    },
    patch: (key: string, changed: Partial<UploadItem>) =>
      set(newest.current.map((item) => (item.key === key ? { ...item, ...changed } : item))),
    remove: (key: string) => set(newest.current.filter((item) => item.key !== key)),
  };
}
