const A_THING = '{type, select, text {list} image {obraz} video {film} audio {nagranie} other {plik}}';
const OF_THIS =
  '{type, select, text {tego listu} image {tego obrazu} video {tego filmu} audio {tego nagrania} other {tego pliku}}';
/** What is waiting for the reader. */
const FOR_YOU =
  '{type, select, text {ma dla Ciebie list} image {ma dla Ciebie obraz} video {ma dla Ciebie film} audio {ma dla Ciebie nagranie} other {ma dla Ciebie plik}}';
const MADE = '{type, select, text {napisany} image {dodany} video {dodany} audio {dodane} other {dodany}}';
const AND_KEPT =
  '{type, select, text {przechowany} image {przechowany} video {przechowany} audio {przechowane} other {przechowany}}';
const OPEN_IT =
  '{type, select, text {Otwórz list} image {Otwórz obraz} video {Otwórz film} audio {Otwórz nagranie} other {Otwórz plik}}';
const CALLED =
  '{type, select, text {List ma tytuł} image {Obraz ma tytuł} video {Film ma tytuł} audio {Nagranie ma tytuł} other {Plik ma tytuł}}';
const SENT_FOR = 'Stillhere wysyła to do Ciebie w imieniu osoby: {person}.';

export const recipients = {
  words: {
    someone: 'Ktoś',
    identified: '{name} ({email})',
    unidentified: '{name} (adres e-mail niepotwierdzony)',
    quoted: '„{title}”',
    introduces: '{label}:',
    others: 'jeszcze {count}',
    counted: {
      text: '{count, plural, one {list} =2 {dwa listy} few {# listy} many {# listów} other {# listu}}',
      image: '{count, plural, one {obraz} =2 {dwa obrazy} few {# obrazy} many {# obrazów} other {# obrazu}}',
      video: '{count, plural, one {film} =2 {dwa filmy} few {# filmy} many {# filmów} other {# filmu}}',
      audio: '{count, plural, one {nagranie} =2 {dwa nagrania} few {# nagrania} many {# nagrań} other {# nagrania}}',
      file: '{count, plural, one {plik} =2 {dwa pliki} few {# pliki} many {# plików} other {# pliku}}',
    },
  },
  times: { dateAndClock: '{date} o {clock}', dateAndClockIn: '{date} o {clock} ({place})' },
  invitations: {
    unnamed: 'Ciebie',
    until: { date: 'do {date}', endless: 'tak długo, jak istnieje Stillhere' },
    delivery: {
      subject: `Od: {sender}, ${A_THING} dla Ciebie: {title}`,
      heading: `{sender} ${FOR_YOU}.`,
      headingNamed: `{recipient}, {sender} ${FOR_YOU}.`,
      sentFor: `${SENT_FOR} Poproszono nas, by wysłać to teraz.`,
      sentForKept: `${SENT_FOR} Poproszono nas, by przechować to dla Ciebie do {sent}.`,
      made: `${CALLED} {title}. Data: {written}.`,
      label: OPEN_IT,
      opening:
        'Link otwiera stronę w {host}. Nie potrzebujesz konta ani hasła. Możesz ją otworzyć {until}, chyba że {sender} wycofa przesyłkę.',
      secret: `Każda osoba, która ma ten link, może otworzyć {type, select, text {list} image {obraz} video {film} audio {nagranie} other {plik}}.`,
      notForMe: `To nie dla Ciebie? Wybierz na tej stronie „To nie dla mnie”. Wtedy zamkniemy ${A_THING} bez otwierania i damy znać nadawcy ({sender}).`,
      why: `Piszemy do Ciebie, bo {sender} podaje nam Twój adres do wysłania ${OF_THIS}. Nie używamy go do niczego innego.`,
      about: 'Stillhere przechowuje listy i pliki i wysyła każdy z nich w wybranym dniu.',
      replyToSender: 'Jeśli odpowiesz na ten e-mail, Twoją odpowiedź otrzyma {sender}, a nie Stillhere.',
      replyToUs: 'Masz pytania? Odpowiedz na ten e-mail. Twoją odpowiedź otrzyma Stillhere, a nie {sender}.',
    },
    asked:
      'Zanim coś się otworzy, strona zada pytanie. Odpowie na nie tylko ktoś, kto zna tę osobę ({sender}). Nie musisz się spieszyć: możesz spróbować później.',
    several: {
      subject: 'Od: {sender}, dla Ciebie: {things}',
      heading: '{sender} zostawia coś dla Ciebie.',
      headingNamed: '{recipient}, {sender} zostawia coś dla Ciebie.',
      sentFor: `${SENT_FOR} Poproszono nas, by wysłać to teraz.`,
      made: '{sender} zostawia dla Ciebie: {things}. Pierwszy tytuł to {title}.',
      label: 'Otwórz to, co na Ciebie czeka',
      opening:
        'Link otwiera stronę w {host}. Nie potrzebujesz konta ani hasła. Możesz ją otworzyć {until}, chyba że {sender} wycofa przesyłkę.',
      secret: 'Każda osoba, która ma ten link, może otworzyć wszystko.',
      notForMe:
        'To nie dla Ciebie? Wybierz na tej stronie „To nie dla mnie”. Wtedy zamkniemy wszystko bez otwierania i damy znać nadawcy ({sender}).',
      why: 'Piszemy do Ciebie, bo {sender} podaje nam w tym celu Twój adres. Nie używamy go do niczego innego.',
    },
    reminder: {
      subject: 'Przypomnienie, o które prosisz. Nadawca: {sender}',
      heading: 'Nadal czeka tu coś dla Ciebie. Nadawca: {sender}.',
      headingNamed: '{recipient}, nadal czeka tu coś dla Ciebie. Nadawca: {sender}.',
      asked: 'Stillhere pisze do Ciebie, bo wybór „Nie teraz” oznacza prośbę o przypomnienie. Nadawca: {person}.',
      hurry: 'Nie ma pośpiechu. Możesz to otworzyć {until}.',
      label: 'Przejdź do strony',
      again: 'To nadal nie jest dobry czas? Wybierz na tej stronie ponownie „Nie teraz”.',
      why: 'Piszemy do Ciebie na Twoją prośbę, aby Ci przypomnieć. Robimy to jeden raz.',
    },
    release: {
      subject: 'Od: {sender}, coś dla Ciebie (wysyła Stillhere: brak odpowiedzi od {since})',
      heading: '{sender} zostawia coś dla Ciebie.',
      headingNamed: '{recipient}, {sender} zostawia coś dla Ciebie.',
      sentFor: `${SENT_FOR} Poproszono nas, by przekazać Ci to, jeśli nasze wiadomości pozostaną bez odpowiedzi. Ostatnia odpowiedź: {since}.`,
      things: '{sender} zostawia dla Ciebie: {things}.',
      silent:
        'Pytaliśmy kilka razy, a potem czekaliśmy tak długo, jak chce tego {sender}. Nie wiemy, dlaczego nie ma odpowiedzi. Jeśli ta osoba ({sender}) odeszła, bardzo nam przykro.',
      label: 'Otwórz to, co na Ciebie czeka',
      opening:
        'Link otwiera stronę w {host}. Nie potrzebujesz konta ani hasła. Nie ma pośpiechu: możesz ją otworzyć {until}.',
      secret: 'Każda osoba, która ma ten link, może otworzyć wszystko.',
      isWell:
        'Jeśli wiesz, że {sender} ma się dobrze, poproś tę osobę o zalogowanie się do Stillhere. To, co nie zostało otwarte, można jeszcze wycofać.',
      notForMe: 'To nie dla Ciebie? Wybierz na tej stronie „To nie dla mnie”. Wtedy zamkniemy wszystko bez otwierania.',
      why: 'Piszemy do Ciebie, bo {sender} wskazuje Cię jako zaufany kontakt. Nie używamy Twojego adresu do niczego innego.',
      reply: 'Masz pytania? Odpowiedz na ten e-mail. Twoją odpowiedź otrzyma Stillhere, a nie {sender}.',
    },
    whatsapp:
      'Dzień dobry. Stillhere ma przesyłkę dla: {recipient}. Nadawca to {sender}, z prośbą o dostarczenie jej teraz. Przycisk to otwiera; nie potrzebujesz konta. Jeśli to nie dla Ciebie, możesz to tam powiedzieć. Odpowiedz STOP, aby nie dostawać tu więcej wiadomości od nas.\n\nOtwórz: {link}',
    sms: 'Dzień dobry. Stillhere ma przesyłkę dla: {recipient}. Nadawca to {sender}, z prośbą o dostarczenie jej teraz. Aby to otworzyć, nie potrzebujesz konta:\n{link}\nCzy to prawdziwe? Zobacz {check}. To nie dla Ciebie? Możesz to powiedzieć po otwarciu. Odpowiedz STOP, aby nie dostawać tu więcej wiadomości od nas.',
  },
  'recipient-pages': {
    until: {
      owner: 'do {date}, chyba że {sender} wycofa przesyłkę',
      release: 'do {date}',
      'owner-endless': 'tak długo, jak istnieje Stillhere, chyba że {sender} wycofa przesyłkę',
      'release-endless': 'tak długo, jak istnieje Stillhere',
    },
    invitation: {
      title: `{sender} ${FOR_YOU}`,
      heading: `{sender} ${FOR_YOU}.`,
      'heading-named': `{recipient}, {sender} ${FOR_YOU}.`,
      'sent-for': 'Wysyła Stillhere w imieniu osoby: {person}. <check>Jak sprawdzić, czy to prawdziwe</check>',
      'sent-same-day': `{title}, ${MADE} {written}.`,
      'sent-today': `{title}, ${MADE} {written} i ${AND_KEPT} dla Ciebie do dziś, {sent}.`,
      'sent-later': `{title}, ${MADE} {written} i ${AND_KEPT} dla Ciebie do {sent}.`,
      open: OPEN_IT,
      first: 'Otworzy się na tej stronie. Nie potrzebujesz konta. Możesz tu wracać {until}. Możesz też zapisać kopię.',
      again: 'To już było otwarte. Możesz otworzyć to ponownie {until}. Możesz też zapisać kopię.',
      seen: '{sender} może zobaczyć, kiedy to zostanie po raz pierwszy otwarte lub zapisane.',
      refuse: 'To nie dla mnie',
    },
    opened: {
      from: 'Od: {person}',
      'from-to': 'Od: {person}. Dla: {recipient}',
      made: '{type, select, text {Napisany} image {Dodany} video {Dodany} audio {Dodane} other {Dodany}} {written}',
      pages: 'Strony',
      part: 'Ta strona pokazuje {shown, number} z {count, number} rzeczy.',
      'first-page': 'Pierwsza strona',
      'next-page': 'Następna strona',
      'save-copy': 'Zapisz kopię',
      extend: 'Zostaw tę stronę otwartą do {until}',
      keep: 'Możesz otwierać tę stronę {until}. Każda osoba, która ma ten link, może ją otworzyć: dobrze przechowaj wiadomość. To, co pobierzesz, zostaje u Ciebie na zawsze.',
      'keep-letter':
        'Możesz otwierać tę stronę {until}. Każda osoba, która ma ten link, może ją otworzyć: dobrze przechowaj wiadomość. Możesz też wydrukować tę stronę.',
    },
    refuse: {
      title: 'To nie dla mnie',
      heading: 'To nie dla Ciebie?',
      lead: '{sender} {type, select, text {pisze do kogoś {title}} other {zostawia komuś {title}}} i podaje nam Twój adres.',
      warning: `Jeśli to nie dla Ciebie, zamkniemy ${A_THING} bez otwierania. Ten link przestanie działać i damy znać nadawcy ({sender}), że przesyłka trafiła do niewłaściwej osoby. Tego nie można cofnąć.`,
      submit: 'To nie dla mnie: zamknij',
      back: '{type, select, text {Wróć do listu} image {Wróć do obrazu} video {Wróć do filmu} audio {Wróć do nagrania} other {Wróć do pliku}}',
      'release-lead': '{sender} wskazuje Cię jako zaufany kontakt i podaje nam Twój adres.',
      'release-warning':
        'Jeśli to nie dla Ciebie, zamkniemy wszystko bez otwierania, a ten link przestanie działać. Tego nie można cofnąć.',
      'release-back': 'Wróć',
      'several-lead': '{sender} zostawia komuś kilka rzeczy i podaje nam Twój adres.',
      'several-warning':
        'Jeśli nie są dla Ciebie, zamkniemy wszystko bez otwierania. Ten link przestanie działać i damy znać nadawcy ({sender}), że przesyłka trafiła do niewłaściwej osoby. Tego nie można cofnąć.',
    },
    refused: {
      title: 'Dziękujemy',
      heading: 'Dziękujemy za wiadomość.',
      lead: `Zamknęliśmy ${A_THING} bez otwierania i ten link już nie działa. Damy znać nadawcy ({sender}), że przesyłka trafiła do niewłaściwej osoby.`,
      'several-lead':
        'Zamknęliśmy wszystko bez otwierania i ten link już nie działa. Damy znać nadawcy ({sender}), że przesyłka trafiła do niewłaściwej osoby.',
      'release-lead': 'Zamknęliśmy wszystko bez otwierania i ten link już nie działa.',
      advice: 'Nie musisz robić nic więcej. Możesz usunąć wiadomość.',
    },
    later: {
      lead: 'Nie teraz? Możemy Ci przypomnieć:',
      noted: 'Przypomnimy Ci {date}. Możesz wybrać inny dzień:',
      choices: { week: 'Za tydzień', month: 'Za miesiąc', year: 'Za rok' },
      heading: 'To może poczekać.',
      done: 'Napiszemy do Ciebie {date}, z tym samym linkiem.',
      meanwhile:
        'Do tego czasu nic się nie stanie. Link w Twojej wiadomości nadal działa, więc możesz otworzyć to wcześniej.',
      back: 'Wróć',
    },
    more: {
      more: 'Będzie jeszcze coś od tej osoby: {sender}.',
      last: 'To było ostatnie od tej osoby: {sender}. Tyle wiemy dzisiaj.',
    },
    question: {
      heading: '{sender} ma do Ciebie pytanie.',
      lead: 'Czeka tu coś dla Ciebie. Nadawca: {person}. Twoja odpowiedź pokaże, że trafiło to do właściwej osoby.',
      submit: 'Odpowiedz',
      spelling: 'Wielkie litery, znaki nad literami i przecinki nie mają znaczenia.',
      wrong: 'To nie jest odpowiedź, którą mamy. Spróbuj powiedzieć to inaczej.',
      later: 'Próby w ciągu godziny: {tries}. Spróbuj ponownie za godzinę. Nic nie zginie, a ta strona tu zostanie.',
      patience:
        'Nie ma pośpiechu. Liczba prób w ciągu godziny: {tries}. Po godzinie są następne. Pomyśl, o co może chodzić ({sender}): o miejsce, imię, coś, co wiecie tylko Wy.',
      whom: 'Jeśli nie znajdziesz odpowiedzi, zapytaj kogoś bliskiego tej osobie: rodzinę lub dawnych przyjaciół. Możesz też zapytać ją samą ({sender}). My nie znamy odpowiedzi, więc nie możemy jej podać.',
    },
    several: {
      kept: '{things}, przechowane dla Ciebie do {sent}.',
      first:
        'Otworzy się na tej stronie. Nie potrzebujesz konta. Możesz otworzyć to ponownie {until}. Możesz pobrać wszystko.',
    },
    release: {
      title: '{sender} zostawia coś dla Ciebie',
      heading: '{sender} zostawia coś dla Ciebie.',
      'heading-named': '{recipient}, {sender} zostawia coś dla Ciebie.',
      'opened-heading': 'Od: {sender}. To zostało dla Ciebie',
      'silent-since':
        '{things}. {sender} prosi, by przekazać Ci to, jeśli nasze wiadomości pozostaną bez odpowiedzi. Ostatnia odpowiedź: {since}.',
      'is-back':
        '{things}. {sender} prosi, by przekazać Ci to, jeśli nasze wiadomości pozostaną bez odpowiedzi. Po wysłaniu ktoś odpowiedział nam z konta tej osoby ({sender}).',
      sorry: 'Jeśli ta osoba ({sender}) odeszła, bardzo nam przykro.',
      open: 'Otwórz to, co na Ciebie czeka',
      first:
        'Otworzy się na tej stronie. Nie potrzebujesz konta. Nie ma pośpiechu: możesz to otworzyć {until}. Możesz pobrać wszystko.',
      again: 'To już było otwarte. Możesz otworzyć to ponownie {until}. Możesz pobrać wszystko.',
      'download-all': 'Pobierz wszystko w jednym pliku ZIP, {size}',
    },
    file: {
      name: '{name}, {size}',
      download:
        '{type, select, image {Pobierz obraz} video {Pobierz film} audio {Pobierz nagranie} other {Pobierz plik}}',
      copied: 'To kopia w pełnym rozmiarze, którą pokaże każde urządzenie.',
      'original-damaged':
        'To kopia w pełnym rozmiarze. Oryginał został zmieniony lub uszkodzony w naszym magazynie. Nasz zespół już o tym wie i zajmuje się tym.',
      'download-original': 'Pobierz oryginał ({format})',
      'download-original-unnamed': 'Pobierz oryginał',
      away: 'Nie możemy teraz dotrzeć do {type, select, image {tego obrazu} video {tego filmu} audio {tego nagrania} other {tego pliku}}. Nic nie zginęło.',
      'try-again': 'Spróbuj ponownie',
      read: 'Czytaj w nowej karcie',
      'if-silent':
        'Jeśli nie da się tego tu odtworzyć, pobierz {type, select, video {film} other {nagranie}} i otwórz na swoim urządzeniu.',
      'few-show': 'Większość przeglądarek nie {type, select, image {pokazuje} other {odtwarza}} plików {format}.',
      'few-show-unnamed': 'Większość przeglądarek nie {type, select, image {pokazuje} other {odtwarza}} takich plików.',
      'small-picture': '{type, select, image {To mała wersja obrazu.} other {To mały obraz z filmu.}}',
      'download-and-open':
        'Pobierz {type, select, image {obraz} video {film} other {nagranie}} i otwórz na swoim urządzeniu.',
      sealed: 'Nadawca zapieczętował to tak, że nawet Stillhere nie może tego otworzyć.',
      'sealed-ways':
        'Otwiera to sześć słów. Otwiera to też jeden z dwóch wydrukowanych arkuszy, jeśli nadawca je zrobił: dodajemy część, którą przechowujemy. Jeśli nie masz nic z tego, może ma to ktoś bliski nadawcy: warto zapytać.',
      'sealed-next':
        'Możesz to otworzyć tutaj, w tej przeglądarce. Możesz też to pobrać, rozpakować na komputerze i otworzyć plik open.html w przeglądarce: to działa bez internetu i bez nas. To, co pobierzesz, zostaje u Ciebie na zawsze: przechowaj kopię w bezpiecznym miejscu.',
      'open-sealed': 'Otwórz tutaj',
      'download-parcel': 'Pobierz zapieczętowaną przesyłkę ({size})',
    },
    copy: {
      written: 'Z dnia {written}, Stillhere przechowuje do {sent}',
      letter: 'List',
      'archive-name': 'Przesyłka ({sender})',
      'not-in-archive': 'Nie ma w tym archiwum',
      damaged: 'To zostało zmienione lub uszkodzone w naszym magazynie, więc nie ma tego w tym archiwum:',
      'damaged-known': 'Wiemy o tym i zajmujemy się tym.',
      away: 'Nie możemy teraz dotrzeć do tego, co zostało do Ciebie wysłane. Nic nie zginęło.',
    },
    'no-such-button': 'Na tej stronie nie ma takiego przycisku.',
    trouble: {
      'not-now': 'Nie możemy tego teraz otworzyć.',
      ours: 'Coś po naszej stronie nie działa. To, co zostało do Ciebie wysłane, jest bezpieczne.',
      'open-again': 'Nic nie zginęło. Otwórz ponownie link z wiadomości i użyj przycisków na jego stronie.',
      'reply-and-say':
        'Jeśli przycisk w wiadomości nadal prowadzi na tę stronę, odpowiedz na tę wiadomość i daj nam znać.',
      gone: 'Tego już tu nie ma.',
      'ask-sender': 'Nadawca może wysłać to ponownie. Jeśli znasz tę osobę, poproś ją o to.',
      opened: 'To już zostało otwarte.',
      'open-with-same-link': 'Możesz otworzyć to ponownie tym samym linkiem.',
      'many-links': 'Z Twojej sieci przyszło do nas wiele nieważnych linków. Otwórz swój z wiadomości: wtedy zadziała.',
      damaged: 'Nie możemy tego pokazać.',
      'tell-sender': 'Jeśli wiesz, kto to wysłał, daj znać tej osobie. Może ma to gdzie indziej i wyśle Ci ponownie.',
    },
  },
  'link-refusals': {
    expired: 'Ten link stracił ważność.',
    'not-valid': 'Ten link jest nieprawidłowy. Spróbuj skopiować cały link z wiadomości.',
    used: 'Ten link został już użyty lub zastąpił go nowszy.',
    'closed-by-recipient':
      'Wiemy od Ciebie, że to nie było dla Ciebie, więc to zamknęliśmy. Nie można tego tu otworzyć.',
    'not-opened-yet': 'To nie zostało jeszcze otwarte.',
    'answer-first': 'Otwórz ponownie link z wiadomości i najpierw odpowiedz na pytanie na jego stronie.',
    'ends-before': 'Link przestanie wcześniej działać. Wybierz wcześniejsze przypomnienie.',
    'cut-off': 'Ten link jest nieprawidłowy. Spróbuj skopiować cały link z wiadomości.',
    'taken-back-by-sender': 'To zostało usunięte i już tego nie mamy.',
    replaced: 'Ten link został wycofany lub zastąpiła go nowsza wiadomość.',
    'kept-until': 'Można to było otworzyć do {date}. Ten dzień już minął.',
    'sender-is-back':
      'Od tego czasu ktoś odpowiedział nam z konta tej osoby ({sender}). Dlatego wycofano to, co nie zostało otwarte. Nie musisz nic robić.',
    'opened-already': 'To już zostało otwarte, więc nie można tego zamknąć bez otwierania.',
  },
};
