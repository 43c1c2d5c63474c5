import { orAlarm } from '#app/http/broken-seal.ts';
import { retryAfter, STATUS } from '#app/http/errors.ts';
import { isNavigation } from '#app/http/navigation.ts';
import { answerOrProblem } from '#app/http/problem.ts';
import { type Provider, themeContext, webParts } from '#app/middleware/context.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { accountProblemPage } from './account-pages.ts';
import { addressProblemPage } from './address-pages.ts';
import { emergencyProblemPage } from './emergency-pages.ts';
import { filePage } from './file-page.ts';
import { googleProblemPage } from './google-page.ts';
import { type PlainPage, plainResponse } from './page.ts';
import { problemPage } from './recipient-pages.ts';

/** A page, in the light that its reader asked for, or what is an answer already. */
type Answer = () => Promise<PlainPage | Response>;

/** What a page is made of: the code and the sentence of a refusal; null where it was our own fault. */
type MakePage = (code: ErrorCode | null, explanation: string | null) => PlainPage;

/** Whoever follows a link has no account and no other way in: whatever goes wrong is told on a page like the others. */
export function orProblemPage(context: Provider, answer: Answer): Promise<Response> {
  return orPage(context, answer, problemPage);
}

/** Answers for a page of an account that was opened from a mail. */
export function orAccountProblemPage(context: Provider, answer: Answer): Promise<Response> {
  return orPage(context, answer, accountProblemPage);
}

/** Answers for a page behind a link of the emergency protocol. */
export function orEmergencyProblemPage(context: Provider, answer: Answer): Promise<Response> {
  return orPage(context, answer, emergencyProblemPage);
}

/** Answers for the question whether an address still holds. */
export function orAddressProblemPage(context: Provider, answer: Answer): Promise<Response> {
  return orPage(context, answer, addressProblemPage);
}

/** Answers on the way to Google and back. */
export function orGoogleProblemPage(context: Provider, answer: Answer): Promise<Response> {
  return orPage(context, answer, googleProblemPage);
}

/** Answers for a file or its picture: a problem for programs, a page for whoever opened its address, as without scripts. */
export function orFileProblem(context: Provider, request: Request, answer: () => Promise<Response>): Promise<Response> {
  return isNavigation(request) ? orPage(context, answer, filePage) : answerOrProblem(context, answer);
}

async function orPage(context: Provider, answer: Answer, make: MakePage): Promise<Response> {
  const theme = context.get(themeContext);
  try {
    const answered = await answer();
    return answered instanceof Response ? answered : plainResponse(answered, theme);
  } catch (thrown) {
    const error = orAlarm(context, thrown);
    if (error instanceof Response)
      return error.status === STATUS['too-large']
        ? plainResponse(make('too-large', (await error.text()).trim()), theme)
        : error;
    if (error instanceof AppError) return plainResponse(withPatience(make(error.code, error.message), error), theme);
    context.get(webParts).log.error({ err: error }, 'A plain page could not be answered');
    return plainResponse(make(null, null), theme);
  }
}

function withPatience(page: PlainPage, error: AppError): PlainPage {
  return error.code === 'too-many-requests' ? { ...page, retryAfter: retryAfter(error) ?? 0 } : page;
}
