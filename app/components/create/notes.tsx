import type { ReactNode } from 'react';
import { KeptLink } from '#app/components/kept-link.tsx';
import type { DeskView } from '#app/components/upload/desk.tsx';
import type { ContentType } from '#domain/content/content.ts';
import type { Kind } from './kind.ts';

interface CreateNotesProps {
  kind: Kind;
  view: DeskView;
  /** Goes back to what waits. */
  onBack: (type: ContentType) => void;
}

/**
 * What happened to the page by what was picked: another type than was chosen, a letter that waits for a file, a file that
 * waits for a letter. The place is there from the beginning, so that it is read aloud when something comes into it.
 */
export function CreateNotes({ kind, view, onBack }: CreateNotesProps) {
  const isLetter = kind.type === 'text';
  return (
    <div className="create-notes" role="status">
      {!isLetter && !view.areSeveral && kind.reason && <p className="small soft">{kind.reason}</p>}
      {kind.letter && (
        <Waiting act="Back to the letter" isFixed={view.isSending} onAct={() => onBack('text')}>
          Your letter{kind.letter.title.trim() && ` “${kind.letter.title.trim()}”`} is still here, every word of it. It
          comes back when this is kept.
        </Waiting>
      )}
      {isLetter && view.waiting && <FilesWait waiting={view.waiting} onBack={onBack} />}
      {isLetter && view.justKept.length > 0 && (
        <p className="note">
          <span>
            Kept:{' '}
            {view.justKept.map((file, index) => (
              <span key={file.id}>
                {index > 0 && ', '}
                <KeptLink {...file} />
              </span>
            ))}
            . Your letter is here again, as you left it.
          </span>
        </p>
      )}
    </div>
  );
}

function FilesWait({
  waiting,
  onBack,
}: { waiting: NonNullable<DeskView['waiting']> } & Pick<CreateNotesProps, 'onBack'>) {
  const { count, name, type } = waiting;
  const isOne = count === 1;
  return (
    <Waiting act={isOne ? 'Back to the file' : 'Back to the files'} onAct={() => onBack(type)}>
      {isOne ? `${name} is still here` : `${count} files are still here`}, and not kept yet. Save keeps the letter
      alone: keep {isOne ? 'the file' : 'the files'} first if you want both.
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
