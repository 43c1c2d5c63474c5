export const duress = {
  'duress-mails': {
    subject: 'Ważne ({owner}): przeczytaj to bez świadków',
    alone:
      '{person} ma Cię w Stillhere jako osobę wybraną do tego e-maila. Jest tylko dla Ciebie: czytaj dalej, gdy nikt inny nie widzi Twojego ekranu.',
    began: {
      heading: 'Ta osoba może być w niebezpieczeństwie: {owner}.',
      headingNamed: '{contact}, ta osoba może być w niebezpieczeństwie: {owner}.',
      who: '{owner} ma drugie hasło do potwierdzania obecności, na chwilę, gdy ktoś zmusza do jego podania. Użyto go: {when}. Kto patrzył, widział zwykłe potwierdzenie.',
      quiet: 'Nie dzwoń i nie pisz do tej osoby ({owner}) o tym e-mailu. Ktoś inny może słuchać albo czytać.',
      help: 'Jeśli myślisz, że ta osoba ({owner}) jest w niebezpieczeństwie, zadzwoń na policję lub numer alarmowy i powiedz, co wiesz. Jeśli nie, znajdź sposób, aby spotkać się z tą osobą bez świadków, ze zwykłego powodu.',
      held: 'Stillhere niczego od tej osoby ({owner}) nie wysyła do: {until}, ani do Ciebie, ani do nikogo innego. Ta osoba może zakończyć to wcześniej innym hasłem.',
      others:
        'Nasze inne e-maile mogą mówić, że ta osoba ({owner}) odpowiada. Wychodzą jak zawsze i nie znaczą, że jest bezpieczna.',
      note: 'Ta osoba ({owner}) nie widzi nic z tego e-maila. Jeśli inni czytają Twoją pocztę, usuń go.',
    },
    ended: {
      heading: 'Stillhere już niczego nie wstrzymuje ({owner}).',
      headingNamed: '{contact}, Stillhere już niczego nie wstrzymuje ({owner}).',
      what: 'Użyto drugiego hasła tej osoby ({owner}): {began}. Jest ono na chwilę, gdy ktoś zmusza do jego podania.',
      how: '{by, select, owner {Ktoś zakończył to prawdziwym hasłem tej osoby ({owner}): {when}.} other {Koniec: {when}, po tylu dniach, ile wybrano na koncie ({owner}).}}',
      next: 'To, czego termin już minął, wychodzi teraz; reszta wychodzi w swoich terminach. Nie musisz nic dla nas robić.',
      unsure:
        'Nie widzimy, kto to był, ani czy ta osoba ({owner}) jest bezpieczna. W razie wątpliwości nie pisz o tym: znajdź sposób, aby spotkać się z tą osobą bez świadków.',
    },
    label: 'Zobacz, czym jest Stillhere',
    why: 'Piszemy do Ciebie, bo {owner} ma Cię w Stillhere jako jedyną osobę wybraną do tego e-maila.',
    reply: 'Odpowiedź na ten e-mail otrzyma Stillhere, a nie {owner}.',
  },
};
