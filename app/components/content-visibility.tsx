import { type ReactNode, useId } from 'react';
import { Form, useFetcher, useNavigation } from 'react-router';
import type { VisibilityReply } from '#app/http/visibility.ts';
import { PLANS } from '#domain/subscription/plan.ts';
import type { StorageUse } from '#services/contents/queries.ts';
import type { WholeContent } from '#services/contents/read-contents.ts';
import { Ask } from './content-ask.tsx';
import { PageToast } from './toasts.tsx';

type Plan = Pick<StorageUse, 'plan' | 'publicSharing'>;

const WORDS = {
  publish: { act: 'Make Public', keep: 'Keep it private' },
  unpublish: { act: 'Make Private', keep: 'Keep it public' },
} as const;

/** What is asked: whether to show it, or whether to hide it. */
type Verb = keyof typeof WORDS;

interface QuestionProps {
  verb: Verb;
  content: Pick<WholeContent, 'id' | 'title'>;
  plan: Plan;
  headingId: string;
  /** The safe way out, under this label. */
  keep: (label: string) => ReactNode;
  /** What was wrong the last time. */
  problem: string | null;
}

/** Asks before something is shown to everyone or hidden again, as a page of its own. */
export function VisibilityQuestion({ verb, content, plan, headingId, keep, problem }: QuestionProps) {
  const isBusy = useNavigation().state === 'submitting';
  if (isBeyondPlan(verb, plan)) return <BeyondPlan {...{ content, plan, headingId }} way={keep('Back')} />;
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
  plan: Plan;
}

/**
 * Make Public or Make Private: asks first, in a dialog where there are scripts; disabled when it is so already, or when
 * the plan has no public sharing.
 */
export function VisibilityButton({ verb, content, plan }: ButtonProps) {
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
      {!isSo && isBeyondPlan(verb, plan) && <NotInPlan plan={plan} />}
      {!isSo && !isBeyondPlan(verb, plan) && (
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

function isBeyondPlan(verb: Verb, plan: Plan): boolean {
  return verb === 'publish' && !plan.publicSharing;
}

/** A keyboard finds it as well, and with it the reason: so it is not `disabled`. */
function NotInPlan({ plan }: { plan: Plan }) {
  const id = useId();
  return (
    <>
      <button className="btn btn-secondary" type="button" aria-disabled="true" aria-describedby={id}>
        {WORDS.publish.act}
      </button>
      <p className="hint acts-note" id={id}>
        <span className="stamp">PREMIUM</span> Public sharing comes with the {PLANS.premium.name} plan, and yours is{' '}
        {plan.plan}.
      </p>
    </>
  );
}

/** For whoever comes to the question directly: what it takes, instead of a button that does nothing. */
function BeyondPlan({
  content,
  plan,
  headingId,
  way,
}: Pick<QuestionProps, 'content' | 'plan' | 'headingId'> & { way: ReactNode }) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Public sharing comes with the {PLANS.premium.name} plan</h2>
        <p>
          Your plan is {plan.plan}. “{content.title || 'Untitled'}” stays private: only you can see it, and whoever you
          send it to.
        </p>
      </div>
      <div className="acts">{way}</div>
    </>
  );
}
