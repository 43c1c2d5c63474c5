/** A database whose clock a test can move: `clock_timestamp` and `now` of its own come before those of Postgres. */
import { administer } from './database.ts';

const WRAP = `
  create schema moved_clock;
  create table moved_clock.shift (by interval not null);
  insert into moved_clock.shift values ('0');
  create function public.clock_timestamp() returns timestamptz language sql volatile security definer
    as 'select pg_catalog.clock_timestamp() + (select by from moved_clock.shift)';
  create function public.now() returns timestamptz language sql stable security definer
    as 'select pg_catalog.now() + (select by from moved_clock.shift)';`;

/**
 * Wraps the clock of a database. Connections that are open would not see it, so they end.
 * @returns moves the clock to so many milliseconds ahead of the true one
 */
export async function wrapClock(url: string): Promise<(milliseconds: number) => Promise<void>> {
  const database = new URL(url).pathname.slice(1);
  await administer(url, WRAP);
  await administer(url, `alter database ${database} set search_path = public, pg_catalog`);
  // Waits until they have ended, in milliseconds: the next query would be sent over one that is about to.
  await administer(
    url,
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return (milliseconds) => administer(url, `update moved_clock.shift set by = '${milliseconds} milliseconds'`);
}
