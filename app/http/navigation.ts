/** @returns whether somebody opens this address as a page; pictures, players, scripts and programs ask for no HTML */
export function isNavigation(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false;
}
