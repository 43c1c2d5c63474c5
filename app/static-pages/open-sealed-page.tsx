/**
 * The page that opens a sealed item: for those who were sent it, and for its owner. The only static page with a script. All
 * its texts and states are written here; the script (app/sealed/opening/page.ts) shows and hides them.
 */
import { inGroups } from '#app/sealed/parcel-number.ts';
import { directionOf } from '#domain/language.ts';
import { plainDate } from '#messages/dates.ts';
import { openSealed as TEXTS } from '#messages/en/open-sealed.ts';
import { currentLocale, say, sayAll, sayRich } from '#messages/say.ts';
import { sayMegabytes } from '#messages/sizes.ts';
import { Postmark, SealedEnvelope } from './drawings.tsx';
import { PageTitle } from './layout.tsx';
import { OpeningForm } from './opening-form.tsx';

export type OpeningWay = 'words' | 'sheet' | 'two';

/** Who sent it, and when. */
export interface Sent {
  /** Null for its owner. */
  sender: string;
  recipient: string;
  /** From whom it is and to whom, as a sentence. */
  from: string;
  sentOn: Date;
  /** The sender's, in which days are said. */
  timeZone: string;
  /** How long the link works, as a part of a sentence. */
  until: string;
}

export interface OpenSealedProps {
  /** As JSON, for the script. */
  config: string;
  /** Null for its owner. */
  sent: Sent | null;
  label: string;
  /** Written out. */
  sealedOn: string;
  /** That is printed on its sheets. */
  number: string;
  /** What can open it; `sheet` together with our share. */
  ways: readonly OpeningWay[];
  /** Of content.age, in bytes. */
  size: number;
  parcelHref: string;
}

export function OpenSealedPage(props: OpenSealedProps) {
  return (
    <div className="opening" data-part="opening" data-config={props.config}>
      <PageTitle>{say(TEXTS.title)}</PageTitle>
      <section data-part="asking">
        <SealedEnvelope />
        {/* In Arabic our own words decide, not the name that they begin with. */}
        <h1 dir={directionOf(currentLocale()) === 'rtl' ? 'rtl' : 'auto'}>{headingOf(props)}</h1>
        <p className="lead">{leadOf(props)}</p>
        <WithoutScript {...props} />
        <OpeningForm {...props} />
      </section>
      <Opened {...props} />
      <Faults number={props.number} />
    </div>
  );
}

function headingOf({ sent, label }: OpenSealedProps): string {
  if (!sent) return say(TEXTS['heading-own'], { label });
  const { sender, recipient } = sent;
  return recipient ? say(TEXTS['heading-named'], { sender, recipient }) : say(TEXTS.heading, { sender });
}

function leadOf({ sent, label, sealedOn }: OpenSealedProps): string {
  return sent
    ? say(TEXTS.lead, { label, sealed: sealedOn, sent: plainDate(sent.sentOn, sent.timeZone) })
    : say(TEXTS['lead-own'], { sealed: sealedOn });
}

/** Until the script has run: where there is none, or the browser is too old for it. */
function WithoutScript({ size, parcelHref }: OpenSealedProps) {
  const { heading, lead, steps } = sayAll(TEXTS['without-script']);
  return (
    <section data-part="without-script">
      <h2>{heading}</h2>
      <p>{lead}</p>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p>
        <a className="btn btn-secondary" href={parcelHref}>
          {say(TEXTS.download, { size: sayMegabytes(size) })}
        </a>
      </p>
    </section>
  );
}

function Opened({ sent, parcelHref }: OpenSealedProps) {
  const { verified, 'verified-while': whileRead, save, print, parcel } = sayAllOpened();
  return (
    <article className="thing-opened" data-part="opened" hidden>
      <p className="well" data-part="verified">
        {verified}
      </p>
      <p className="well" data-part="verified-while" hidden>
        {whileRead}
      </p>
      <header>
        {sent && <Postmark day={sent.sentOn} timeZone={sent.timeZone} />}
        <p className="small">
          {sent && (
            <>
              {sent.from}
              <br />
            </>
          )}
          {sayRich(TEXTS.opened.sealed, { day: (words) => <span data-part="sealed-on">{words}</span> })}
        </p>
      </header>
      <h1 className="opened-title" dir="auto" tabIndex={-1} data-part="title">
        {say(TEXTS.title)}
      </h1>
      <p className="small" data-part="renamed">
        {sayRich(TEXTS.opened.renamed, { label: (words) => <bdi data-part="before">{words}</bdi> })}
      </p>
      <div className="thing" data-part="shown" />
      <p data-part="not-shown" hidden>
        {sayRich(TEXTS.opened['not-shown'], { name: (words) => <bdi data-part="name">{words}</bdi> })}
      </p>
      <div className="keep">
        <p>
          <a className="btn btn-secondary" href={parcelHref} data-part="save">
            {save}
          </a>{' '}
          <button className="btn btn-quiet" type="button" data-part="print">
            {print}
          </button>{' '}
          <a className="btn btn-quiet" href={parcelHref}>
            {parcel}
          </a>
        </p>
        <p className="small">{sent ? say(TEXTS.opened.foot, { until: sent.until }) : say(TEXTS.opened['foot-own'])}</p>
      </div>
    </article>
  );
}

function sayAllOpened() {
  const { verified, 'verified-while': whileRead, save, print, parcel } = TEXTS.opened;
  return sayAll({ verified, 'verified-while': whileRead, save, print, parcel });
}

/** What the script says when something does not fit. */
function Faults({ number: ungrouped }: { number: string }) {
  const number = inGroups(ungrouped);
  const { 'wrong-words': wrongWords, 'wrong-shares': wrongShares, ...faults } = TEXTS.faults;
  const { 'too-long': tooLong, cancelled, unplayable } = TEXTS;
  const { 'other-item': otherItem, ...camera } = TEXTS.camera;
  const texts: [string, string][] = [
    ...Object.entries(sayAll(faults)).map(([name, text]): [string, string] => [`fault-${name}`, text]),
    ['fault-wrong-words', say(wrongWords, { number })],
    ['fault-wrong-shares', say(wrongShares, { number })],
    ['camera-other-item', say(otherItem, { number })],
    ...Object.entries(sayAll({ 'too-long': tooLong, cancelled, unplayable })),
    ...Object.entries(sayAll(camera)).map(([name, text]): [string, string] => [`camera-${name}`, text]),
  ];
  return texts.map(([name, text]) => (
    <template key={name} data-text={name}>
      <p>{text}</p>
    </template>
  ));
}
