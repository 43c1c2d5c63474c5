import type { SubmissionResult } from '@conform-to/react';
import { data, useLocation } from 'react-router';
import { z } from 'zod';
import { invalidForm, parseForm, readForm, refusedForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, type Provider } from '#app/middleware/context.ts';
import { deviceOf, knowDevice } from '#app/middleware/known-device.ts';
import { recogniseVisit } from '#app/middleware/session.ts';
import { AccountTrouble, ConfirmedPage, ConfirmPage } from '#app/static-pages/account-pages.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { confirmByNewPasswordSchema, confirmByPasswordSchema } from '#domain/accounts/recovery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { accountLinks } from '#messages/en/account-links.ts';
import { say } from '#messages/say.ts';
import {
  type Confirmation,
  type Confirmed,
  confirmAddress,
  findConfirmation,
} from '#services/accounts/email-address.ts';
import { rememberDevice } from '#services/accounts/known-device.ts';
import type { Device } from '#services/accounts/sessions.ts';
import type { Route } from './+types/auth-confirm.ts';

/** The page again, with what was wrong in its form. */
interface Again {
  confirmation: Confirmation;
  choosesNew: boolean;
  result: SubmissionResult<string[]>;
}

/** Asks before it confirms an address: looking changes nothing, since mail scanners follow every link. */
export function loader({ request, context, params }: Route.LoaderArgs) {
  return showPage(context, async () =>
    findConfirmation(contextOf(context), params.secret, await signedInTo(request, context)),
  );
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const form = await readForm(request);
    const choosesNew = form.has('new_password');
    const submission = parseForm(form, formSchema(form));
    const account = await signedInTo(request, context);
    const again = async ({ data: reply, init }: ReturnType<typeof invalidForm>) => {
      const confirmation = await findConfirmation(contextOf(context), params.secret, account);
      return data<Again>({ confirmation, choosesNew, result: reply.result }, init ?? undefined);
    };
    if (submission.status !== 'success') return again(invalidForm(submission));
    const { password, new_password: newPassword } = submission.value;
    const device = await deviceOf(context, request);
    try {
      const claim = { signedInTo: account, password, newPassword, device };
      return await finish(context, await confirmAddress(contextOf(context), params.secret, claim), device);
    } catch (error) {
      if (!(error instanceof AppError) || error.fields.length === 0) throw error;
      return again(refusedForm(submission, error));
    }
  });
}

/** Each form has its own field; the one of a browser that is signed in has none. */
function formSchema(form: FormData): z.ZodType<{ password?: string; new_password?: string }> {
  if (form.has('new_password')) return confirmByNewPasswordSchema;
  return form.has('password') ? confirmByPasswordSchema : z.object({});
}

async function signedInTo(request: Request, context: Provider): Promise<string | null> {
  const visit = await recogniseVisit(request, context);
  return typeof visit === 'object' ? visit.user.id : null;
}

/** A signed-in person goes on. A person who chose a new password signs in with it: their browser is known from now on. */
async function finish(context: Provider, confirmed: Confirmed, device: Device): Promise<Confirmed | Response> {
  const { confirm, change } = accountLinks;
  switch (confirmed.by) {
    case 'session':
      return redirectWithToast('/dashboard', toast('success', say(confirmed.isChange ? change.done : confirm.done)));
    case 'new-password': {
      const proof = await rememberDevice(contextOf(context), confirmed.userId, device);
      const known = await knowDevice(context, proof);
      return redirectWithToast('/auth', toast('success', say(confirm['done-with-new'])), [['set-cookie', known]]);
    }
    case 'password':
      return confirmed;
  }
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  if (actionData && 'result' in actionData) return <ConfirmPage path={pathname} {...actionData} />;
  if (actionData) return <ConfirmedPage email={actionData.email} isChange={actionData.isChange} />;
  const choosesNew = new URLSearchParams(search).has('new');
  return loaderData && <ConfirmPage path={pathname} confirmation={loaderData} choosesNew={choosesNew} result={null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountTrouble {...troubleOf(error)} />;
}
