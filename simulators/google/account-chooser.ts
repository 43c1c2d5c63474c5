/** The page on which a person chooses an account, or cancels. */
import { html, type Markup } from '../inbox/html.ts';
import { vendorPage } from '../inbox/vendor-page.ts';
import { ACCOUNTS, type GoogleAccount } from './accounts.ts';

/** @param request the authorization request; its parameters come back with the choice */
export function accountChooser(request: ReadonlyMap<string, string>): string {
  const fields = [...request].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return vendorPage(
    'Google',
    'Choose an account',
    html`<h1>Choose an account</h1>
<p class="soft">to continue to Stillhere. This is a simulator, not Google. The people are invented.</p>
<form method="post" action="/google/authorize" class="accounts">
${fields}
${ACCOUNTS.map(accountButton)}
</form>
<form method="post" action="/google/authorize" class="another">
${fields}
<label for="another">Another address</label>
<input id="another" name="account" type="email" required autocomplete="off" placeholder="ana@example.com">
<button class="btn">Continue</button>
</form>
<form method="post" action="/google/authorize">
${fields}
<input type="hidden" name="account" value="">
<button class="btn btn-quiet">Cancel</button>
</form>`,
  );
}

/** A bad request ends on a page: its redirect address cannot be trusted. */
export function requestError(sentence: string): string {
  return vendorPage('Google', 'Bad request', html`<h1>Bad request</h1>\n<p>${sentence}</p>`);
}

function accountButton({ email, name }: GoogleAccount): Markup {
  return html`<button class="account" name="account" value="${email}"><b>${name}</b><span>${email}</span></button>`;
}
