import { Form, useRouteLoaderData } from 'react-router';
import type { loader } from '#app/root.tsx';
import { themeChoice } from '#messages/en/theme.ts';
import { say } from '#messages/say.ts';

const THEMES = ['system', 'light', 'dark'] as const;

/** Three buttons: the system's choice, light, or dark. */
export function ThemeChoice() {
  const chosen = useRouteLoaderData<typeof loader>('root')?.theme ?? 'system';
  return (
    <Form className="themes" method="post" action="/theme" replace preventScrollReset>
      <fieldset>
        <legend className="vh">{say(themeChoice.legend)}</legend>
        {THEMES.map((name) => (
          <button key={name} type="submit" name="theme" value={name} aria-pressed={name === chosen}>
            {say(themeChoice.names[name])}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}
