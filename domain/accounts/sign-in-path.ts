/**
 * For links in mails and on static pages, whose readers may be signed out.
 * @param path our page to show after the sign-in; signed-in readers reach it at once
 * @returns a path
 */
export function throughSignIn(path: string): string {
  return `/auth?to=${encodeURIComponent(path)}`;
}
