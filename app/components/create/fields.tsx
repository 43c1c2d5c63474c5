/** The fields of the create form. */
import { type FieldMetadata, getInputProps, getTextareaProps } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { useFirstFocus } from '#app/components/checked-form.tsx';
import { Field, TextField } from '#app/components/field.tsx';
import { FileDrop } from '#app/components/upload/file-drop.tsx';
import { createForm as texts } from '#messages/en/create-form.ts';
import { say } from '#messages/say.ts';
import { LetterDraft } from './letter-draft.tsx';

interface TitleFieldProps {
  meta: FieldMetadata;
  /** The error that the upload panel found. */
  error: string | null;
  isHidden: boolean;
}

export function TitleField({ meta, error, isHidden }: TitleFieldProps) {
  const wrong = error && { 'aria-invalid': true, 'aria-describedby': meta.errorId };
  return (
    <div hidden={isHidden}>
      <Field label={say(texts.title)} meta={meta} error={error}>
        <input
          {...getInputProps(meta, { type: 'text' })}
          className="control title-in"
          autoComplete="off"
          {...useFirstFocus(meta.id)}
          {...wrong}
        />
      </Field>
    </div>
  );
}

interface MessageFieldProps {
  meta: FieldMetadata;
  error: string | undefined;
  isHidden: boolean;
  note: ReactNode;
}

export function MessageField({ meta, error, isHidden, note }: MessageFieldProps) {
  const wrong = error && { 'aria-invalid': true, 'aria-describedby': meta.errorId };
  return (
    <div hidden={isHidden}>
      <Field label={say(texts.message)} note={note} meta={meta} error={error ?? null}>
        <textarea
          className="control letter-in"
          rows={12}
          {...getTextareaProps(meta)}
          {...useFirstFocus(meta.id)}
          {...wrong}
        />
      </Field>
    </div>
  );
}

export function FileField({ isHidden, ...drop }: ComponentProps<typeof FileDrop> & { isHidden: boolean }) {
  return (
    <div hidden={isHidden}>
      <FileDrop {...drop} />
    </div>
  );
}

export function NoteField({ meta, isHidden }: Pick<TitleFieldProps, 'meta' | 'isHidden'>) {
  return (
    <div hidden={isHidden}>
      <TextField label={say(texts.caption)} optional rows={3} meta={meta} />
    </div>
  );
}

type MessageNoteProps = { text: string | undefined } & Omit<Parameters<typeof LetterDraft>[0], 'letter'>;

export function MessageNote({ text, ...written }: MessageNoteProps) {
  const count = text?.match(/\S+/gu)?.length ?? 0;
  return (
    <>
      {count > 0 && `${say(texts.words, { count })} `}
      {`${say(texts.privacy)} `}
      <LetterDraft {...written} letter="new" />
    </>
  );
}
