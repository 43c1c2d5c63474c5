import { ErrorPage } from '#app/components/error-page.tsx';

const SCHEDULE = { to: '/schedule', label: 'All deliveries' };

/** Why a page about one delivery cannot be shown, or what it asked for cannot be done. */
export function DeliveryError({ error }: { error: unknown }) {
  return <ErrorPage error={error} back={SCHEDULE} />;
}
