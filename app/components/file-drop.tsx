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
  onPick: (files: File[]) => void;
  /** What is shown of what was picked. */
  children: ReactNode;
}

/** The picker: a place to drop files on, and an ordinary field without scripts. */
export function FileDrop({ type, room, meta, isFilled, isOver, onPick, children }: FileDropProps) {
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
    take();
  }, []);
  const hint = (
    <>
      {FILE_HINTS[type]}
      {room && `. ${inMegabytes(leftIn(room))} of your ${inMegabytes(room.limit)} are left.`}
    </>
  );
  const described = [meta.errors && meta.errorId, meta.descriptionId].filter(Boolean).join(' ');
  return (
    <Field label="File" hint={hint} meta={meta}>
      <div className={isOver ? 'drop drop-over' : 'drop'}>
        {children}
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
          aria-describedby={described}
          onChange={take}
        />
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
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(false);
      const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
      const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory).map((item) => item.getAsFile());
      newest.current(
        files.filter((file) => file !== null),
        files.length < items.length,
      );
    };
    addEventListener('dragover', over, stop);
    addEventListener('dragleave', leave, stop);
    addEventListener('drop', drop, stop);
    return () => stop.abort();
  }, []);
  return isOver;
}
