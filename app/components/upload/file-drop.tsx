import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Field } from '#app/components/field.tsx';
import type { FormField } from '#app/components/use-form.ts';
import { type FileType, GIGABYTE, inMegabytes, NO_FILE } from '#domain/content/content.ts';
import type { PanelHandle, PanelView } from './panel.tsx';

/** The types of the file picker; undefined for any. */
const ACCEPT = { image: 'image/*', video: 'video/*', audio: 'audio/*', file: undefined } as const;
const HINTS = { image: 'JPG, PNG, GIF', video: 'MP4, MOV, AVI', audio: 'MP3, WAV, OGG', file: 'Any file' } as const;

interface FileDropProps {
  type: FileType;
  /** In bytes; null when it is not known. */
  room: { limit: number; used: number } | null;
  meta: FormField;
  view: PanelView;
  /** Whether the server returned the form with errors. */
  wasSent: boolean;
  panel: RefObject<PanelHandle | null>;
  /** The upload panel; the field holds the file until it is loaded. */
  children: ReactNode;
}

/** A file field that files can be dropped on; without scripts an ordinary one. */
export function FileDrop({ type, room, meta, view, wasSent, panel, children }: FileDropProps) {
  const { input, take } = useFileInput(panel, Boolean(children));
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

/** Gives picked files to the panel; until the panel is loaded the field holds them. */
function useFileInput(panel: RefObject<PanelHandle | null>, hasPanel: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    if (!input.current || !panel.current || files.length === 0) return;
    // So that a removed file can be picked again.
    input.current.value = '';
    panel.current.add(files);
  };
  useEffect(() => {
    if (!input.current || !hasPanel) return;
    // Without the panel the form can send only one file.
    input.current.multiple = true;
    take();
  }, [hasPanel]);
  return { input, take };
}

/** @returns "148.20 MB", "2.50 GB" */
function inUnits(bytes: number): string {
  return bytes < GIGABYTE ? inMegabytes(bytes) : `${(bytes / GIGABYTE).toFixed(2)} GB`;
}
