/** Somebody's browser, as far as HTTP goes: it keeps cookies and follows nothing by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #appOrigin: string;

  /**
   * @param origin where requests go
   * @param appOrigin where the browser believes to be
   */
  constructor(origin: string, appOrigin = origin) {
    this.#origin = origin;
    this.#appOrigin = appOrigin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, { headers });
  }

  /** Sends a form as a page of ours does. */
  post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Response> {
    const from = { origin: this.#appOrigin, 'sec-fetch-site': 'same-origin' };
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { ...from, ...headers } });
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(`${this.#origin}${path}`, { ...init, headers, redirect: 'manual' });
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
