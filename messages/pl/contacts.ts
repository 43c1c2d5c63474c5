const DAYS = '{days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}';
const FROM =
  '{by, select, link {ze skrzynki tej osoby: {owner}} account {z konta tej osoby: {owner}} other {w imieniu tej osoby: {owner}}}';
const WHY =
  'Piszemy do Ciebie, bo {owner} podaje nam Twój adres jako zaufany kontakt. Nie używamy go do niczego innego.';
const REPLY = 'Masz pytania? Odpowiedz na ten e-mail. Twoją odpowiedź otrzyma Stillhere, a nie {owner}.';
const TRAVEL =
  'To nie znaczy, że coś się stało. Ludzie wyjeżdżają, chorują albo gubią telefon. Jeśli możesz, zadzwoń do tej osoby lub ją odwiedź ({owner}).';

export const contacts = {
  'contact-test-mail': {
    test: {
      subject: 'Próba od: {owner}. Czy ten e-mail do Ciebie dociera?',
      heading: 'To tylko próba.',
      headingNamed: '{contact}, to tylko próba.',
      who: '{person} wskazuje Cię w Stillhere jako zaufany kontakt i wysyła tę próbę, aby sprawdzić, czy nasze e-maile do Ciebie docierają.',
      done: 'Ten e-mail do Ciebie dotarł. Nie musisz nic robić.',
      nothing: 'To nie znaczy, że coś się stało. Nadawca tej próby: {owner}.',
      later:
        'Stillhere przechowuje listy i pliki. Jeśli kiedyś {owner} przestanie nam odpowiadać, napiszemy do Ciebie z tego adresu i powiemy, co będzie dalej.',
      label: 'Zobacz, czym jest Stillhere',
      why: 'Piszemy do Ciebie, bo {owner} podaje Stillhere Twój adres i wysyła Ci próbę.',
      reply: 'Odpowiedz na ten e-mail, a Twoją odpowiedź otrzyma {owner} pod adresem {email}.',
    },
  },
  'contact-mails': {
    label: 'Zobacz najnowsze wiadomości',
    days: {
      caption: 'Oto, co będzie dalej. Nic nie stanie się przed tymi datami. Strefa czasowa: {place}.',
      sent: 'Jeśli {owner} ma coś odłożone dla Ciebie, wyślemy Ci to, chyba że wcześniej nadejdzie odpowiedź.',
    },
    silent: {
      subject: '{owner}: brak odpowiedzi od {date}',
      heading: '{owner} nam nie odpowiada.',
      headingNamed: '{contact}, {owner} nam nie odpowiada.',
      askedUs: `{person} prosi Stillhere, by napisać do Ciebie, jeśli nasze e-maile pozostaną bez odpowiedzi. Wybrany czas: ${DAYS}. Ostatnia odpowiedź: {date}.`,
      late: 'Ten e-mail przychodzi późno. {when} wysłaliśmy już, w innym e-mailu, to, co {owner} ma odłożone dla zaufanych kontaktów.',
      pleaseReach: TRAVEL,
      lateReach:
        'Nie wiemy, dlaczego nie ma odpowiedzi. Jeśli ta osoba ({owner}) odeszła, bardzo nam przykro. Jeśli nadal możesz do niej dotrzeć, zadzwoń lub ją odwiedź.',
      stops:
        'Aby powiedzieć nam, że wszystko jest w porządku, {owner} może zalogować się do Stillhere lub nacisnąć przycisk w naszych e-mailach.',
      page: 'Link otwiera stronę, która jest zawsze aktualna. Nie potrzebujesz konta ani hasła.',
      news: 'Jeśli {owner} nam odpowie, napiszemy do Ciebie.',
      now: 'Piszemy do Ciebie. Nic nie zostało wysłane.',
      why: 'Piszemy do Ciebie, bo {owner} wskazuje Cię jako zaufany kontakt: osobę, do której piszemy, gdy nie mamy odpowiedzi. Nie używamy Twojego adresu do niczego innego.',
      about:
        'Stillhere przechowuje listy i pliki. Co jakiś czas pyta osoby, które z niego korzystają, czy nadal tu są.',
      reply: REPLY,
    },
    allClear: {
      subject: `{by, select, off {Nasze wiadomości o tej osobie są wyłączone: {owner}} other {Mamy odpowiedź ${FROM}}}`,
      heading: `{by, select, off {Ktoś wyłączył nasze wiadomości o tej osobie: {owner}.} other {Mamy odpowiedź ${FROM}.}}`,
      headingNamed: `{contact}, {by, select, off {ktoś wyłączył nasze wiadomości o tej osobie: {owner}.} other {mamy odpowiedź ${FROM}.}}`,
      happened:
        '{by, select, link {Ktoś nacisnął „I’m Still Here” (nadal tu jestem) w e-mailu od Stillhere. Odbiorca tego e-maila: {person}.} account {Ktoś użył konta Stillhere tej osoby: {person}.} off {Ktoś wyłączył je na koncie Stillhere tej osoby: {person}.} other {Ktoś nacisnął „I’m Still Here” (nadal tu jestem) w jednym z naszych e-maili lub użył konta Stillhere. Chodzi o tę osobę: {person}.}}',
      earlier: '{happened} Wcześniej pisaliśmy do Ciebie, że {owner} nam nie odpowiada.',
      notSeen: 'Nie widzimy, kto to był. Jeśli coś Cię niepokoi, zadzwoń do tej osoby lub ją odwiedź ({owner}).',
      nothingToDo:
        'Nie musisz dla nas nic robić. Na razie nie wyślemy Ci nic więcej. Jeśli wysłaliśmy Ci coś, co nie zostało jeszcze otwarte, jest to znowu zamknięte.',
      why: WHY,
      reply: REPLY,
    },
    witness: {
      subject: '{owner}: to, co było odłożone, zostało wysłane',
      heading: '{owner}: to, co było odłożone, zostało wysłane.',
      headingNamed: '{contact}, to, co {owner} ma u nas odłożone, zostało wysłane.',
      happened:
        '{person} prosi Stillhere, by w takim razie dać Ci znać. {owner} nam nie odpowiada. Dlatego {when} zaczęliśmy wysyłać to, co było odłożone, do osób, dla których to jest.',
      nothing:
        '{owner} wskazuje Cię jako świadka: osobę, która ma wiedzieć, że to się stało i kiedy. Nie zostało przy tym nic dla Ciebie i nie musisz nic robić.',
      sorry:
        'Nie wiemy, dlaczego nie ma odpowiedzi. Jeśli ta osoba ({owner}) odeszła, bardzo nam przykro. Jeśli nadal możesz do niej dotrzeć, zadzwoń lub ją odwiedź.',
      why: 'Piszemy do Ciebie, bo {owner} wskazuje Cię jako zaufany kontakt i świadka. Nie używamy Twojego adresu do niczego innego.',
      reply: REPLY,
    },
    undelivered: {
      subject: 'Nie mogliśmy dostarczyć komuś innemu przesyłki od: {owner}',
      heading: 'Nie mogliśmy dostarczyć komuś innemu przesyłki od: {owner}.',
      headingNamed: '{contact}, nie mogliśmy dostarczyć komuś innemu przesyłki od: {owner}.',
      what: '{person} prosi Stillhere o dostarczenie przesyłki, ale ona nie dotarła. Nie ma to wpływu na to, co masz od nas.',
      whyYou:
        'Nie możemy o to zapytać ({owner}): nasze e-maile pozostały bez odpowiedzi. Dlatego piszemy do Ciebie jako do zaufanego kontaktu. Nie wolno nam powiedzieć, co to jest ani dla kogo.',
      kept: 'Nic nie zginęło. Przechowujemy to i sami nie będziemy próbować ponownie.',
      pleaseReach:
        'Jeśli możesz dotrzeć do tej osoby, prosimy, zrób to. {owner} może zalogować się do Stillhere, zobaczyć, co się stało, i spróbować ponownie.',
      settling:
        'Jeśli ta osoba ({owner}) odeszła, bardzo nam przykro. Jeśli zajmujesz się jej sprawami, odpowiedz na ten e-mail.',
      note: 'Piszemy do Ciebie o tym tylko raz.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-link': {
    waiting: {
      heading: '{owner} nam nie odpowiada.',
      lead: '{person} prosi Stillhere, by napisać do Ciebie, jeśli nasze e-maile pozostaną bez odpowiedzi. Wybrany czas w dniach: {days}.',
      last: 'Ostatnia odpowiedź: {seen}. Napisaliśmy do Ciebie {written}.',
      advice: TRAVEL,
      stops:
        'Aby powiedzieć nam, że wszystko jest w porządku, {owner} może zalogować się do Stillhere lub nacisnąć przycisk w naszych e-mailach. Wtedy napiszemy do Ciebie i ta strona też o tym powie.',
      'nothing-sent': 'Nic nie zostało wysłane.',
      others: '{owner} wskazuje też te osoby: {names}. Macie o sobie wiedzieć.',
      'not-running': 'Nic nie zostało wysłane. W tej chwili nie ma nic do wysłania do Ciebie.',
      removed: 'Nie jesteś już zaufanym kontaktem tej osoby ({owner}), więc nic do Ciebie nie zostanie wysłane.',
    },
    released: {
      'sent-heading': '{owner}: to, co było odłożone, zostało wysłane.',
      'nothing-heading': '{owner} nadal nam nie odpowiada.',
      lead: '{person} nam nie odpowiada. Dlatego zrobiliśmy to, o co prosi nas {owner}.',
      'lead-on': '{person} nam nie odpowiada. Dlatego {when} zrobiliśmy to, o co prosi nas {owner}.',
      sorry: 'Jeśli ta osoba ({owner}) odeszła, bardzo nam przykro.',
      sent: 'Poszukaj w swojej skrzynce {email}, także w folderze ze spamem, e-maila od Stillhere, w którym jest to nazwisko: {owner}. Otwiera on wszystko, co zostało dla Ciebie.',
      pending: 'E-mail od Stillhere, w którym jest to nazwisko: {owner}, jest w drodze na adres {email}.',
      comes: 'Zostało coś dla Ciebie. Wyślemy to na adres {email}, dzień: {date}.',
      failed:
        'Nie mogliśmy dostarczyć naszego e-maila na adres {email} albo został on wycofany. Odpowiedz na wiadomość, z której tu trafiasz.',
      undeliverable: 'Nie mogliśmy dostarczyć naszego e-maila na adres {email}.',
      'open-lead': 'Nie potrzebujesz tego e-maila: możesz otworzyć to także tutaj.',
      open: 'Zobacz, co na Ciebie czeka',
      none: 'Nie zostało nic dla Ciebie i nie musisz nic robić.',
      undelivered:
        'Nie mogliśmy dostarczyć czegoś, co {owner} zostawia dla kogoś innego. Przechowujemy to. Jeśli możesz dotrzeć do tej osoby, prosimy, zrób to: {owner} może się zalogować i spróbować ponownie.',
    },
    ended: { when: 'Kiedy: {when}.' },
    deleted: {
      heading: 'To konto zostało usunięte.',
      lead: 'Osoba, która Cię wskazała, nie ma już konta w Stillhere.',
      advice: 'Nic do Ciebie nie zostanie wysłane i nie musisz nic robić.',
    },
  },
  'emergency-link-trouble': {
    missing: 'Naciśnij ponownie przycisk w wiadomości. Jeśli konto zostało usunięte, jego linki już nie działają.',
    ours: 'Twój link pozostaje ważny. Spróbuj ponownie za kilka minut. Dopóki nie można się z nami połączyć, nie wysyłamy nic do zaufanych kontaktów.',
  },
  'account-mails': {
    'owner-deleted': {
      subject: 'W sprawie naszego wcześniejszego e-maila: konto w Stillhere zostało usunięte',
      preview: 'Nie wyślemy Ci w tej sprawie nic więcej.',
      heading: 'Konto, o którym pisaliśmy, zostało usunięte.',
      paragraphs: [
        'Jakiś czas temu Stillhere wysłało Ci e-mail, bo nie mieliśmy odpowiedzi od osoby, dla której jesteś zaufanym kontaktem. Teraz konto tej osoby zostało usunięte, po zalogowaniu się na nie.',
        'Nie mamy już jej imienia i nazwiska. Znajdziesz je w naszym wcześniejszym e-mailu. Jeśli coś Cię niepokoi, zadzwoń do tej osoby lub ją odwiedź.',
        'Nie wyślemy Ci nic więcej i nie musisz nic dla nas robić.',
      ],
      label: 'Przejdź do Stillhere',
      notes: ['Jeśli wysłaliśmy Ci wcześniej coś innego, link do tego już nie działa.'],
      why: [
        'Piszemy do Ciebie, bo ktoś podał Stillhere Twój adres jako zaufany kontakt. To nasz ostatni e-mail.',
        'Masz pytania? Odpowiedz na ten e-mail.',
      ],
    },
  },
  'contact-card': {
    heading: 'Gdyby coś się stało (karta od: {owner})',
    lead: '{contact}, {owner} ({email}) przechowuje w Stillhere listy i pliki i wskazuje Cię jako osobę, którą należy powiadomić.',
    notified:
      'Jeśli ta osoba ({owner}) nie odpowie nam przez {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}, wyślemy Ci e-mail na adres {address}. Wcześniej nie musisz nic robić.',
    reach:
      'Wtedy, jeśli możesz, zadzwoń do tej osoby lub ją odwiedź ({owner}). Jeden znak życia od niej zatrzymuje wszystko.',
    later: {
      recipient:
        'Jeśli przez {safety, plural, one {kolejny dzień} few {kolejne # dni} many {kolejnych # dni} other {kolejnego # dnia}} lub dłużej nie będzie odpowiedzi, napiszemy do Ciebie ponownie, jeśli jest coś dla Ciebie ({owner}).',
      witness:
        'Jeśli przez {safety, plural, one {kolejny dzień} few {kolejne # dni} many {kolejnych # dni} other {kolejnego # dnia}} lub dłużej nie będzie odpowiedzi, napiszemy do Ciebie ponownie, że to się stało.',
    },
    link: 'W każdym e-mailu jest link. Nie potrzebujesz konta ani hasła i nic to nie kosztuje.',
    sender: 'Nasze e-maile przychodzą z adresu {sender}. Zajrzyj też do folderu ze spamem.',
    genuine: 'Jak sprawdzić, czy e-mail jest prawdziwy: {page}',
    never: 'Nigdy nie prosimy o pieniądze ani o hasło.',
  },
};
