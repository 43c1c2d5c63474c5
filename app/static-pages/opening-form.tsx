/** What a person types to open a sealed item: six words, or the lines of one sheet or two. */
import { openSealed as TEXTS } from '#messages/en/open-sealed.ts';
import { say, sayAll } from '#messages/say.ts';
import type { OpenSealedProps } from './open-sealed-page.tsx';

const NUMBERS = [1, 2, 3, 4, 5, 6];

/** No device completes, corrects or remembers what is typed here. */
const AS_TYPED = { autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const;

type FormProps = Pick<OpenSealedProps, 'sent' | 'ways'>;

/** The script takes it over: it is never sent, and hidden until then. */
export function OpeningForm({ sent, ways }: FormProps) {
  const { submit, busy, cancel, stays, none } = sayAllOf();
  return (
    <form data-part="form" noValidate hidden>
      {ways.length > 1 && <Ways sent={sent} ways={ways} />}
      <WordFields />
      <SheetFields ways="sheet two" legend={say(TEXTS.sheet.first)} id="a" />
      <SheetFields ways="two" legend={say(TEXTS.sheet.second)} id="b" />
      <div className="trouble" role="alert" data-part="trouble" hidden />
      <p>
        <button className="btn btn-primary" type="submit" data-part="submit">
          {submit}
        </button>
      </p>
      <div role="status">
        <div data-part="busy" hidden>
          <p>{busy}</p>
          <p>
            <progress aria-label={busy} data-part="progress" />{' '}
            <button className="btn btn-secondary" type="button" data-part="cancel">
              {cancel}
            </button>
          </p>
        </div>
      </div>
      <p className="small">{stays}</p>
      <details className="small">
        <summary>{none}</summary>
        <p>{sent ? say(TEXTS['none-help'], { sender: sent.sender }) : say(TEXTS['none-help-own'])}</p>
      </details>
      <p className="small">{sent ? say(TEXTS.later, { until: sent.until }) : say(TEXTS['later-own'])}</p>
    </form>
  );
}

function sayAllOf() {
  const { submit, busy, cancel, stays, none } = TEXTS;
  return sayAll({ submit, busy, cancel, stays, none });
}

function Ways({ sent, ways }: FormProps) {
  const texts = TEXTS.ways;
  const hints = {
    words: sent ? say(texts['words-hint'], { sender: sent.sender }) : say(texts['words-hint-own']),
    sheet: say(texts['sheet-hint']),
    two: say(texts['two-hint']),
  };
  return (
    <fieldset className="ways">
      <legend>{say(texts.legend)}</legend>
      {ways.map((way, index) => (
        <label key={way} className="way">
          <input type="radio" name="way" value={way} defaultChecked={index === 0} />
          <b>{say(texts[way])}</b> <span className="small">{hints[way]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function WordFields() {
  return (
    <div data-ways="words">
      <div className="word-grid">
        {NUMBERS.map((number) => (
          <div key={number} className="field" data-field>
            <label htmlFor={`word-${number}`}>{say(TEXTS.words.label, { number })}</label>
            <input
              id={`word-${number}`}
              {...AS_TYPED}
              autoCapitalize="none"
              data-word
              aria-describedby={`word-${number}-wrong`}
            />
            <span className="error" id={`word-${number}-wrong`} hidden>
              {say(TEXTS.words.unknown)}
            </span>
          </div>
        ))}
      </div>
      <p className="small">{say(TEXTS.words.hint)}</p>
    </div>
  );
}

function SheetFields({ ways, legend, id }: { ways: string; legend: string; id: string }) {
  const { camera, 'use-camera': use, 'camera-hint': hint, view, lines } = sayAllSheet();
  return (
    <fieldset data-ways={ways} data-sheet className="sheet" hidden>
      <legend>{legend}</legend>
      <div className="sheet-columns">
        <div data-camera>
          <h2>{camera}</h2>
          <video className="viewer" muted playsInline aria-label={view} hidden />
          <p>
            <button className="btn btn-secondary" type="button">
              {use}
            </button>
          </p>
          <p className="small">{hint}</p>
        </div>
        <div>
          <h2>{lines}</h2>
          {NUMBERS.map((number) => (
            <LineField key={number} number={number} id={`${id}-${number}`} />
          ))}
          <ChecksumField id={`${id}-checksum`} />
        </div>
      </div>
    </fieldset>
  );
}

function sayAllSheet() {
  const { camera, 'use-camera': use, 'camera-hint': hint, view, lines } = TEXTS.sheet;
  return sayAll({ camera, 'use-camera': use, 'camera-hint': hint, view, lines });
}

function LineField({ number, id }: { number: number; id: string }) {
  return (
    <div className="field line" data-field>
      <label htmlFor={id}>{say(TEXTS.sheet.line, { number })}</label>
      <input id={id} {...AS_TYPED} autoCapitalize="characters" data-line aria-describedby={`${id}-wrong`} />
      <svg className="right" viewBox="0 0 16 16" width="16" height="16" role="img">
        <title>{say(TEXTS.sheet['line-right'], { number })}</title>
        <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" strokeWidth="1.8" />
      </svg>
      <span className="error" id={`${id}-wrong`} hidden>
        {say(TEXTS.sheet['line-wrong'], { number })}
      </span>
    </div>
  );
}

function ChecksumField({ id }: { id: string }) {
  return (
    <div className="field line" data-field>
      <label htmlFor={id}>{say(TEXTS.sheet.checksum)}</label>
      <input id={id} {...AS_TYPED} autoCapitalize="characters" data-checksum aria-describedby={`${id}-hint`} />
      <span className="small hint" id={`${id}-hint`}>
        {say(TEXTS.sheet['checksum-hint'])}
      </span>
    </div>
  );
}
