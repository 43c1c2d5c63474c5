/** What a recipient's link shows once it is opened: everything that was sent, with a way to save it. */
import type { Absence } from '#app/http/absences.ts';
import { countOf } from '#domain/content/content.ts';
import { plainDate } from '#messages/dates.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { sayMegabytes } from '#messages/sizes.ts';
import { identified, oneLine, shownName } from '#services/mails/words.ts';
import type { OpenedDelivery } from '#services/recipients/invitations.ts';
import type { DeliveredItem } from '#services/recipients/items.ts';
import { MoreToCome, NothingMore } from './choices.tsx';
import { DeliveredBody, titleOf } from './delivered-item.tsx';
import { Postmark } from './drawings.tsx';
import { LinkForm, PageTitle, Submit } from './layout.tsx';
import { isOfSeveral, keptForYou, openUntil, setAside } from './set-aside.ts';

const TEXTS = recipientPages.opened;

/** Up to so many items fit on a screen or two. For more there is a list to choose from. */
const WITHOUT_LIST = 3;

interface OpenedProps {
  delivery: OpenedDelivery;
  /** The page's own path. */
  path: string;
  /** The files that cannot be shown now, by id. */
  absent: Readonly<Record<string, Absence>>;
}

export function OpenedPage(props: OpenedProps) {
  const { delivery } = props;
  if (delivery.origin === 'release') return <WholePage {...props} lead={setAside(delivery)} />;
  return isOfSeveral(delivery) ? <WholePage {...props} lead={keptForYou(delivery)} /> : <DeliveryPage {...props} />;
}

function DeliveryPage({ delivery, path, absent }: OpenedProps) {
  const { items, sent_on, time_zone: zone } = delivery;
  const hasLetter = items.some(({ type }) => type === 'text');
  const until = openUntil(delivery);
  return (
    <>
      <PageTitle>{titleOf(delivery)}</PageTitle>
      {items.map((item, index) => (
        <article key={index}>
          <header>
            <Postmark day={new Date(sent_on)} timeZone={zone} />
            <p className="small">
              {fromTo(delivery)}
              <br />
              {madeOn(item, zone)}
            </p>
          </header>
          <h1 dir="auto">{titleOf(item)}</h1>
          <DeliveredBody item={item} path={path} absent={absent} />
        </article>
      ))}
      <OtherPages delivery={delivery} path={path} />
      <div className="keep">
        {hasLetter && <SaveCopy path={path} />}
        <p className="small">{say(hasLetter ? TEXTS['keep-letter'] : TEXTS.keep, { until })}</p>
        <MoreToCome invitation={delivery} />
        <Extend delivery={delivery} path={path} />
        <NothingMore invitation={delivery} />
      </div>
    </>
  );
}

/** Several items, with a list of them: of a release, letters come first. */
function WholePage({ delivery, path, absent, lead }: OpenedProps & { lead: string }) {
  const { items, sent_on, time_zone: zone, sender_name } = delivery;
  const heading = say(recipientPages.release['opened-heading'], { sender: shownName(sender_name) });
  return (
    <>
      <PageTitle>{heading}</PageTitle>
      <div className="whole">
        <header>
          <Postmark day={new Date(sent_on)} timeZone={zone} />
          <p className="small">{fromTo(delivery)}</p>
        </header>
        <h1>{heading}</h1>
        <p className="lead">{lead}</p>
        <SaveAll delivery={delivery} path={path} />
        {items.length > WITHOUT_LIST && <Contents items={items} />}
      </div>
      {items.map((item, index) => (
        <article key={index} id={anchorOf(index)}>
          <h2 dir="auto">{titleOf(item)}</h2>
          <p className="small">{madeOn(item, zone)}</p>
          <DeliveredBody item={item} path={path} absent={absent} />
        </article>
      ))}
      <OtherPages delivery={delivery} path={path} />
      <div className="keep">
        <p className="small">{say(TEXTS.keep, { until: openUntil(delivery) })}</p>
        <MoreToCome invitation={delivery} />
        <Extend delivery={delivery} path={path} />
        <NothingMore invitation={delivery} />
      </div>
    </>
  );
}

/** Extends the link, where that makes it work for longer than it does. */
function Extend({ delivery: { extends_to, time_zone }, path }: Pick<OpenedProps, 'delivery' | 'path'>) {
  if (extends_to === null) return null;
  return (
    <LinkForm path={path} intent="extend">
      <Submit look="secondary">{say(TEXTS.extend, { until: plainDate(new Date(extends_to), time_zone) })}</Submit>
    </LinkForm>
  );
}

function SaveCopy({ path }: { path: string }) {
  return (
    <LinkForm path={path} intent="save">
      <Submit look="secondary">{say(TEXTS['save-copy'])}</Submit>
    </LinkForm>
  );
}

/** A file alone has a button of its own already. */
function SaveAll({ delivery, path }: Pick<OpenedProps, 'delivery' | 'path'>) {
  const { items, bytes } = delivery;
  if (countOf(delivery.types) > 1)
    return (
      <p>
        <a className="btn btn-secondary" href={`${path}/all.zip`}>
          {say(recipientPages.release['download-all'], { size: sayMegabytes(bytes) })}
        </a>
      </p>
    );
  return items[0]?.type === 'text' && <SaveCopy path={path} />;
}

/** Where not everything is on this page. */
function OtherPages({ delivery, path }: Pick<OpenedProps, 'delivery' | 'path'>) {
  const { items, from, next } = delivery;
  if (from === 0 && next === null) return null;
  return (
    <nav aria-label={say(TEXTS.pages)}>
      <p className="small">{say(TEXTS.part, { shown: items.length, count: countOf(delivery.types) })}</p>
      <p>
        {from > 0 && <a href={pageAt(path, 0)}>{say(TEXTS['first-page'])}</a>}
        {from > 0 && next !== null && ' '}
        {next !== null && <a href={pageAt(path, next)}>{say(TEXTS['next-page'])}</a>}
      </p>
    </nav>
  );
}

function pageAt(path: string, from: number): string {
  return `${path}?from=${from}`;
}

function Contents({ items }: { items: readonly DeliveredItem[] }) {
  return (
    <ol>
      {items.map((item, index) => (
        <li key={index} dir="auto">
          <a href={`#${anchorOf(index)}`}>{titleOf(item)}</a>
        </li>
      ))}
    </ol>
  );
}

function anchorOf(index: number): string {
  return `n${index + 1}`;
}

function fromTo({ sender_name, sender_email, recipient_name }: OpenedDelivery): string {
  const person = identified(sender_name, sender_email);
  const recipient = oneLine(recipient_name ?? '');
  return recipient ? say(TEXTS['from-to'], { person, recipient }) : say(TEXTS.from, { person });
}

function madeOn({ type, written_at }: DeliveredItem, zone: string): string {
  return say(TEXTS.made, { type, written: plainDate(new Date(written_at), zone) });
}
