import { type ReactNode, useId } from 'react';
import { Form, useFetcher, useNavigation } from 'react-router';
import { PlanLink } from '#app/components/plan-banner.tsx';
import { QuestionButton } from '#app/components/question-button.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import type { VisibilityReply } from '#app/contents/own-content.ts';
import type { PlanBanner } from '#app/plans/banners.ts';
import { contentVisibility } from '#messages/en/content-visibility.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { WholeContent } from '#services/contents/read-contents.ts';

type Verb = 'publish' | 'unpublish';

interface QuestionProps {
  verb: Verb;
  content: Pick<WholeContent, 'id' | 'title'>;
  /** Why it cannot be made public. */
  beyond?: PlanBanner | null;
  headingId: string;
  /** @returns the button that changes nothing */
  cancel: (label: string) => ReactNode;
  /** The refusal of the last try. */
  problem: string | null;
}

/** Asks before a content is made public or private, on a page of its own. */
export function VisibilityQuestion({ verb, content, beyond, headingId, cancel, problem }: QuestionProps) {
  const isBusy = useNavigation().state === 'submitting';
  if (beyond) return <NotAllowed {...{ beyond, headingId }} cancel={cancel(say(contentVisibility.back))} />;
  return (
    <>
      <Question {...{ verb, content, headingId, problem }} />
      <Form className="acts" method="post" action={`/content/${content.id}/${verb}`}>
        <Confirm verb={verb} isBusy={isBusy} />
        {cancel(say(contentVisibility[verb].cancel))}
      </Form>
    </>
  );
}

interface ButtonProps {
  verb: Verb;
  content: WholeContent;
  /** Why it cannot be made public. */
  beyond?: PlanBanner | null;
}

/** Make Public or Make Private: it asks first. Disabled when there is nothing to change, or when the plan does not allow it. */
export function VisibilityButton({ verb, content, beyond }: ButtonProps) {
  const { Form: InPlace, data, state } = useFetcher<VisibilityReply>();
  const texts = contentVisibility[verb];
  const isDone = content.is_public === (verb === 'publish');
  return (
    <>
      <PageToast toast={data?.toast} />
      {isDone && (
        <button className="btn btn-secondary" type="button" disabled>
          {say(texts.confirm)}
        </button>
      )}
      {!isDone && beyond && <DisabledButton beyond={beyond} />}
      {!isDone && !beyond && (
        <QuestionButton to={`/content/${content.id}/${verb}`} className="btn btn-secondary" label={say(texts.confirm)}>
          {({ headingId, cancel }) => (
            <>
              <Question {...{ verb, content, headingId }} problem={data?.problem ?? null} />
              <InPlace className="acts" method="post" action={`/content/${content.id}/${verb}`}>
                <input type="hidden" name="in_place" value="1" />
                <Confirm verb={verb} isBusy={state !== 'idle'} />
                {cancel(say(texts.cancel))}
              </InPlace>
            </>
          )}
        </QuestionButton>
      )}
    </>
  );
}

function Confirm({ verb, isBusy }: { verb: Verb; isBusy: boolean }) {
  return (
    <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
      {say(contentVisibility[verb].confirm)}
    </button>
  );
}

function Question({ verb, content, headingId, problem }: Omit<QuestionProps, 'beyond' | 'cancel'>) {
  const { heading, text } = contentVisibility[verb];
  return (
    <div className="inner stack-s">
      <h2 id={headingId}>{say(heading, { title: content.title || say(frame.untitled) })}</h2>
      <p>{say(text)}</p>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Not `disabled`: a keyboard must reach it, and with it the reason. */
function DisabledButton({ beyond: { strong, text, link } }: { beyond: PlanBanner }) {
  const id = useId();
  return (
    <>
      <button className="btn btn-secondary" type="button" aria-disabled="true" aria-describedby={id}>
        {say(contentVisibility.publish.confirm)}
      </button>
      <p className="hint acts-note" id={id}>
        {link && <span className="stamp">{say(contentVisibility.premium)}</span>} {strong}.{' '}
        {link ? <PlanLink link={link} /> : text}
      </p>
    </>
  );
}

interface NotAllowedProps {
  beyond: PlanBanner;
  headingId: string;
  cancel: ReactNode;
}

/** In place of the question, for a person who opened its address. */
function NotAllowed({ beyond, headingId, cancel }: NotAllowedProps) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{beyond.strong}</h2>
        <p>{beyond.text}</p>
      </div>
      <div className="acts">
        <PlanLink link={beyond.link} look="btn btn-primary" />
        {cancel}
      </div>
    </>
  );
}
