import type { ReactNode } from 'react';
import { ContentLink } from '#app/components/content-link.tsx';
import type { PanelView } from '#app/components/upload/panel.tsx';
import type { ContentType } from '#domain/content/content.ts';
import { createNotes as texts } from '#messages/en/create-notes.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Kind } from './form-state.ts';

interface CreateNotesProps {
  kind: Kind;
  view: PanelView;
  /** Shows what waits again. */
  onBack: (type: ContentType) => void;
}

/** Notes about what the picked files changed: the type, a letter that waits, files that wait. */
export function CreateNotes({ kind, view, onBack }: CreateNotesProps) {
  const isLetter = kind.type === 'text';
  return (
    <>
      {!isLetter && !view.areSeveral && kind.reason && <p className="small soft">{kind.reason}</p>}
      {kind.letter && (
        <Waiting act={say(texts.backToLetter)} isFixed={view.isSending} onAct={() => onBack('text')}>
          {kind.letter.title.trim()
            ? say(texts.titledLetterWaits, { title: kind.letter.title.trim() })
            : say(texts.letterWaits)}
        </Waiting>
      )}
      {isLetter && view.waiting && <FilesWait waiting={view.waiting} onBack={onBack} />}
      {isLetter && view.justSaved.length > 0 && (
        <p className="note">
          <span>{sayRich(texts.letterIsBack, { files: () => <SavedLinks files={view.justSaved} /> })}</span>
        </p>
      )}
    </>
  );
}

function SavedLinks({ files }: { files: PanelView['justSaved'] }) {
  return files.map((file, index) => (
    <span key={file.id}>
      {index > 0 && ', '}
      <ContentLink {...file} />
    </span>
  ));
}

function FilesWait({
  waiting,
  onBack,
}: { waiting: NonNullable<PanelView['waiting']> } & Pick<CreateNotesProps, 'onBack'>) {
  const { count, name, type } = waiting;
  return (
    <Waiting act={say(texts.backToFiles, { count })} onAct={() => onBack(type)}>
      {say(texts.filesWait, { count, name })}
    </Waiting>
  );
}

interface WaitingProps {
  act: string;
  isFixed?: boolean;
  onAct: () => void;
  children: ReactNode;
}

function Waiting({ act, isFixed = false, onAct, children }: WaitingProps) {
  return (
    <div className="note">
      <p>{children}</p>
      {!isFixed && (
        <p>
          <button className="btn btn-secondary" type="button" onClick={onAct}>
            {act}
          </button>
        </p>
      )}
    </div>
  );
}
