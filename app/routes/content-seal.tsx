import { redirect } from 'react-router';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { SealExisting } from '#app/components/seal/existing.tsx';
import { ownContent } from '#app/contents/own-content.ts';
import { sealingFacts } from '#app/contents/sealing-facts.ts';
import { contextOf, webDeps } from '#app/middleware/context.ts';
import { plainDate } from '#messages/dates.ts';
import { sealPage } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/content-seal.ts';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(sealPage.title) }]);

export async function loader({ context, params }: Route.LoaderArgs) {
  const own = await ownContent(context, params.id);
  if (own.content.is_sealed) throw redirect(`/dashboard/content/${params.id}`);
  const end = new Date(contextOf(context).now.getTime() + context.get(webDeps).backupRetention);
  return { own, sealing: sealingFacts(context), backupsEnd: plainDate(end, own.time_zone) };
}

export default function ContentSeal({ loaderData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <div className="create">
        <SealExisting {...loaderData} />
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
