/** What a static page shows in place of what was asked for. */
import type { ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import { refusalMessage } from '#app/http/refusal-message.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { staticPages } from '#messages/en/static-pages.ts';
import { say, sayAll } from '#messages/say.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { Message } from './layout.tsx';

/** Why a page was refused. */
export interface Trouble {
  /** Null for a fault of ours. */
  code: ErrorCode | null;
  /** The verb's own sentence about it; null where there is none. */
  explanation: string | null;
}

/** @param error whatever an error boundary was given: from loader-answers.ts, or from the router */
export function troubleOf(error: unknown): Trouble {
  if (!isRouteErrorResponse(error)) return { code: null, explanation: null };
  const { data, status } = error;
  if (isTrouble(data)) return data;
  const codes = Object.keys(STATUS) as ErrorCode[];
  const code = codes.find((one) => STATUS[one] === status) ?? 'malformed';
  return { code, explanation: refusalMessage(data) ?? say(staticPages.trouble['begin-again']) };
}

function isTrouble(data: unknown): data is Trouble {
  return typeof data === 'object' && data !== null && 'code' in data && 'explanation' in data;
}

interface TroublePageProps {
  /** A sentence with its full stop. */
  heading: string;
  /** What happened. */
  lead: string;
  advice: ReactNode;
}

/** What did not work, and what to do about it. */
export function TroublePage({ heading, lead, advice }: TroublePageProps) {
  return (
    <Message drawing={<EmptyEnvelope />} heading={heading}>
      <p className="lead">{lead}</p>
      <p>{advice}</p>
    </Message>
  );
}

interface LinkTroubleProps extends Trouble {
  /** Advice where the link is not one of ours. */
  missing?: string;
  /** Advice where the fault is ours. */
  ours?: string;
}

/** For a link that asks its reader for one tap. */
export function LinkTrouble({ code, explanation, missing, ours }: LinkTroubleProps) {
  const texts = sayAll(staticPages.trouble);
  const lead = explanation ?? texts.ours;
  switch (code ?? 'unavailable') {
    case 'not-found':
      return <TroublePage heading={texts['nothing-here']} lead={lead} advice={missing ?? texts['open-again']} />;
    case 'too-many-requests':
      return <TroublePage heading={texts.wait} lead={lead} advice={texts['many-links']} />;
    case 'unavailable':
      return <TroublePage heading={texts['not-now']} lead={lead} advice={ours ?? texts['link-stays']} />;
    default:
      return <TroublePage heading={texts['did-not-work']} lead={lead} advice={texts['open-again']} />;
  }
}
