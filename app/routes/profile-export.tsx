import type { SubmissionResult } from '@conform-to/react';
import { Link } from 'react-router';
import { aboutAccount, exportOf, type Missing } from '#app/accounts/export.ts';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { answerWithFile, fileForPage, isAnsweredWithFile, zipResponse } from '#app/http/file-response.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { loadPage } from '#app/http/page.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { ownerProofSchema } from '#domain/accounts/accounts.schema.ts';
import { EXPORTS } from '#domain/accounts/limits.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { plainDate } from '#messages/dates.ts';
import { exportPage, exportTexts } from '#messages/en/export.ts';
import { say } from '#messages/say.ts';
import { hasPassword } from '#services/accounts/change-password.ts';
import { noteExport, requireOwner } from '#services/accounts/prove-owner.ts';
import { countTry } from '#services/limits/limits.ts';
import type { Route } from './+types/profile-export.ts';

export const meta: Route.MetaFunction = () => [{ title: say(exportPage.title) }];

export const middleware: Route.MiddlewareFunction[] = [fileForPage];

/** What the page says of the archive. */
interface Summary {
  /** Of the archive, in bytes; 0 when there is nothing to put into it. */
  size: number;
  missing: Missing[];
  hasPassword: boolean;
}

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async (): Promise<Summary | null> => {
    if (isAnsweredWithFile(context)) return null;
    const { files, missing } = await exportOf(context);
    const size = files.reduce((sum, file) => sum + file.size, 0);
    return { size, missing, hasPassword: await hasPassword(contextOf(context), sessionOf(context).user.id) };
  });
}

/** Sends the archive to an owner who has just proved that the account is theirs. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), ownerProofSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const services = contextOf(context);
    const { sessionId, user } = sessionOf(context);
    await requireOwner(services, { accountId: user.id, sessionId, password: submission.value.password });
    await countTry(services, [{ limit: EXPORTS, of: [user.id] }]);
    await noteExport(services, user.id);
    const { list, files } = await exportOf(context);
    const name = say(exportTexts.archiveName, { day: plainDate(services.now, user.time_zone) });
    return answerWithFile(context, zipResponse([list, ...files, ...(await aboutAccount(context))], name, request));
  } catch (error) {
    return failedForm(context, submission, error, say(exportPage.failed));
  }
}

export default function ProfileExport({ loaderData, actionData }: Route.ComponentProps) {
  const { data, toast: left } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(exportPage.heading)}</h1>
          {data && data.size > 0 && <p className="lead">{say(exportPage.lead, { size: inMegabytes(data.size) })}</p>}
        </div>
        {data ? <Archive summary={data} result={actionData?.result} /> : <NotLoaded />}
      </div>
    </main>
  );
}

interface ArchiveProps {
  summary: Summary;
  result: SubmissionResult<string[]> | undefined;
}

function Archive({ summary, result }: ArchiveProps) {
  const { size, missing } = summary;
  const isEmpty = size === 0 && missing.length === 0;
  return (
    <div className="form-stack">
      <p>{say(isEmpty ? exportPage.empty : exportPage.list)}</p>
      {missing.length > 0 && (
        <section className="note is-danger" aria-labelledby="h-missing">
          <h2 className="label" id="h-missing">
            {say(exportPage.missing)}
          </h2>
          <ul>
            {missing.map(({ id, title, why }) => (
              <li key={id}>{say(exportTexts.missing[why], { title })}</li>
            ))}
          </ul>
        </section>
      )}
      {size > 0 && <ArchiveForm hasPassword={summary.hasPassword} result={result} />}
      <p>
        <Link className="btn btn-quiet" to="/profile/delete">
          {say(exportPage.back)}
        </Link>
      </p>
    </div>
  );
}

/** Sent by the browser itself, which saves the archive and stays on this page. */
function ArchiveForm({ hasPassword, result }: { hasPassword: boolean; result: ArchiveProps['result'] }) {
  const [form, { password }] = useLazyForm<{ password: string }>({
    id: 'export-form',
    lastResult: result,
    schema: null,
  });
  return (
    <CheckedForm form={form} fields={[password]} className="form-stack" method="post" reloadDocument>
      <FormErrors />
      {hasPassword ? (
        <InputField
          label={say(exportPage.password)}
          hint={say(exportPage.passwordHint)}
          type="password"
          autoComplete="current-password"
          meta={password}
        />
      ) : (
        <input type="hidden" name="password" value="" />
      )}
      <p className="small soft">{say(exportPage.breaksOff)}</p>
      <div className="row">
        <button className="btn btn-primary" type="submit">
          {say(exportPage.submit)}
        </button>
      </div>
    </CheckedForm>
  );
}
