import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FileType, inMegabytes } from '#domain/content/content.ts';
import { ACCEPT, FILE_HINTS, leftIn, type Room } from './create-files.ts';
import { Field } from './field.tsx';
import type { FormField } from './use-form.ts';

interface FileDropProps {
  type: FileType;
  room: Room | null;
  meta: FormField;
  /** Whether something is picked already. */
  isFilled: boolean;
  /** Whether files are being dragged over the page. */
  isOver: boolean;
  /** What helps those without scripts. */
  note: ReactNode;
  onPick: (files: File[]) => void;
  /** What is shown of what was picked. */
  children: ReactNode;
}

/** The picker: a place to drop files on, and an ordinary field without scripts. */
export function FileDrop({ type, room, meta, isFilled, isOver, note, onPick, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    // What was taken is ours now; the same file can be picked again after it was removed.
    if (input.current) input.current.value = '';
    if (files.length > 0) onPick(files);
  };
  useEffect(() => {
    // A form without scripts carries one file.
    if (input.current) input.current.multiple = true;
    // Picked before the scripts ran.
    take();
  }, []);
  const hint = room
    ? `${FILE_HINTS[type]}. ${inMegabytes(leftIn(room))} of your ${inMegabytes(room.limit)} are left.`
    : FILE_HINTS[type];
  return (
    <Field label="File" hint={hint} meta={meta} note={note && <span className="with-none">{note}</span>}>
      <div className={isOver ? 'drop drop-over' : 'drop'}>
        {children}
        <div className="drop-here">
          <p className="soft small with-scripts" aria-hidden="true">
            {isFilled ? 'Drop more here, or ' : 'Drop it here, or '}
            <span className="u">{isFilled ? 'choose another file' : 'choose a file'}</span>
          </p>
          <input
            className="drop-in"
            type="file"
            ref={input}
            id={meta.id}
            name={meta.name}
            accept={ACCEPT[type]}
            aria-invalid={meta.errors ? true : undefined}
            aria-describedby={[meta.errors && meta.errorId, meta.descriptionId].filter(Boolean).join(' ')}
            onChange={take}
          />
        </div>
      </div>
    </Field>
  );
}

/**
 * Takes files that are dropped anywhere on the page, which the browser would open instead.
 * @param onDrop is told the files, and whether there was a folder among them, which cannot be kept
 * @returns whether files are being dragged over the page
 */
export function useDroppedFiles(onDrop: (files: File[], hasFolder: boolean) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useRef(onDrop);
  useEffect(() => {
    newest.current = onDrop;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = (name: 'dragover' | 'drop', act: (transfer: DataTransfer) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          act(event.dataTransfer);
        },
        stop,
      );
    listen('dragover', () => setOver(true));
    listen('drop', ({ items }) => {
      setOver(false);
      const dropped = [...items].filter(({ kind }) => kind === 'file');
      const whole = dropped.filter((item) => !item.webkitGetAsEntry()?.isDirectory);
      const files = whole.map((item) => item.getAsFile()).filter((file) => file !== null);
      newest.current(files, whole.length < dropped.length);
    });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), stop);
    return () => stop.abort();
  }, []);
  return isOver;
}
