import { contextOf } from '#app/middleware/context.ts';
import { listRoots } from '#services/record/roots.ts';
import type { Route } from './+types/record-roots-json.ts';

/** The daily roots for programs, the newest first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return Response.json(await listRoots(contextOf(context).em), { headers: { 'access-control-allow-origin': '*' } });
}
