import { inMegabytes } from '#domain/content/content.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { formFallback } from '#messages/en/form-fallback.ts';
import { uploadStates } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';
import { type FileProblem, noRoomWords, type Remedy, type Room } from './files.ts';
import type { Kept, Sending, UploadItem } from './queue.ts';

/** A shorter span measures the browser's buffers, not the line. */
const SPAN_MIN = SECOND / 4;
/** A measurement of this age has the weight 1/e. */
const MEMORY = 4 * SECOND;

/** The progress and speed of an upload. */
export interface Pace {
  /** Bytes. */
  sent: number;
  /** Bytes a second, smoothed; null before the first measurement. */
  speed: number | null;
  /** The start of the current span. */
  from: { at: number; sent: number };
}

/** @param at milliseconds of a monotonic clock */
export function startPace(at: number): Pace {
  return { sent: 0, speed: null, from: { at, sent: 0 } };
}

/**
 * @param sent bytes so far
 * @param at milliseconds of the same clock
 */
export function nextPace({ speed, from }: Pace, sent: number, at: number): Pace {
  const span = at - from.at;
  if (span < SPAN_MIN) return { sent, speed, from };
  const measured = ((sent - from.sent) / span) * SECOND;
  const weight = Math.exp(-span / MEMORY);
  return {
    sent,
    speed: speed === null ? measured : weight * speed + (1 - weight) * measured,
    from: { at, sent },
  };
}

/** @returns "148.20 of 241.60 MB" */
export function sentWords(sent: number, size: number): string {
  return say(uploadStates.sent, { sent: inMegabytes(sent).replace(' MB', ''), size: inMegabytes(size) });
}

/** @returns "4.10 MB a second, about 23 seconds left"; empty before the first measurement */
export function paceWords({ sent, speed }: Pace, size: number): string {
  if (speed === null || speed < 1) return '';
  const seconds = (size - sent) / speed;
  const paceIn = (unit: keyof typeof uploadStates.pace, secondsPerUnit: number) =>
    say(uploadStates.pace[unit], {
      speed: inMegabytes(speed),
      left: Math.max(1, Math.round(seconds / secondsPerUnit)),
    });
  if (seconds < 60) return paceIn('seconds', 1);
  return seconds < 3_600 ? paceIn('minutes', 60) : paceIn('hours', 3_600);
}

/** Without progress for this long the connection is lost, although the browser reports no error. */
const SILENCE_MAX = 2 * MINUTE;

/** The outcome for one file. */
type Sent = Kept | ({ kind: 'refused' } & FileProblem) | { kind: 'cancelled' };

/** Uploads a file and reports its progress; to screen readers only the start, the half and the end. */
export async function sendFile(item: UploadItem, { isPublic, follow, tell, learn, signal }: Sending): Promise<Sent> {
  const { announce } = uploadStates;
  const { name, size } = item.file;
  let before = 0;
  follow({ kind: 'sending', pace: null });
  tell(say(announce.start, { name }));
  const onPace = (pace: Pace) => {
    if (before < size / 2 && pace.sent >= size / 2) tell(say(announce.half, { name }));
    before = pace.sent;
    follow({ kind: 'sending', pace });
  };
  // What is shared now and kept private the next time is not the same.
  const key = isPublic ? `${item.once}-public` : item.once;
  const target = { address: '/create/upload', headers: { 'idempotency-key': key } };
  const { sent, room } = await request(formOf(item, isPublic), size, onPace, signal, target);
  if (room) learn(room);
  tell(
    sent.kind === 'refused'
      ? say(announce.refused, { name, reason: sent.message })
      : say(announce[sent.kind], { name }),
  );
  return sent;
}

/** The outcome of one request. */
export interface Outcome {
  sent: Sent;
  /** Where the vault is too full. */
  room?: Room;
}

/** Where a form is sent, and with which headers. */
interface Target {
  address: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * By XMLHttpRequest: fetch reports no upload progress.
 * @param size of the file in the form, in bytes
 * @param signal stops it; nothing is saved then
 */
export function request(
  form: FormData,
  size: number,
  onPace: (pace: Pace) => void,
  signal: AbortSignal,
  { address, headers }: Target,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const sending = new XMLHttpRequest();
    let pace = startPace(performance.now());
    let silence: ReturnType<typeof setTimeout>;
    const end = (outcome: Outcome) => {
      clearTimeout(silence);
      resolve(outcome);
      sending.abort();
    };
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end(refused(say(uploadStates.connectionLost))), SILENCE_MAX);
    };
    if (signal.aborted) return end({ sent: { kind: 'cancelled' } });
    signal.addEventListener('abort', () => end({ sent: { kind: 'cancelled' } }), { once: true });
    sending.upload.onprogress = ({ loaded }) => {
      listen();
      // `loaded` includes the other fields of the form.
      pace = nextPace(pace, Math.min(loaded, size), performance.now());
      onPace(pace);
    };
    sending.onload = () =>
      end(
        readAnswer(sending.status, sending.response, {
          size,
          isFile: form.get('type') === 'file',
          isPublic: form.has('is_public'),
        }),
      );
    sending.onerror = () => end(refused(say(uploadStates.connectionLost)));
    sending.open('POST', address);
    sending.responseType = 'json';
    for (const [name, value] of Object.entries({ accept: 'application/json', ...headers }))
      sending.setRequestHeader(name, value);
    listen();
    sending.send(form);
  });
}

/** The fields come before the file, so that the server can refuse it before it is uploaded. */
function formOf({ file, title, caption, type }: UploadItem, isPublic: boolean): FormData {
  const form = new FormData();
  form.append('title', title);
  if (caption) form.append('caption', caption);
  form.append('type', type);
  if (isPublic) form.append('is_public', 'on');
  form.append('size', `${file.size}`);
  form.append('file', file);
  return form;
}

interface Answer {
  content?: { id: string; is_public?: boolean };
  code?: string;
  detail?: string;
  errors?: { field: string; message: string }[];
  /** In bytes, where the vault is too full. */
  limit?: number;
  used?: number;
}

interface Asked {
  size: number;
  isFile: boolean;
  isPublic?: boolean;
}

/**
 * @param answer the server's answer; null when it was not JSON
 * @param asked the file's size in bytes, whether its type is File, which any file can have, and whether it was to be public
 * @returns the outcome, with the remedy where there is one
 */
export function readAnswer(status: number, answer: Answer | null, asked: Asked): Outcome {
  if (status === 201 && answer?.content) {
    const isHeld = asked.isPublic && answer.content.is_public === false;
    return { sent: { kind: 'kept', id: answer.content.id, ...(isHeld && { isHeld }) } };
  }
  if (status === 401) return refused(say(formFallback['signed-out']));
  if (!answer?.detail) return refused(say(uploadStates.fault));
  const { code, detail, errors, limit, used } = answer;
  if (code === 'quota-exceeded' && limit !== undefined && used !== undefined) {
    const room = { limit, used };
    // The same text as before an upload.
    return { ...refused(noRoomWords(asked.size, room), 'room'), room };
  }
  if (code === 'plan-required') return refused(detail, 'as-private');
  if (code !== 'validation-failed') return refused(detail);
  const field = errors?.[0]?.field;
  if (field === 'title' || field === 'caption') return refused(detail, 'none', field);
  // Its bytes do not fit the chosen type.
  return refused(detail, asked.isFile ? 'none' : 'as-file');
}

function refused(message: string, remedy: Remedy = 'again', at: FileProblem['at'] = 'file'): Outcome {
  return { sent: { kind: 'refused', at, message, remedy } };
}
