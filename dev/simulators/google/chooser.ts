/** The account chooser: who do you want to be, or rather not. */
import { html, type Markup } from '../page/html.ts';
import { standIn } from '../page/stand-in.ts';
import { PEOPLE, type Person } from './people.ts';

/** @param ask the authorization request, sent back with the choice */
export function chooser(ask: ReadonlyMap<string, string>): string {
  const fields = [...ask].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return frame(
    'Choose an account',
    html`<h1>Choose an account</h1>
<p class="soft">to continue to Stillhere. This stands in for Google; nobody here is real.</p>
<form method="post" action="/google/authorize" class="accounts">
${fields}
${PEOPLE.map(account)}
</form>
<form method="post" action="/google/authorize" class="another">
${fields}
<label for="another">Another address</label>
<input id="another" name="account" type="email" required autocomplete="off" placeholder="somebody@example.com">
<button class="btn">Continue</button>
</form>
<form method="post" action="/google/authorize">
${fields}
<input type="hidden" name="account" value="">
<button class="btn btn-quiet">Cancel</button>
</form>`,
  );
}

/** A request that is told to whoever made it, and not sent back: its way back cannot be trusted. */
export function refusal(sentence: string): string {
  return frame('This does not work', html`<h1>This does not work</h1>\n<p>${sentence}</p>`);
}

function account({ email, name }: Person): Markup {
  return html`<button class="account" name="account" value="${email}"><b>${name}</b><span>${email}</span></button>`;
}

function frame(title: string, main: Markup): string {
  return standIn('Google', title, main);
}
