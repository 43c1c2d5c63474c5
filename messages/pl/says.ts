const WHY =
  'Piszemy do Ciebie, bo {owner} podaje nam Twój adres jako zaufany kontakt. Nie używamy go do niczego innego.';
const REPLY = 'Masz pytania? Odpowiedz na ten e-mail. Twoją odpowiedź otrzyma Stillhere, a nie {owner}.';

export const says = {
  'contact-say': {
    heading: 'Co możesz zrobić',
    nothing: {
      heading: 'Nie robić nic',
      text: 'To w porządku. Daty powyżej się nie zmienią. Możesz w każdej chwili wrócić na tę stronę.',
    },
    worried: {
      heading: 'Jeśli coś Cię niepokoi',
      danger: 'Jeśli myślisz, że {owner} jest teraz w niebezpieczeństwie, zadzwoń pod tamtejszy numer alarmowy.',
      support: 'Napisz do nas: <mail>{address}</mail>. Nie widzimy, co zostało odłożone.',
    },
    foot: 'Nie masz u nas konta i go nie potrzebujesz. Nigdy nie prosimy o pieniądze ani hasło. Nie przekazuj tej strony dalej: każdy, kto ma link, może odpowiedzieć w Twoim imieniu.',
    held: {
      own: 'Wiemy od Ciebie ({when}), że masz wiadomość od tej osoby: {owner}. Dlatego nic nie wyślemy przed {until}.',
      other: 'Ktoś powiedział nam, że ma wiadomość od tej osoby: {owner}. Dlatego nic nie wyślemy przed {until}.',
    },
    confirmed: {
      own: 'Wiemy od Ciebie ({when}), że {owner} nie żyje lub nie może odpowiedzieć.',
      count:
        'Sama cisza nie rozstrzyga: najpierw {needed, plural, one {musi nam to powiedzieć jeden zaufany kontakt} few {muszą nam to powiedzieć # zaufane kontakty} many {musi nam to powiedzieć # zaufanych kontaktów} other {musi nam to powiedzieć # zaufanego kontaktu}}. {given, plural, =0 {Nikt jeszcze tego nie zrobił.} one {Zrobiła to jedna osoba.} few {Zrobiły to # osoby.} many {Zrobiło to # osób.} other {Zrobiło to # osoby.}}',
    },
    raised: {
      own: 'Wiemy od Ciebie ({when}), że coś się stało. Pytamy o to: {owner}. Jeśli nie będzie odpowiedzi, napiszemy do Ciebie i do innych zaufanych kontaktów tej osoby.',
      ownUntil:
        'Wiemy od Ciebie ({when}), że coś się stało. Pytamy o to: {owner}. Jeśli nie będzie odpowiedzi do {until}, napiszemy do Ciebie i do innych zaufanych kontaktów tej osoby.',
      other:
        'Ktoś powiedział nam, że coś się stało. Pytamy o to ({owner}) i napiszemy do Ciebie, jeśli nie będzie odpowiedzi.',
    },
    heardStep: {
      heading: 'Masz wiadomość od tej osoby: {owner}',
      offer:
        'Telefon, wiadomość lub odwiedziny. Wtedy wszystko czeka 14 dni dłużej, a my pytamy ponownie ({owner}). Możesz to zrobić jeden raz.',
      open: 'Mam wiadomość od tej osoby',
      lead: 'To dobra wiadomość. Oto, co się stanie, gdy to powiesz.',
      follows: {
        waits: 'Wszystko czeka co najmniej do {until}.',
        asks: 'Pytamy ponownie ({owner}). Jedna odpowiedź kończy wszystko.',
        others: 'Powiemy innym zaufanym kontaktom, że ktoś ma wiadomość od tej osoby ({owner}). Nie powiemy jaką.',
        after: 'Jeśli {owner} do tego czasu nie odpowie, to, co odłożone, będzie można wysłać od tego dnia.',
      },
      submit: 'Tak, mam wiadomość od tej osoby',
      note: 'Możesz to zrobić jeden raz. Zapiszemy Twoje nazwisko i czas, a {owner} może je zobaczyć.',
    },
    confirmedStep: {
      heading: 'Wiesz, że {owner} nie żyje lub nie może odpowiedzieć',
      offer:
        'Na przykład {owner} jest w szpitalu i nie może mówić, lub nie żyje. Nawet wtedy nic nie zostanie wysłane przed datami powyżej.',
      open: 'Wiem, że ta osoba nie żyje lub nie może odpowiedzieć',
      lead: 'Przykro nam, że musisz być na tej stronie. Nie musisz się spieszyć. Możesz też wrócić jutro.',
      follows: {
        sends:
          'Gdy {needed, plural, one {to powiesz} few {# zaufane kontakty to powiedzą} many {# zaufanych kontaktów to powie} other {# zaufanego kontaktu to powie}}, wyślemy to, co {owner} ma u nas odłożone, do wybranych osób ({owner} je wskazuje). Nie przed {first}.',
        asks: 'Do tego czasu nadal pytamy ({owner}). Jeśli będzie odpowiedź, nic nie zostanie wysłane.',
        heard: 'Jeśli ktoś ma wiadomość od tej osoby ({owner}), to liczy się bardziej: wszystko czeka 14 dni.',
        others: 'Powiemy innym zaufanym kontaktom, że ktoś z Was to powiedział. Nie powiemy kto.',
      },
      name: 'Twoje imię i nazwisko',
      nameHint: 'Wpisz je tak, jak zapisuje je {owner}: {name}',
      nameMissing: 'Wpisz swoje imię i nazwisko: {name}',
      submit: 'Wiem, że ta osoba nie żyje lub nie może odpowiedzieć',
      note: 'Jeśli okaże się, że to pomyłka, wróć i naciśnij „Mam wiadomość od tej osoby”. To liczy się bardziej. Zapiszemy Twoje nazwisko i czas, a {owner} może je zobaczyć.',
    },
    raisedStep: {
      heading: 'Coś się stało. Kogo to dotyczy: {owner}',
      offer: 'Śmierć, wypadek, choroba: możesz nam o tym powiedzieć, a my wtedy zapytamy ({owner}).',
      open: 'Coś się stało',
      lead: 'Przykro nam. Oto, co się stanie, gdy nam to powiesz.',
      follows: {
        asks: 'Od razu pytamy ({owner}). Jeśli będzie odpowiedź, nic więcej się nie stanie.',
        tells:
          'Jeśli nie będzie odpowiedzi {days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} po dotarciu naszej wiadomości, napiszemy do Ciebie i do innych zaufanych kontaktów. Kogo to dotyczy: {owner}.',
        sends:
          'Potem czekamy jeszcze {safety, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}. Dopiero wtedy wyślemy to, co {owner} ma u nas odłożone.',
      },
      submit: 'Coś się stało',
      note: 'Możesz to zrobić dwa razy w roku. Zapiszemy Twoje nazwisko i czas, a {owner} może je zobaczyć.',
    },
    back: 'Wróć',
    done: 'Dziękujemy. Zapisaliśmy to.',
    gone: 'W międzyczasie to się zmieniło, więc nic nie zrobiliśmy. Tak jest teraz.',
    'name-differs': 'Wpisz imię dokładnie tak, jak podaje je {owner}: {name}',
    quiet: {
      heading: '{owner} wybiera Cię jako zaufany kontakt.',
      lead: '{person} prosi Stillhere, by napisać do Ciebie, jeśli nasze e-maile pozostaną bez odpowiedzi ({owner}).',
      nothing: 'O ile wiemy, nic się nie stało. Nie musisz nic robić.',
      removed: 'Nie jesteś już zaufanym kontaktem tej osoby ({owner}), więc nie musisz nic robić.',
    },
    lead: {
      raised:
        '{person} prosi Stillhere, by napisać do Ciebie, jeśli zaufany kontakt powie nam, że coś się stało, a nasze e-maile pozostaną potem bez odpowiedzi.',
    },
  },
  'other-contact-mails': {
    silent: {
      askedUs:
        '{person} prosi Stillhere, by napisać do Ciebie, jeśli zaufany kontakt powie nam, że coś się stało, a nasze e-maile pozostaną potem bez odpowiedzi. Ostatnia odpowiedź: {date}.',
    },
    days: {
      ifConfirmed:
        'Pierwszy dzień, w którym można to wysłać. W tym dniu wyślemy to tylko, jeśli {needed, plural, one {jeden zaufany kontakt powie} few {# zaufane kontakty powiedzą} many {# zaufanych kontaktów powie} other {# zaufanego kontaktu powie}} nam, że {owner} nie żyje lub nie może odpowiedzieć.',
    },
    held: {
      subject: 'Ktoś ma wiadomość od tej osoby: {owner}',
      heading: 'Ktoś ma wiadomość od tej osoby: {owner}.',
      headingNamed: '{contact}, ktoś ma wiadomość od tej osoby: {owner}.',
      what: 'Powiedział to Stillhere inny zaufany kontakt tej osoby: {person}. Nic więcej nie wiemy.',
      waits: 'Dlatego czekamy: nic nie wyślemy przed {until}. Pytamy ponownie ({owner}).',
      waitsNot: 'Pytamy ponownie ({owner}).',
      nothingToDo: 'Nie musisz nic robić.',
      now: 'Piszemy do Ciebie. Nic nie zostało wysłane.',
      why: WHY,
      reply: REPLY,
    },
    confirmed: {
      subject: 'Ktoś powiedział nam, że {owner} nie może odpowiedzieć',
      heading: 'Ktoś powiedział nam, że {owner} nie może odpowiedzieć.',
      headingNamed: '{contact}, ktoś powiedział nam, że {owner} nie może odpowiedzieć.',
      what: 'Inny zaufany kontakt tej osoby ({person}) powiedział Stillhere, że {owner} nie żyje lub nie może odpowiedzieć. Jeśli tak jest, bardzo nam przykro.',
      more: '{owner} prosi nas, byśmy czekali, aż {needed, plural, one {powie to jeden zaufany kontakt} few {powiedzą to # zaufane kontakty} many {powie to # zaufanych kontaktów} other {powie to # zaufanego kontaktu}}. {given, plural, one {Powiedziała to jedna osoba} few {Powiedziały to # osoby} many {Powiedziało to # osób} other {Powiedziało to # osoby}}.',
      heard:
        'Jeśli od tego czasu masz wiadomość od tej osoby ({owner}), powiedz to na stronie z linku. To liczy się bardziej: wszystko czeka wtedy 14 dni.',
      now: 'Piszemy do Ciebie. Nic nie zostało wysłane.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-ask-mails': {
    asked: {
      subject: '{owner} pyta: czy chcesz być zaufanym kontaktem?',
      heading: '{owner} pyta, czy chcesz być zaufanym kontaktem.',
      headingNamed: '{contact}, {owner} pyta, czy chcesz być zaufanym kontaktem.',
      who: '{person} korzysta ze Stillhere, które przechowuje listy i pliki, i wskazuje Cię jako zaufany kontakt.',
      nothing: 'Nic się nie stało ({owner}). To tylko pytanie.',
      means: {
        recipient:
          'Jeśli kiedyś {owner} przestanie nam odpowiadać, napiszemy do Ciebie i powiemy, co będzie dalej. Może też dostaniesz coś, co {owner} zostawia dla Ciebie.',
        witness:
          'Jeśli kiedyś {owner} przestanie nam odpowiadać, napiszemy do Ciebie i powiemy, co będzie dalej. Nic innego nie dostaniesz.',
      },
      label: 'Przeczytaj i odpowiedz',
      note: 'Możesz powiedzieć tak lub nie albo podać nam inny adres. Nie potrzebujesz konta ani hasła.',
      why: 'Piszemy do Ciebie, bo {owner} podaje Stillhere Twój adres i chce Cię zapytać.',
      reply: 'Odpowiedz na ten e-mail, a Twoją odpowiedź otrzyma {owner} pod adresem {email}.',
    },
  },
  'contact-ask-page': {
    heading: '{owner} pyta, czy chcesz być zaufanym kontaktem.',
    lead: '{person} wskazuje Cię jako osobę, której mamy dać znać, jeśli {owner} przestanie nam kiedyś odpowiadać.',
    nothing: 'Nic się nie stało ({owner}).',
    means: {
      recipient:
        'Jeśli ten dzień nadejdzie, najpierw napiszemy do Ciebie. Później może dostaniesz coś, co {owner} zostawia dla Ciebie.',
      witness:
        'Jeśli ten dzień nadejdzie, napiszemy do Ciebie. Zgodnie z wyborem tej osoby ({owner}) nic więcej nie dostaniesz.',
    },
    free: 'To nic nie kosztuje i nie potrzebujesz konta.',
    accept: 'Tak, zgadzam się',
    decline: 'Nie, proszę nie ja',
    other: 'Mam inny adres',
    email: 'Twój adres e-mail',
    send: 'Wyślij ten adres',
    wrong: 'Wpisz prawidłowy adres e-mail',
    answers: {
      none: 'Nie ma jeszcze Twojej odpowiedzi.',
      accepted: 'Twoja odpowiedź to tak. Dziękujemy. {owner} już o tym wie.',
      declined: 'Twoja odpowiedź to nie. {owner} już o tym wie i decyduje, co będzie dalej.',
    },
    proposed: 'Podany przez Ciebie adres to {email}. {owner} decyduje, czy go użyjemy.',
    mind: 'Możesz tu w każdej chwili zmienić odpowiedź. Zachowaj e-mail, aby znowu znaleźć tę stronę.',
    missing: 'Być może ta osoba zmieniła swoje zaufane kontakty. Nie musisz nic robić.',
  },
};
