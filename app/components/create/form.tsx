import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { MakeRoom } from '#app/components/make-room.tsx';
import { PlanNotice } from '#app/components/plan-notice.tsx';
import { TypeChoice } from '#app/components/type-choice.tsx';
import type { DeskHandle, DeskView, UploadDesk } from '#app/components/upload/desk.tsx';
import { FileDrop } from '#app/components/upload/file-drop.tsx';
import { controlProps, type FormField, useForm } from '#app/components/use-form.ts';
import type { PlanNotice as Notice } from '#app/plans/notices.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { DraftKey } from '#services/accounts/person-key.ts';
import type { StorageUse } from '#services/contents/storage.ts';
import { focusOn } from './fields.ts';
import { useKind } from './kind.ts';
import { LetterDraft } from './letter-draft.tsx';
import { CreateNotes } from './notes.tsx';
import { PublicBox } from './public-box.tsx';

interface CreateFormProps {
  initialType: ContentType;
  /** Tells this form from the next, so that sending it twice makes one thing. */
  once: string;
  /** For what is written and not saved yet; null when it could not be looked up. */
  draft: DraftKey | null;
  /** Null when it could not be looked up; the server judges then. */
  storage: StorageUse | null;
  result: SubmissionResult<string[]> | undefined;
  /** What is to be said of the plan: that the vault is full, and what sharing takes. */
  full: Notice | null;
  beyondSharing: Notice | null;
  /** It came back because there is no room for it: plans that would have it, perhaps none. Otherwise null. */
  roomier: readonly string[] | null;
}

const NOTHING_PICKED: DeskView = {
  areSeveral: false,
  isFilled: false,
  waiting: null,
  justKept: [],
  room: null,
  isOver: false,
  isSending: false,
  titleError: null,
  fileError: null,
};

/** One form for everything that can be kept: a letter is written in it, files are picked or dropped. */
export function CreateForm(props: CreateFormProps) {
  const { once, draft, storage, full, roomier, beyondSharing: beyond } = props;
  const { form, errors, fields, kind, view, choose, back, isPublic, setPublic, picker } = useCreateForm(props);
  const isLetter = kind.type === 'text';
  const letter = { form: form.ref, draft, wasSent: props.result !== undefined };
  const areSeveral = view.areSeveral && !isLetter;
  const title = withError(fields.title, isLetter ? null : view.titleError);
  const encType = isLetter ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
  return (
    <Form className="desk" method="post" action="/create" encType={encType} {...form}>
      <input type="hidden" name="once" value={once} />
      {full && !hasRoom(view) && <PlanNotice {...full} isApart />}
      <FormErrors errors={errors} />
      {!areSeveral && <TypeChoice chosen={kind.type} isFixed={view.isSending} onChoose={choose} />}
      <CreateNotes kind={kind} view={view} onBack={back} />
      <div hidden={areSeveral}>
        <Field label="Title" meta={title}>
          <input className="control title-in" type="text" autoComplete="off" {...controlProps(title)} />
        </Field>
      </div>
      <div hidden={!isLetter}>
        <Field label="Message" note={<MessageNote text={fields.content.value} {...letter} />} meta={fields.content}>
          <textarea className="control letter-in" rows={12} {...controlProps(fields.content)} />
        </Field>
      </div>
      <div hidden={isLetter}>
        <FileDrop
          type={kind.type === 'text' || areSeveral ? 'file' : kind.type}
          room={view.room ?? storage}
          meta={withError(fields.file, view.fileError)}
          view={view}
          {...picker}
        />
      </div>
      {roomier && <MakeRoom plans={roomier} />}
      <PublicBox
        {...{ isPublic, beyond }}
        wasAnswered={fields.is_public.initialValue === 'on'}
        onChange={setPublic}
        errors={fields.is_public.errors}
      />
      <Acts isSending={view.isSending} />
    </Form>
  );
}

/** A letter goes its own way; files go through the desk, and without it as the form itself sends them. */
function useCreateForm({ initialType, storage, result }: CreateFormProps) {
  const { form, errors, fields } = useForm({
    id: 'letter-form',
    fields: ['title', 'content', 'file', 'is_public'],
    result,
    schema: async () => (await import('#domain/content/content.schema.ts')).createTextSchema,
  });
  const kind = useKind(initialType, form.ref);
  const [isPublic, setPublic] = useState(false);
  const [view, setView] = useState(NOTHING_PICKED);
  const desk = useRef<DeskHandle>(null);
  const Desk = useDesk(kind.type !== 'text');
  const onSubmit = (event: FormEvent) => {
    if (kind.type === 'text') return form.onSubmit(event);
    if (!desk.current) return;
    event.preventDefault();
    desk.current.save();
  };
  const choose = (type: ContentType) => {
    if (desk.current) desk.current.turn(type);
    else kind.choose(type);
  };
  const back = (type: ContentType) => {
    choose(type);
    // The button that had the focus is gone; what it leads to is shown only then.
    const control = type === 'text' ? '[name=content]' : '[type=file]';
    requestAnimationFrame(() => focusOn(form.ref, control));
  };
  const given = { form: form.ref, kind, room: storage, isPublic, setPublic };
  const picker = {
    desk,
    wasSent: result !== undefined,
    children: Desk && <Desk handle={desk} onView={setView} {...given} />,
  };
  return { form: { ...form, onSubmit }, errors, fields, kind, view, choose, back, isPublic, setPublic, picker };
}

/** Fetches what shows and sends files when somebody turns to files; where that fails, the form does without. */
function useDesk(isWanted: boolean): typeof UploadDesk | null {
  const [Desk, setDesk] = useState<typeof UploadDesk | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const fetchDesk = () =>
      import('#app/components/upload/desk.tsx').then(
        (module) => setDesk(() => module.UploadDesk),
        () => {},
      );
    if (isWanted) fetchDesk();
    else addEventListener('dragenter', fetchDesk, stop);
    return () => stop.abort();
  }, [isWanted]);
  return Desk;
}

function Acts({ isSending }: { isSending: boolean }) {
  const isBusy = useNavigation().formAction === '/create' || isSending;
  return (
    <div className="row create-acts">
      <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        Save
      </button>
      <Link className="btn btn-quiet" to="/dashboard">
        Cancel
      </Link>
    </div>
  );
}

/** Some was made since the page came. */
function hasRoom({ room }: DeskView): boolean {
  return room !== null && room.used < room.limit;
}

function withError(meta: FormField, error: string | null): FormField {
  return error ? { ...meta, errors: [error] } : meta;
}

type MessageNoteProps = { text: string | undefined } & Omit<Parameters<typeof LetterDraft>[0], 'letter'>;

function MessageNote({ text, ...written }: MessageNoteProps) {
  const words = text?.match(/\S+/gu)?.length ?? 0;
  return (
    <>
      {words > 0 && `${new Intl.NumberFormat('en-GB').format(words)} ${words === 1 ? 'word' : 'words'}. `}Only you can
      read it, until you send or share it. <LetterDraft {...written} letter="new" />
    </>
  );
}
