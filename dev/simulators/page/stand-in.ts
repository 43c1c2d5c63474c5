/** The frame of the pages that stand in for a vendor's own. */
import { html, type Markup } from './html.ts';

/** @param vendor whom it is not, as its title says */
export function standIn(vendor: string, title: string, main: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: not ${vendor}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body class="chooser">
<main>
${main}
</main>
</body>
</html>`.markup;
}
