/** Seals an item that was saved open: what goes, what stays, and the steps. */
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ContentDeliveries } from '#app/components/content/deliveries.tsx';
import { Letter } from '#app/components/content/letter.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import type { OwnContent } from '#app/contents/own-content.ts';
import type { Toast } from '#app/http/toast.ts';
import type { SealOrder } from '#app/sealed/sealing/orders.ts';
import { contentVisibility } from '#messages/en/content-visibility.ts';
import { frame } from '#messages/en/frame.ts';
import { sealChoice } from '#messages/en/seal-choice.ts';
import { sealSteps, sealPage as texts } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import type { WholeContent } from '#services/contents/read-contents.ts';
import type { SealingFacts } from './sealing.tsx';
import { SealTerms } from './terms.tsx';

interface SealExistingProps {
  own: OwnContent;
  sealing: SealingFacts;
  /** The day by which copies in backups end, in words. */
  backupsEnd: string;
}

type Steps = typeof import('./sealing.tsx');

/** A person reads first what is deleted; then the browser seals, and the parcel takes the place of the open copy. */
export function SealExisting({ own, sealing, backupsEnd }: SealExistingProps) {
  const { content } = own;
  const [label, setLabel] = useState('');
  // With the version that is sealed: the page may read a newer one meanwhile.
  const [begun, setBegun] = useState<{ order: SealOrder; version: number } | null>(null);
  const { Sealing, isLost } = useSteps();
  const [toast, saved] = useEnd(content.id);
  const begin = () => setBegun({ order: orderOf(content), version: content.version });
  return (
    <>
      <PageToast toast={toast} />
      {begun && Sealing ? (
        <Sealing
          order={begun.order}
          target={{ address: `/content/${content.id}/seal/upload`, version: begun.version, label }}
          {...sealing}
          onCancel={() => setBegun(null)}
          onSaved={saved}
        />
      ) : (
        <>
          <div className="head">
            <h1>{say(texts.heading, { title: content.title || say(frame.untitled) })}</h1>
            <p className="lead">{say(texts.lead)}</p>
          </div>
          {content.is_public ? (
            <Public id={content.id} />
          ) : (
            <Before {...{ own, backupsEnd, label, setLabel, isLost }} begin={Sealing ? begin : null} />
          )}
        </>
      )}
    </>
  );
}

interface BeforeProps extends Pick<SealExistingProps, 'own' | 'backupsEnd'> {
  label: string;
  setLabel: (label: string) => void;
  isLost: boolean;
  /** Null until the steps are loaded. */
  begin: (() => void) | null;
}

/** What a person reads before it is sealed. */
function Before({ own, backupsEnd, label, setLabel, isLost, begin }: BeforeProps) {
  const { content } = own;
  return (
    <div className="form-stack">
      <SealTerms type={content.type} label={label} onLabel={setLabel}>
        <p className="hint">{say(sealChoice.hint)}</p>
      </SealTerms>
      <Goes content={content} backupsEnd={backupsEnd} />
      <Stays own={own} />
      {isLost && <p className="error">{say(sealChoice.notLoaded)}</p>}
      <noscript>
        <p className="note">{say(sealChoice.off)}</p>
      </noscript>
      <div className="row create-acts">
        <button className="btn btn-primary" type="button" disabled={!begin} onClick={() => begin?.()}>
          {say(sealChoice.seal)}
        </button>
        <Link className="btn btn-quiet" to={`/dashboard/content/${content.id}`}>
          {say(texts.cancel)}
        </Link>
      </div>
    </div>
  );
}

/** The original as its owner gets it: with the place that a camera wrote. */
function orderOf({ type, title, content, file_id, metadata }: WholeContent): SealOrder {
  const { original_filename, content_type, size } = metadata;
  if (type !== 'text') {
    // A worker that was started from bytes has no address to begin at.
    const source = new URL(`/api/content/file/${file_id}`, location.href).href;
    return { source, size, name: original_filename ?? title, type: content_type, title };
  }
  const letter = new Blob([content]);
  return { source: letter, size: letter.size, name: `${title}.txt`, type: 'text/plain;charset=utf-8', title };
}

function Public({ id }: { id: string }) {
  return (
    <div className="form-stack">
      <p className="note is-warn">
        <span>{say(texts.makePrivate)}</span>
      </p>
      <div className="row create-acts">
        <Link className="btn btn-primary" to={`/content/${id}/unpublish`}>
          {say(contentVisibility.unpublish.confirm)}
        </Link>
        <Link className="btn btn-quiet" to={`/dashboard/content/${id}`}>
          {say(texts.cancel)}
        </Link>
      </div>
    </div>
  );
}

function Goes({ content: { type, caption }, backupsEnd }: { content: WholeContent; backupsEnd: string }) {
  return (
    <section className="stack-s" aria-labelledby="h-goes">
      <h2 id="h-goes">{say(texts.gone)}</h2>
      <ul className="ticks">
        <li>{say(texts.goneOpen[type])}</li>
        {caption && (
          <li>
            {say(texts.goneNote)}
            <Letter text={caption} />
          </li>
        )}
        <li>{say(texts.goneBackups, { day: backupsEnd })}</li>
      </ul>
    </section>
  );
}

function Stays({ own: { content, pending, sent, lessened } }: { own: OwnContent }) {
  const reached = [...sent, ...lessened.filter(({ status }) => status === 'sent')];
  return (
    <section className="stack-s" aria-labelledby="h-stays">
      <h2 id="h-stays">{say(texts.stays)}</h2>
      <ul className="ticks">
        <li>{say(texts.staysPlain)}</li>
        {content.is_emergency && <li>{say(texts.staysEmergency)}</li>}
        {pending.length > 0 && (
          <li>
            {say(texts.staysPending, { count: pending.length })}
            <ContentDeliveries deliveries={pending} />
          </li>
        )}
        {reached.length > 0 && (
          <li>
            {say(texts.staysSent, { count: reached.length })}
            <ContentDeliveries deliveries={reached} />
          </li>
        )}
      </ul>
    </section>
  );
}

/** The steps are loaded after the page: what is deleted is read first. */
function useSteps(): Partial<Steps> & { isLost: boolean } {
  const [steps, setSteps] = useState<Partial<Steps>>({});
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    import('./sealing.tsx').then(setSteps, () => setLost(true));
  }, []);
  return { ...steps, isLost };
}

/** Shows that it is saved, and leads to the item: an effect of a child shows the toast before this one runs. */
function useEnd(id: string): [toast: Toast | null, saved: () => void] {
  const [toast, setToast] = useState<Toast | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (toast) navigate(`/dashboard/content/${id}`);
  }, [toast, id, navigate]);
  const saved = () =>
    setToast({ id: `seal ${performance.now()}`, kind: 'success', text: say(sealSteps.saved), isRefusal: false });
  return [toast, saved];
}
