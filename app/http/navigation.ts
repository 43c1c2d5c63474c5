/** @returns whether a browser opens this URL as a page: pictures, players, scripts and programs do not accept HTML */
export function isNavigation(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false;
}
