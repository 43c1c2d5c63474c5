/** Alive: the process answers. */
export function loader(): Response {
  return new Response('ok\n', { headers: { 'cache-control': 'no-store' } });
}
