import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileType } from '#domain/content/content.ts';
import { type FileProblem, problemOf, type Room } from './files.ts';
import type { Pace } from './pace.ts';
import { sendFile } from './send.ts';

/** A file that somebody has picked, and how far it is. */
export interface UploadItem {
  key: string;
  file: File;
  title: string;
  type: FileType;
  /** Why it has another type than was chosen; null where it has not, or where somebody has said so. */
  reason: string | null;
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
  add(added: readonly Pick<UploadItem, 'file' | 'title' | 'type' | 'reason'>[]): void;
  /** With what was wrong mended, it is as if it was just picked. */
  change(key: string, changed: Partial<Pick<UploadItem, 'title' | 'type'>>): void;
  remove(key: string): void;
  /** Takes all of them away. */
  clear(): void;
  /** Stops one on its way, or before its turn. */
  cancel(key: string): void;
  /** Says why one cannot be sent as it is. */
  refuse(key: string, problem: FileProblem): void;
  /** Sends them one after the other; what is on its way already goes on first. */
  send(wanted: readonly UploadItem[], how: How): void;
}

/** What is the same for all that are sent at once. */
interface How {
  isPublic: boolean;
  /** Is told what room there is, when there was not enough. */
  learn(room: Room): void;
}

/**
 * Keeps what was picked, and sends it one after the other. A file that fails does not hold up the next.
 * @param onEnd is told how everything stands when nothing is left to send
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
      // Its title may have changed while it waited.
      const problem = problemOf(item.file, item.title);
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

/** Whoever leaves the page has been asked: nothing more is sent. */
function stop(queue: RefObject<unknown[]>, underWay: RefObject<{ abort: AbortController } | null>): void {
  queue.current = [];
  underWay.current?.abort.abort();
}

/** How one item is sent, and who is told what happens to it. */
export interface Sending extends How {
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
  const patch = (key: string, changed: (item: UploadItem) => Partial<UploadItem>) =>
    set(newest.current.map((item) => (item.key === key ? { ...item, ...changed(item) } : item)));
  return {
    items,
    newest,
    add(added: Parameters<Uploads['add']>[0]) {
      const picked = added.map((one): UploadItem => ({ ...one, key: `${count.current++}`, state: { kind: 'picked' } }));
      set([...newest.current, ...picked]);
    },
    patch: (key: string, changed: Partial<UploadItem>) => patch(key, () => changed),
    change: (key: string, changed: Parameters<Uploads['change']>[1]) => patch(key, (item) => mended(item, changed)),
    remove: (key: string) => set(newest.current.filter((item) => item.key !== key)),
    clear: () => set([]),
  };
}

function mended(
  { title, type, reason, state }: UploadItem,
  changed: Parameters<Uploads['change']>[1],
): Partial<UploadItem> {
  const hasTitle = changed.title !== undefined && changed.title !== title;
  const hasType = changed.type !== undefined && changed.type !== type;
  const isMended =
    state.kind === 'refused' && ((hasTitle && state.at === 'title') || (hasType && state.remedy === 'as-file'));
  return {
    ...changed,
    reason: hasType ? null : reason,
    state: isMended ? { kind: 'picked' } : state,
  };
}
