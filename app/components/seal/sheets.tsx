import { useId } from 'react';
import { Glyph } from '#app/components/glyphs.tsx';
import { sealSteps } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import type { SealEvent } from './steps.ts';
import { ThreeParts } from './three-parts.tsx';

const texts = sealSteps.sheets;

/** Whose names are printed on the sheets. They leave the page on paper only. */
export interface Keepers {
  a: string;
  b: string;
}

interface SheetsStepProps {
  keepers: Keepers;
  setKeepers: (keepers: Keepers) => void;
  dispatch: (event: SealEvent) => void;
  wereShown: boolean;
}

/** Two sheets, if the person wants them. */
export function SheetsStep({ keepers, setKeepers, dispatch, wereShown }: SheetsStepProps) {
  const goOn = (withSheets: boolean) => dispatch({ kind: 'go-on', withSheets });
  return (
    <>
      <figure className="tri-fig">
        <ThreeParts />
        <figcaption>{say(texts.caption)}</figcaption>
      </figure>
      <div className="stack">
        <KeeperFields keepers={keepers} setKeepers={setKeepers} />
        <div className="row">
          <button
            className={wereShown ? 'btn btn-secondary' : 'btn btn-primary'}
            type="button"
            onClick={() => dispatch({ kind: 'show-sheets' })}
          >
            <Glyph name="print" />
            {say(texts.show)}
          </button>
          <p className="hint beside">{say(texts.names)}</p>
        </div>
      </div>
      <div className="row create-acts">
        {wereShown && (
          <button className="btn btn-primary" type="button" onClick={() => goOn(true)}>
            {say(texts.next)}
          </button>
        )}
        <button className="btn btn-quiet" type="button" onClick={() => goOn(false)}>
          {say(wereShown ? texts.without : texts.none)}
        </button>
      </div>
      <p className="hint">{say(texts.only)}</p>
    </>
  );
}

function KeeperFields({ keepers, setKeepers }: Pick<SheetsStepProps, 'keepers' | 'setKeepers'>) {
  return (
    <div className="fields-2">
      <KeeperField
        label={say(texts.forA)}
        hint={say(texts.hintA)}
        value={keepers.a}
        onChange={(a) => setKeepers({ ...keepers, a })}
      />
      <KeeperField
        label={say(texts.forB)}
        hint={say(texts.hintB)}
        value={keepers.b}
        onChange={(b) => setKeepers({ ...keepers, b })}
      />
    </div>
  );
}

interface KeeperFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

/** In no form and without a name: nothing sends it. */
function KeeperField({ label, hint, value, onChange }: KeeperFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="control"
        id={id}
        value={value}
        maxLength={60}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
