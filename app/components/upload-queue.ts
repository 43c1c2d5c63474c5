import { useEffect, useRef, useState } from 'react';
import type { FileType } from '#domain/content/content.ts';
import { type FileProblem, problemOf } from './create-files.ts';
import { nextPace, type Pace, startPace } from './upload-pace.ts';
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
  | { kind: 'sending'; pace: Pace }
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
  send(keys: readonly string[], isPublic: boolean): void;
}

/**
 * Keeps what was picked, and sends it one after the other. A file that fails does not hold up the next.
 * @param onEnd is told how everything stands when nothing is left to send
 */
export function useUploads(onEnd: (items: readonly UploadItem[]) => void): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [isSending, setSending] = useState(false);
  const [news, setNews] = useState('');
  // What runs for minutes must see the newest, not what was there when it began.
  const newest = useRef(items);
  const queue = useRef<{ key: string; isPublic: boolean }[]>([]);
  const underWay = useRef<{ key: string; abort: AbortController } | null>(null);
  const count = useRef(0);
  useEffect(
    () => () => {
      queue.current = [];
      underWay.current?.abort.abort();
    },
    [],
  );

  const set = (next: readonly UploadItem[]) => {
    newest.current = next;
    setItems(next);
  };
  const patch = (key: string, changed: Partial<UploadItem>) =>
    set(newest.current.map((item) => (item.key === key ? { ...item, ...changed } : item)));
  const refuse = (key: string, problem: FileProblem) => patch(key, { state: { kind: 'refused', ...problem } });

  async function sendOne(item: UploadItem, isPublic: boolean): Promise<void> {
    const { key, file, title, type } = item;
    const problem = problemOf(file, title);
    if (problem) return refuse(key, problem);
    const abort = new AbortController();
    underWay.current = { key, abort };
    let pace = startPace(performance.now());
    patch(key, { state: { kind: 'sending', pace } });
    setNews(`Keeping ${file.name}.`);
    const onProgress = (sent: number) => {
      if (pace.sent < file.size / 2 && sent >= file.size / 2) setNews(`Half of ${file.name} is sent.`);
      pace = nextPace(pace, sent, performance.now());
      patch(key, { state: { kind: 'sending', pace } });
    };
    const sent = await sendFile({ file, title, type, isPublic }, onProgress, abort.signal);
    underWay.current = null;
    patch(key, { state: sent });
    setNews(`${file.name}: ${sent.kind === 'refused' ? sent.message : `${sent.kind}.`}`);
  }

  async function sendAll(): Promise<void> {
    setSending(true);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { key, isPublic } = next;
      const item = newest.current.find((one) => one.key === key);
      if (item?.state.kind === 'waiting') await sendOne(item, isPublic);
    }
    setSending(false);
    onEnd(newest.current);
  }

  return {
    items,
    isSending,
    news,
    add: (added) =>
      set([
        ...newest.current,
        ...added.map((one) => ({ ...one, key: `${count.current++}`, state: { kind: 'picked' } as const })),
      ]),
    change: (key, changed) => patch(key, changed),
    remove: (key) => set(newest.current.filter((item) => item.key !== key)),
    cancel(key) {
      if (underWay.current?.key === key) underWay.current.abort.abort();
      else patch(key, { state: { kind: 'cancelled' } });
    },
    refuse,
    send(keys, isPublic) {
      const isIdle = !isSending;
      for (const key of keys) {
        patch(key, { state: { kind: 'waiting' } });
        queue.current.push({ key, isPublic });
      }
      if (isIdle) void sendAll();
    },
  };
}
