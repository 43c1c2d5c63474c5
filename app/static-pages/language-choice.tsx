/** The reader's choice of a language, each named in itself: a reader may not understand the one that the page is in. */
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language.ts';
import { staticPages } from '#messages/en/static-pages.ts';
import { currentLocale, say } from '#messages/say.ts';

/** Beside the choice, not in the head: pages without it are lighter. */
const STYLESHEET = '/static-pages/languages.css';

/** Buttons that store the choice. @param props.path of the page, below which its action is */
export function LanguageChoice({ path }: { path: string }) {
  return (
    <form className="languages small" method="post" action={`${path}/language`} aria-label={say(staticPages.language)}>
      <link rel="stylesheet" href={STYLESHEET} />
      {LANGUAGES.map((language) => (
        <button key={language} name="language" value={language} {...marks(language)}>
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </form>
  );
}

/** Links to the same page, where nobody is known whose choice could be stored. */
export function LanguageLinks({ path }: { path: string }) {
  return (
    <nav className="languages small" aria-label={say(staticPages.language)}>
      <link rel="stylesheet" href={STYLESHEET} />
      {LANGUAGES.map((language) => (
        <a key={language} href={`${path}?language=${language}`} hrefLang={language} {...marks(language)}>
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  );
}

function marks(language: Language): { lang: string; 'aria-current'?: 'true' } {
  return language === currentLocale() ? { lang: language, 'aria-current': 'true' } : { lang: language };
}
