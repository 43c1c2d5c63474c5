import type { FileType } from '#domain/content/content.ts';
import { MINUTE } from '#domain/time/durations.ts';

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
export type Sent =
  | { kind: 'kept'; id: string }
  | { kind: 'refused'; at: 'title' | 'file'; message: string }
  | { kind: 'cancelled' };

const LOST = 'The connection was lost, and nothing of this file was kept. Everything is still here: please try again.';
const SIGNED_OUT = 'You are signed out. Sign in in another tab, then try again here: nothing you entered is lost.';
const OURS = 'Something went wrong on our side, and the file was not kept. Please try again in a moment.';

/**
 * Sends a file to be kept. By XMLHttpRequest, because fetch does not tell how far a sending is.
 * @param onProgress is told how many bytes of the file have gone out
 * @param signal ends it; nothing is kept then
 */
export function sendFile(what: Sending, onProgress: (sent: number) => void, signal: AbortSignal): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end(refused(LOST)), SILENCE_MAX);
    };
    const cancel = () => end({ kind: 'cancelled' });
    const end = (sent: Sent) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', cancel);
      resolve(sent);
      request.abort();
    };
    signal.addEventListener('abort', cancel);
    request.upload.onprogress = ({ loaded }) => {
      listen();
      onProgress(Math.min(loaded, what.file.size));
    };
    request.onload = () => end(readAnswer(request.status, request.response));
    request.onerror = () => end(refused(LOST));
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

function refused(message: string, at: 'title' | 'file' = 'file'): Sent {
  return { kind: 'refused', at, message };
}
