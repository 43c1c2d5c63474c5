import type { MetaDescriptor } from 'react-router';
import { type Provider, webDeps } from '#app/middleware/context.ts';
import { frame } from '#messages/en/frame.ts';
import { publicFrame } from '#messages/en/public-frame.ts';
import { say } from '#messages/say.ts';

/** The preview of a public page in messengers and social networks. */
interface Card {
  /** Of the page, without query parameters that a link has added. */
  path: string;
  title: string;
  words: string;
}

const PICTURE = { path: '/icons/card.png', width: '1200', height: '630' };

/**
 * For public pages only: a link to any other page has no preview.
 * @returns title, description and card for `meta`; made by the server, which knows our origin
 */
export function socialCard(context: Provider, { path, title, words }: Card): MetaDescriptor[] {
  const { appOrigin } = context.get(webDeps);
  const here = new URL(path, appOrigin).href;
  return [
    { title: title.includes('Stillhere') ? title : say(frame.title, { title }) },
    { name: 'description', content: words },
    { tagName: 'link', rel: 'canonical', href: here },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Stillhere' },
    { property: 'og:url', content: here },
    { property: 'og:title', content: title },
    { property: 'og:description', content: words },
    { property: 'og:image', content: new URL(PICTURE.path, appOrigin).href },
    { property: 'og:image:width', content: PICTURE.width },
    { property: 'og:image:height', content: PICTURE.height },
    { property: 'og:image:alt', content: say(publicFrame.picture) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
