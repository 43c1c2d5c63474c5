import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useFirstFocus } from '#app/components/checked-form.tsx';
import { Field } from '#app/components/field.tsx';
import { type FileType, GIGABYTE, inMegabytes } from '#domain/content/content.ts';
import { fileField as texts } from '#messages/en/file-field.ts';
import { uploadTexts } from '#messages/en/upload-texts.ts';
import { say, sayRich } from '#messages/say.ts';
import type { PanelHandle, PanelView } from './panel.tsx';

/** The types of the file picker; undefined for any. */
const ACCEPT = { image: 'image/*', video: 'video/*', audio: 'audio/*', file: undefined } as const;

interface FileDropProps {
  type: FileType;
  /** In bytes; null when it is not known. */
  room: { limit: number; used: number } | null;
  meta: FieldMetadata;
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
  const kinds = say(texts.kinds[type]);
  const hint = room
    ? say(texts.left, { kinds, left: inUnits(Math.max(0, room.limit - room.used)), limit: inUnits(room.limit) })
    : kinds;
  const wasPicked = wasSent && !meta.errors?.includes(say(uploadTexts['file-missing']));
  const note = wasPicked && !view.isFilled && say(texts.again);
  const focus = useFirstFocus(meta.id);
  const isWrong = Boolean(view.fileError || meta.errors);
  return (
    <Field label={say(texts.label)} hint={hint} meta={meta} error={view.fileError} note={note}>
      <div className={view.isOver ? 'drop drop-over' : 'drop'}>
        {children}
        <div className="drop-here">
          <p className="soft small with-scripts" aria-hidden="true">
            {sayRich(view.isFilled ? texts.dropMore : texts.drop, {
              drop: (words) => <span className="drop-words">{words}</span>,
              choose: (words) => <span className="u">{words}</span>,
            })}
          </p>
          <input
            {...getInputProps(meta, { type: 'file' })}
            className="drop-in"
            ref={input}
            accept={ACCEPT[type]}
            {...focus}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${meta.errorId} ${meta.descriptionId}` : meta.descriptionId}
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

/** @returns "148.20 MB", "2.5 GB" */
function inUnits(bytes: number): string {
  return bytes < GIGABYTE ? inMegabytes(bytes) : `${Number((bytes / GIGABYTE).toFixed(2))} GB`;
}
