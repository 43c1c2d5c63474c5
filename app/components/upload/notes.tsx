import { type RefObject, useEffect, useState } from 'react';
import { isCameraName } from '#domain/content/camera-name.ts';
import type { FileType } from '#domain/content/content.ts';
import { seldomShownFormat } from '#domain/content/media.ts';
import { fileNotes } from '#messages/en/uploads.ts';
import { say } from '#messages/say.ts';

interface FileNotesProps {
  file: File;
  type: FileType;
  /** As it is now. */
  title: string;
}

/** What to know before a file is saved: a title that says nothing, a format that few devices show, a hidden location. */
export function FileNotes({ file: { name }, type, title }: FileNotesProps) {
  const format = seldomShownFormat(name);
  const isMedia = type !== 'file';
  return (
    <div className="stack-s small soft file-notes">
      {isCameraName(title) && <p>{say(fileNotes.cameraName, { title: title.trim() })}</p>}
      {format && isMedia && <p>{say(fileNotes.seldomShown[type], { format })}</p>}
      {(type === 'image' || type === 'video') && <p>{say(fileNotes.location)}</p>}
    </div>
  );
}

/** @returns the title in the form, as it is typed */
export function useTypedTitle(form: RefObject<HTMLFormElement | null>): string {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>('[name=title]');
    if (!input) return;
    const stop = new AbortController();
    const read = () => setTitle(input.value);
    read();
    input.addEventListener('input', read, stop);
    return () => stop.abort();
  }, [form]);
  return title;
}
