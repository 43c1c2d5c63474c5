import { Form, useRouteLoaderData } from 'react-router';
import type { loader } from '#app/root.tsx';

const CHOICES = ['System', 'Light', 'Dark'];

/** Three buttons: the system's choice, light, or dark. */
export function ThemeChoice() {
  const chosen = useRouteLoaderData<typeof loader>('root')?.theme ?? 'system';
  return (
    <Form className="themes" method="post" action="/theme" replace preventScrollReset>
      <fieldset>
        <legend className="vh">Theme</legend>
        {CHOICES.map((name) => (
          <button
            key={name}
            type="submit"
            name="theme"
            value={name.toLowerCase()}
            aria-pressed={name.toLowerCase() === chosen}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}
