import { createCookie } from 'react-router';

/** How a request is answered: over a socket, or by the request handler itself. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** A browser, as far as HTTP goes: it stores cookies and follows no redirect by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #send: Send;
  readonly #appOrigin: string;

  /**
   * @param origin where requests go
   * @param appOrigin where the browser believes to be
   * @param send over a socket, unless said otherwise
   */
  constructor(origin: string, appOrigin = origin, send: Send = fetch) {
    this.#origin = origin;
    this.#send = send;
    this.#appOrigin = appOrigin;
  }

  /** Keeps cookies as if the product had just set them, by their names without a prefix. */
  async enter(cookies: Record<string, string>): Promise<void> {
    const secure = this.#appOrigin.startsWith('https:');
    for (const [name, value] of Object.entries(cookies))
      this.#keep(await createCookie(`${secure ? '__Host-' : ''}${name}`, { path: '/', secure }).serialize(value));
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, { headers });
  }

  /** Sends a form as a page of ours does. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][] = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const from = { origin: this.#appOrigin, 'sec-fetch-site': 'same-origin' };
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { ...from, ...headers } });
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await this.#send(`${this.#origin}${path}`, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (value === '' || attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
