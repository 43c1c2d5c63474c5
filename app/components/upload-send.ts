import type { FileType } from '#domain/content/content.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { CONNECTION_LOST, type FileProblem } from './create-files.ts';
import { nextPace, type Pace, startPace } from './upload-pace.ts';

/** A line on which nothing moves for so long is lost, whatever the browser still hopes for. */
const SILENCE_MAX = 2 * MINUTE;

/** One file, and what is said about it. */
export interface Sending {
  file: File;
  title: string;
  type: FileType;
  isPublic: boolean;
}

/** How the sending of one file ended. */
export type Sent = { kind: 'kept'; id: string } | ({ kind: 'refused' } & FileProblem) | { kind: 'cancelled' };

const SIGNED_OUT = 'You are signed out. Sign in in another tab, then try again here: nothing you entered is lost.';
const OURS = 'Something went wrong on our side, and the file was not kept. Please try again in a moment.';

/**
 * Sends a file to be kept. By XMLHttpRequest, because fetch does not tell how far a sending is.
 * @param onPace is told how far it is, and how fast it goes
 * @param signal ends it; nothing is kept then
 */
export function sendFile(what: Sending, onPace: (pace: Pace) => void, signal: AbortSignal): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let pace = startPace(performance.now());
    let silence: ReturnType<typeof setTimeout>;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end(refused(CONNECTION_LOST)), SILENCE_MAX);
    };
    const cancel = () => end({ kind: 'cancelled' });
    const end = (sent: Sent) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', cancel);
      resolve(sent);
      request.abort();
    };
    if (signal.aborted) return resolve({ kind: 'cancelled' });
    signal.addEventListener('abort', cancel);
    request.upload.onprogress = ({ loaded }) => {
      listen();
      // The form around the file counts a little, too.
      pace = nextPace(pace, Math.min(loaded, what.file.size), performance.now());
      onPace(pace);
    };
    request.onload = () => end(readAnswer(request.status, request.response));
    request.onerror = () => end(refused(CONNECTION_LOST));
    request.open('POST', '/create/upload');
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    listen();
    request.send(formOf(what));
  });
}

/** What is said about a file comes before it: then the server can refuse it before it has come. */
function formOf({ file, title, type, isPublic }: Sending): FormData {
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
  detail?: string;
  errors?: { field: string; message: string }[];
}

function readAnswer(status: number, answer: Answer | null): Sent {
  if (status === 201 && answer?.content) return { kind: 'kept', id: answer.content.id };
  if (status === 401) return refused(SIGNED_OUT);
  const isTitle = answer?.errors?.[0]?.field === 'title';
  return refused(answer?.detail ?? OURS, isTitle ? 'title' : 'file');
}

function refused(message: string, at: FileProblem['at'] = 'file'): Sent {
  return { kind: 'refused', at, message };
}
