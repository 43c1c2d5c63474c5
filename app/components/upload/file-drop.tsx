import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Field } from '#app/components/field.tsx';
import type { FormField } from '#app/components/use-form.ts';
import { type FileType, GIGABYTE, inMegabytes, NO_FILE } from '#domain/content/content.ts';
import type { DeskHandle, DeskView } from './desk.tsx';

/** What the picker offers; anything where nothing is said. */
const ACCEPT = { image: 'image/*', video: 'video/*', audio: 'audio/*', file: undefined } as const;
const HINTS = { image: 'JPG, PNG, GIF', video: 'MP4, MOV, AVI', audio: 'MP3, WAV, OGG', file: 'Any file' } as const;

interface FileDropProps {
  type: FileType;
  /** Bytes that the vault may hold and holds; null when that is not known. */
  room: { limit: number; used: number } | null;
  meta: FormField;
  view: DeskView;
  /** Whether the form comes back from the server. */
  wasSent: boolean;
  desk: RefObject<DeskHandle | null>;
  /** What is made of what was picked; until it is there, the field holds it. */
  children: ReactNode;
}

/** The picker: a place to drop files on, and an ordinary field without scripts. */
export function FileDrop({ type, room, meta, view, wasSent, desk, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    if (!input.current || !desk.current || files.length === 0) return;
    // The same file can be picked again after it was removed.
    input.current.value = '';
    desk.current.add(files);
  };
  const hasDesk = Boolean(children);
  useEffect(() => {
    if (!input.current || !hasDesk) return;
    // One file is what the form can carry by itself.
    input.current.multiple = true;
    take();
  }, [hasDesk]);
  const left = room && ` ${inUnits(Math.max(0, room.limit - room.used))} of your ${inUnits(room.limit)} are left.`;
  const wasPicked = wasSent && !meta.errors?.includes(NO_FILE);
  const note = wasPicked && !view.isFilled && 'Please choose the file again: a page cannot keep it for you.';
  return (
    <Field label="File" hint={left ? `${HINTS[type]}.${left}` : HINTS[type]} meta={meta} note={note}>
      <div className={view.isOver ? 'drop drop-over' : 'drop'}>
        {children}
        <div className="drop-here">
          <p className="soft small with-scripts" aria-hidden="true">
            <span className="drop-words">{view.isFilled ? 'Drop more here, or ' : 'Drop it here, or '}</span>
            <span className="u">{view.isFilled ? 'choose another file' : 'choose a file'}</span>
          </p>
          <input
            className="drop-in"
            type="file"
            ref={input}
            id={meta.id}
            name={meta.name}
            accept={ACCEPT[type]}
            // biome-ignore lint/a11y/noAutofocus: where a form that came back begins, as for every field of controlProps
            autoFocus={meta.isFirstWrong}
            aria-invalid={meta.errors ? true : undefined}
            aria-describedby={[meta.errors && meta.errorId, meta.descriptionId].filter(Boolean).join(' ')}
            onChange={take}
          />
        </div>
      </div>
    </Field>
  );
}

/** Megabytes are what files are measured in; whole vaults hold more. */
function inUnits(bytes: number): string {
  return bytes < GIGABYTE ? inMegabytes(bytes) : `${(bytes / GIGABYTE).toFixed(2)} GB`;
}
