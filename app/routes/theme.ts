import { redirect } from 'react-router';
import { readForm } from '#app/http/form.ts';
import { cameFrom } from '#app/http/own-path.ts';
import { themeCookie, themeIn } from '#app/http/theme.ts';
import type { Route } from './+types/theme.ts';

/** Saves light, dark or the system's choice in this browser, and leads back to the page where it was chosen. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const form = await readForm(request);
  return redirect(cameFrom(request, '/'), { headers: { 'set-cookie': await themeCookie(themeIn(form.get('theme'))) } });
}

/** This address has no page. */
export function loader(): Response {
  return redirect('/');
}
