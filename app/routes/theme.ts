import { redirect } from 'react-router';
import { cameFrom } from '#app/http/came-from.ts';
import { readForm } from '#app/http/form.ts';
import { keepTheme, themeIn } from '#app/http/theme.ts';
import type { Route } from './+types/theme.ts';

/** Light, dark, or what the system says: kept in this browser, and back to the page where it was chosen. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  return redirect(cameFrom(request, '/'), { headers: { 'set-cookie': await keepTheme(themeIn(form.get('theme'))) } });
}

/** There is nothing to be seen here. */
export function loader(): Response {
  return redirect('/');
}
