const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @returns whether a request by this method changes nothing: RFC 9110, safe methods */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}

/** @returns whether a browser opens this URL as a page: pictures, players, scripts and programs do not accept HTML */
export function isNavigation(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false;
}

/** @returns whether the application's script asks, for the data of a page */
export function isFromScript(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}
