import { useLocation } from 'react-router';
import { ContentDetail, DetailBar } from '#app/components/content/detail.tsx';
import { ContentErrorOver } from '#app/components/content/error.tsx';
import { listUnder } from '#app/components/content/lists.ts';
import { Modal } from '#app/components/modal.tsx';
import { ownContent } from '#app/contents/own-content.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/dashboard-content-over.ts';

const HEADING = 'h-content';

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? [] : [{ title: say(frame.title, { title: loaderData?.content.title || say(frame.untitled) }) }];

export function loader({ context, params }: Route.LoaderArgs) {
  return ownContent(context, params.id);
}

/** A content in a dialog over its list. The browser shows the address of its page. */
export default function DashboardContentOver({ loaderData: own }: Route.ComponentProps) {
  const closeTo = listUnder(useLocation());
  return (
    <Modal labelledBy={HEADING} closeTo={closeTo} bar={<DetailBar content={own.content} />}>
      <ContentDetail own={own} headingId={HEADING} closeTo={closeTo} heading="h2" />
    </Modal>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ContentErrorOver error={error} />;
}
