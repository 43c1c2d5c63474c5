import { SIGNED_OUT } from '#app/http/lost-line.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { type FileProblem, noRoomWords, type Remedy, type Room } from './files.ts';
import { nextPace, type Pace, startPace } from './pace.ts';
import type { Sending, UploadItem } from './queue.ts';

/** A line on which nothing moves for so long is lost, whatever the browser still hopes for. */
const SILENCE_MAX = 2 * MINUTE;

/** How the sending of one file ended. */
type Sent = { kind: 'kept'; id: string } | ({ kind: 'refused' } & FileProblem) | { kind: 'cancelled' };

const CONNECTION_LOST =
  'The connection was lost, and nothing of this file was kept. Everything is still here: please try again.';
const OURS = 'Something went wrong on our side, and the file was not kept. Please try again in a moment.';

/** Sends a file to be kept, and tells how far it is; to screen readers its beginning, its half and its end. */
export async function sendFile(item: UploadItem, { isPublic, follow, tell, learn, signal }: Sending): Promise<Sent> {
  const { name, size } = item.file;
  let before = 0;
  follow({ kind: 'sending', pace: null });
  tell(`Keeping ${name}.`);
  const onPace = (pace: Pace) => {
    if (before < size / 2 && pace.sent >= size / 2) tell(`Half of ${name} is sent.`);
    before = pace.sent;
    follow({ kind: 'sending', pace });
  };
  const { sent, room } = await request(formOf(item, isPublic), size, onPace, signal);
  if (room) learn(room);
  tell(`${name}: ${sent.kind === 'refused' ? sent.message : `${sent.kind}.`}`);
  return sent;
}

/** What came of a sending, and what room there is where it was refused for want of it. */
interface Outcome {
  sent: Sent;
  room?: Room;
}

/** By XMLHttpRequest, because fetch does not tell how far a sending is. */
function request(form: FormData, size: number, onPace: (pace: Pace) => void, signal: AbortSignal): Promise<Outcome> {
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
      silence = setTimeout(() => end(refused(CONNECTION_LOST)), SILENCE_MAX);
    };
    if (signal.aborted) return end({ sent: { kind: 'cancelled' } });
    signal.addEventListener('abort', () => end({ sent: { kind: 'cancelled' } }), { once: true });
    sending.upload.onprogress = ({ loaded }) => {
      listen();
      // The form around the file counts a little, too.
      pace = nextPace(pace, Math.min(loaded, size), performance.now());
      onPace(pace);
    };
    sending.onload = () =>
      end(readAnswer(sending.status, sending.response, { size, isFile: form.get('type') === 'file' }));
    sending.onerror = () => end(refused(CONNECTION_LOST));
    sending.open('POST', '/create/upload');
    sending.responseType = 'json';
    sending.setRequestHeader('accept', 'application/json');
    listen();
    sending.send(form);
  });
}

/** What is said about a file comes before it: then the server can refuse it before it has come. */
function formOf({ file, title, type }: UploadItem, isPublic: boolean): FormData {
  const form = new FormData();
  form.append('title', title);
  form.append('type', type);
  if (isPublic) form.append('is_public', 'on');
  form.append('size', `${file.size}`);
  form.append('file', file);
  return form;
}

interface Answer {
  content?: { id: string };
  code?: string;
  detail?: string;
  errors?: { field: string; message: string }[];
  /** Bytes, where there was no room. */
  limit?: number;
  used?: number;
}

/**
 * @param answer what the server said, null when that was not JSON
 * @param asked how long it is in bytes, and whether it was to be kept as a File, which anything can be
 * @returns what came of the sending, and what helps
 */
export function readAnswer(status: number, answer: Answer | null, asked: { size: number; isFile: boolean }): Outcome {
  if (status === 201 && answer?.content) return { sent: { kind: 'kept', id: answer.content.id } };
  if (status === 401) return refused(SIGNED_OUT);
  if (!answer?.detail) return refused(OURS);
  const { code, detail, errors, limit, used } = answer;
  if (code === 'quota-exceeded' && limit !== undefined && used !== undefined) {
    const room = { limit, used };
    // In the words that the page has for it before anything is sent.
    return { ...refused(noRoomWords(asked.size, room), 'room'), room };
  }
  if (code === 'plan-required') return refused(detail, 'as-private');
  if (code !== 'validation-failed') return refused(detail);
  if (errors?.[0]?.field === 'title') return refused(detail, 'none', 'title');
  // The bytes of a file are what they are: only its type can be another.
  return refused(detail, asked.isFile ? 'none' : 'as-file');
}

function refused(message: string, remedy: Remedy = 'again', at: FileProblem['at'] = 'file'): Outcome {
  return { sent: { kind: 'refused', at, message, remedy } };
}
