import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { newOnce } from '#app/components/upload/queue.ts';
import { nextPace, type Pace, request, startPace } from '#app/components/upload/send.ts';
import type { SealedParcel, SealOrder } from '#app/sealed/sealing/orders.ts';
import { NotSealed, type OnDisk, sealInWorker } from '#app/sealed/sealing/seal-in-worker.ts';
import type { Script } from '#app/sealed/start-worker.ts';
import { sealSteps as texts } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import { askFor, nextState, type SealState, startSealing } from './steps.ts';

/** So many words open a parcel. The list of words is in the worker only. */
const WORDS_COUNT = 6;

/** Where a parcel is sent, and what we may know of it. */
export interface SealTarget {
  address: string;
  /** The version that is sealed; null for a new item. */
  version: number | null;
  /** Shown before opening; empty for our own words. */
  label: string;
}

/**
 * Seals at once; sends when the words were checked. Until then nothing has left this device.
 * @param onSaved gets the id of the item
 */
export function useSealing(order: SealOrder, script: Script, target: SealTarget, onSaved: (id: string) => void) {
  const [state, dispatch] = useReducer(nextState, null, () => startSealing(askFor(WORDS_COUNT, random)));
  const [pace, setPace] = useState<Pace | null>(null);
  const disk = useRef<OnDisk | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let sealing = startPace(performance.now());
    const follow = (done: number) => {
      sealing = nextPace(sealing, done, performance.now());
      setPace(sealing);
    };
    sealInWorker(order, script, follow, stop.signal).then(
      (made) => {
        if (stop.signal.aborted) return made.discard();
        disk.current = made;
        dispatch({ kind: 'sealed', parcel: made.parcel });
      },
      (error) => {
        if (!stop.signal.aborted) dispatch({ kind: 'failed', problem: reasonOf(error) });
      },
    );
    return () => {
      stop.abort();
      void disk.current?.discard();
    };
    // What is sealed does not change while it is.
  }, [order]);
  useSending(state, target, setPace, (sent) => {
    if (sent.kind === 'refused') return dispatch({ kind: 'failed', problem: sent.message });
    if (sent.kind !== 'kept') return;
    void disk.current?.discard();
    dispatch({ kind: 'saved' });
    onSaved(sent.id);
  });
  return { state, dispatch, pace };
}

type Sent = Awaited<ReturnType<typeof request>>['sent'];

function useSending(
  { step, problem, parcel, hasSheets }: SealState,
  target: SealTarget,
  onPace: (pace: Pace | null) => void,
  onSent: (sent: Sent) => void,
): void {
  const isSending = step === 'saving' && problem === null;
  // Without our share it is another parcel.
  const once = useMemo(newOnce, [parcel, hasSheets]);
  useEffect(() => {
    if (!isSending || !parcel) return;
    const stop = new AbortController();
    onPace(null);
    const headers: Record<string, string> = { 'idempotency-key': once };
    if (target.version !== null) headers['if-match'] = `"${target.version}"`;
    const form = formOf(parcel, target.label, hasSheets);
    void request(form, parcel.content.size, onPace, stop.signal, { address: target.address, headers }).then(
      ({ sent }) => {
        if (!stop.signal.aborted) onSent(sent);
      },
    );
    return () => stop.abort();
  }, [isSending]);
}

/** The small parts come before the file, so that the server can refuse them before it is uploaded. */
function formOf({ content, meta, key, share }: SealedParcel, label: string, hasSheets: boolean): FormData {
  const form = new FormData();
  form.append('title', label);
  form.append('type', 'file');
  form.append('sealed', 'true');
  form.append('size', `${content.size}`);
  form.append('meta', new Blob([meta]), 'meta.age');
  form.append('key', new Blob([key]), 'key.age');
  if (hasSheets) form.append('share', new Blob([share]), 'share');
  form.append('file', content, 'content.age');
  return form;
}

function reasonOf(error: unknown): string {
  const why = error instanceof NotSealed && error.why !== 'cancelled' ? error.why : 'fault';
  return say(texts.failed[why]);
}

function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
