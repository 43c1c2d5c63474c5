import { type ReactNode, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { Glyph } from '#app/components/glyphs.tsx';
import { inGroups } from '#app/sealed/parcel-number.ts';
import type { PrintedShare, SealedParcel } from '#app/sealed/sealing/orders.ts';
import type { Message } from '#messages/catalogue.ts';
import { sealPaper as texts } from '#messages/en/sealing.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Printed } from './sealing.tsx';
import type { Keepers } from './sheets.tsx';

interface PapersProps {
  parcel: SealedParcel;
  keepers: Keepers;
  printed: Printed;
  /** Shown before opening; empty for our own words. */
  label: string;
  onBack: () => void;
}

const strong = (words: ReactNode) => <strong>{words}</strong>;

/** The two sheets, as they are printed: one page each, on A4 or Letter. */
export function Papers({ parcel, keepers, printed, label, onBack }: PapersProps) {
  const [isLetter, setLetter] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const names = { a: keepers.a.trim() || say(texts.unnamedA), b: keepers.b.trim() || say(texts.unnamedB) };
  const common = { parcel, printed, label, names };
  return (
    <div className={isLetter ? 'sheet-desk is-letter' : 'sheet-desk'}>
      <div className="sheet-bar no-print">
        <h1 className="vh" ref={heading} tabIndex={-1}>
          {say(texts.actions)}
        </h1>
        <fieldset className="period">
          <legend className="vh">{say(texts.size)}</legend>
          <Size label={say(texts.a4)} isChosen={!isLetter} onChoose={() => setLetter(false)} />
          <Size label={say(texts.letter)} isChosen={isLetter} onChoose={() => setLetter(true)} />
        </fieldset>
        <button className="btn btn-primary" type="button" onClick={() => print()}>
          <Glyph name="print" />
          {say(texts.print)}
        </button>
        <button className="btn btn-quiet" type="button" onClick={onBack}>
          {say(texts.back)}
        </button>
      </div>
      <Paper {...common} sheet="A" other="B" keeper={keepers.a.trim()} otherKeeper={names.b} />
      <Paper {...common} sheet="B" other="A" keeper={keepers.b.trim()} otherKeeper={names.a} />
    </div>
  );
}

function Size({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label>
      <input type="radio" name="paper-size" checked={isChosen} onChange={onChoose} />
      <span>{label}</span>
    </label>
  );
}

type Sheet = 'A' | 'B';

interface PaperProps extends Pick<PapersProps, 'parcel' | 'printed' | 'label'> {
  sheet: Sheet;
  other: Sheet;
  /** Empty where no name was written. */
  keeper: string;
  otherKeeper: string;
  names: Keepers;
}

function Paper({ parcel, printed, label, sheet, other, keeper, otherKeeper, names }: PaperProps) {
  const [{ owner, day }, recipient, id] = [printed, names.a, `sheet-${sheet}`];
  return (
    <article className="paper" aria-labelledby={id}>
      <header className="paper-head">
        <div>
          <h2 className="paper-title" id={id}>
            {say(texts.heading, { sheet })}
          </h2>
          <p>{say(texts.part)}</p>
        </div>
        {keeper && (
          <p className="paper-for">
            {say(texts.for)}
            <br />
            <strong>{keeper}</strong>
          </p>
        )}
      </header>
      <p className="paper-lead">
        {sayRich(texts.lead, { owner, recipient, day, host: location.host, strong })}{' '}
        {label && say(texts.called, { label })}
      </p>
      <Key sheet={sheet} share={parcel.sheets[sheet]} />
      <div className="paper-cols">
        <Opens {...{ sheet, other, otherKeeper, owner }} />
        <Now {...{ sheet, other, recipient }} />
      </div>
      <Then {...{ other, owner, recipient }} />
      <footer className="paper-foot">
        <span>
          <ParcelNumber message={texts.number} number={parcel.number} />
        </span>
        <span>{say(texts.both)}</span>
        <span>{location.host}</span>
      </footer>
    </article>
  );
}

function Key({ sheet, share: { lines, checksum, code } }: { sheet: Sheet; share: PrintedShare }) {
  return (
    <div className="paper-key">
      <figure>
        <Code text={code} label={say(texts.code, { sheet })} />
        <figcaption>{say(texts.camera)}</figcaption>
      </figure>
      <div>
        <h3>{say(texts.typed)}</h3>
        <ol className="hex">
          {lines.map((line) => (
            <li key={line}>
              {line.split(' ').map((group, place) => (
                <span className="mono" key={place}>
                  {group}
                </span>
              ))}
            </li>
          ))}
        </ol>
        <p className="hex-check">
          {say(texts.checksum)} <span className="mono">{checksum}</span>
        </p>
      </div>
    </div>
  );
}

/** A square code. Its text is no address, so a camera sends nothing. */
function Code({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const ink = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className="qr-paper" d={`M0 0h${size}v${size}H0z`} />
      <path className="qr-ink" d={ink} />
    </svg>
  );
}

function Opens({
  sheet,
  other,
  otherKeeper: keeper,
  owner,
}: Record<'otherKeeper' | 'owner', string> & Record<'sheet' | 'other', Sheet>) {
  return (
    <section>
      <h3>{say(texts.opens)}</h3>
      <p>{sayRich(texts.two, { strong })}</p>
      <ul>
        <li>{sayRich(texts.own, { sheet, strong })}</li>
        <li>{sayRich(texts.other, { sheet: other, keeper, strong })}</li>
        <li>{say(texts.ours, { owner })}</li>
      </ul>
      <p>{say(texts.words, { owner })}</p>
    </section>
  );
}

function Now({ sheet, other, recipient }: { sheet: Sheet; other: Sheet; recipient: string }) {
  return (
    <section>
      <h3>{say(texts.now)}</h3>
      <ul>
        <li>{say(sheet === 'A' ? texts.keepA : texts.keepB, { recipient })}</li>
        <li>{say(texts.flat)}</li>
        <li>{say(texts.photo)}</li>
        <li>{say(texts.apart, { sheet: other })}</li>
      </ul>
    </section>
  );
}

function Then({ other, owner, recipient }: { other: Sheet; owner: string; recipient: string }) {
  return (
    <section className="paper-when">
      <h3>{say(texts.later)}</h3>
      <ol>
        <li>{say(texts.step1, { recipient: beginning(recipient) })}</li>
        <li>{say(texts.step2)}</li>
        <li>{say(texts.step3)}</li>
      </ol>
      <p>{sayRich(texts.gone, { strong })}</p>
      <p>{sayRich(texts.lost, { owner, sheet: other, strong })}</p>
    </section>
  );
}

/** @returns the text with a capital letter: it begins a sentence */
function beginning(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface ParcelNumberProps {
  message: Message<`${string}<mono>{number}</mono>${string}`>;
  number: string;
}

/** A sentence with the number of a parcel, in two groups. */
export function ParcelNumber({ message, number }: ParcelNumberProps) {
  return sayRich(message, { number: inGroups(number), mono: (digits) => <span className="mono">{digits}</span> });
}
