import { type ReactNode, useId } from 'react';
import { Form, useFetcher, useNavigation } from 'react-router';
import { Ask } from '#app/components/ask.tsx';
import { PlanLink } from '#app/components/plan-notice.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import type { VisibilityReply } from '#app/contents/own-content.ts';
import type { PlanNotice } from '#app/plans/notices.ts';
import type { WholeContent } from '#services/contents/read-contents.ts';

const WORDS = {
  publish: { act: 'Make Public', keep: 'Keep it private' },
  unpublish: { act: 'Make Private', keep: 'Keep it public' },
} as const;

/** What is asked: whether to show it, or whether to hide it. */
type Verb = keyof typeof WORDS;

interface QuestionProps {
  verb: Verb;
  content: Pick<WholeContent, 'id' | 'title'>;
  /** Why it cannot be shown to everyone. */
  beyond?: PlanNotice | null;
  headingId: string;
  /** The safe way out, under this label. */
  keep: (label: string) => ReactNode;
  /** What was wrong the last time. */
  problem: string | null;
}

/** Asks before something is shown to everyone or hidden again, as a page of its own. */
export function VisibilityQuestion({ verb, content, beyond, headingId, keep, problem }: QuestionProps) {
  const isBusy = useNavigation().state === 'submitting';
  if (beyond) return <BeyondPlan {...{ beyond, headingId }} way={keep('Back')} />;
  return (
    <>
      <Words {...{ verb, content, headingId, problem }} />
      <Form className="acts" method="post" action={`/content/${content.id}/${verb}`}>
        <Act verb={verb} isBusy={isBusy} />
        {keep(WORDS[verb].keep)}
      </Form>
    </>
  );
}

interface ButtonProps {
  verb: Verb;
  content: WholeContent;
  /** Why it cannot be shown to everyone. */
  beyond?: PlanNotice | null;
}

/**
 * Make Public or Make Private: asks first, in a dialog where there are scripts; disabled when it is so already, or when
 * it cannot be shared.
 */
export function VisibilityButton({ verb, content, beyond }: ButtonProps) {
  const { Form: InPlace, data, state } = useFetcher<VisibilityReply>();
  const { act, keep } = WORDS[verb];
  const isSo = content.is_public === (verb === 'publish');
  return (
    <>
      <PageToast toast={data?.toast} />
      {isSo && (
        <button className="btn btn-secondary" type="button" disabled>
          {act}
        </button>
      )}
      {!isSo && beyond && <NotShared beyond={beyond} />}
      {!isSo && !beyond && (
        <Ask to={`/content/${content.id}/${verb}`} className="btn btn-secondary" label={act}>
          {(question) => (
            <>
              <Words {...{ verb, content }} headingId={question.headingId} problem={data?.problem ?? null} />
              <InPlace className="acts" method="post" action={`/content/${content.id}/${verb}`}>
                <input type="hidden" name="in_place" value="1" />
                <Act verb={verb} isBusy={state !== 'idle'} />
                {question.keep(keep)}
              </InPlace>
            </>
          )}
        </Ask>
      )}
    </>
  );
}

function Act({ verb, isBusy }: { verb: Verb; isBusy: boolean }) {
  return (
    <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
      {WORDS[verb].act}
    </button>
  );
}

function Words({
  verb,
  content,
  headingId,
  problem,
}: Pick<QuestionProps, 'verb' | 'content' | 'headingId' | 'problem'>) {
  const title = `“${content.title || 'Untitled'}”`;
  return (
    <div className="inner stack-s">
      {verb === 'publish' ? (
        <>
          <h2 id={headingId}>Share {title} publicly?</h2>
          <p>
            Everyone will be able to see it on the Shared page, until you make it private again. For that we decrypt it
            for whoever comes: that is what publishing means.
          </p>
        </>
      ) : (
        <>
          <h2 id={headingId}>Make {title} private?</h2>
          <p>
            Are you sure? It will no longer be visible to others, at once. Whoever has seen it may have kept a copy.
          </p>
        </>
      )}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A keyboard finds it as well, and with it the reason: so it is not `disabled`. */
function NotShared({ beyond: { strong, text, link } }: { beyond: PlanNotice }) {
  const id = useId();
  return (
    <>
      <button className="btn btn-secondary" type="button" aria-disabled="true" aria-describedby={id}>
        {WORDS.publish.act}
      </button>
      <p className="hint acts-note" id={id}>
        {link && <span className="stamp">PREMIUM</span>} {strong}. {link ? <PlanLink link={link} /> : text}
      </p>
    </>
  );
}

/** For whoever comes to the question directly: why not, instead of a button that does nothing. */
function BeyondPlan({ beyond, headingId, way }: { beyond: PlanNotice; headingId: string; way: ReactNode }) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{beyond.strong}</h2>
        <p>{beyond.text}</p>
      </div>
      <div className="acts">
        <PlanLink link={beyond.link} look="btn btn-primary" />
        {way}
      </div>
    </>
  );
}
