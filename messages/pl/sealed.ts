const FOREVER =
  'Pobrana zapieczętowana przesyłka otwiera się bez nas, sześcioma słowami lub dwoma arkuszami, na zawsze.';

export const sealed = {
  'open-sealed': {
    title: 'Otwórz zapieczętowaną przesyłkę',
    heading: '{sender} ma dla Ciebie coś zapieczętowanego.',
    'heading-named': '{recipient}, {sender} ma dla Ciebie coś zapieczętowanego.',
    lead: '„{label}”. Dzień zapieczętowania: {sealed}. Dzień wysłania do Ciebie: {sent}. My nie możemy tego otworzyć. Ty możesz.',
    ways: {
      legend: 'Co masz?',
      words: 'Sześć słów',
      'words-hint': 'Nadawca ({sender}) ma je zapisane. Poszukaj w jego papierach lub w starym liście.',
      sheet: 'Jeden arkusz',
      'sheet-hint': 'Wydrukowana strona z kwadratem z kropek. Dodamy część, którą dla Ciebie przechowujemy.',
      two: 'Dwa arkusze',
      'two-hint': 'Arkusz A i arkusz B. Wtedy nasza część nie jest potrzebna.',
    },
    words: {
      label: 'Słowo {number, number}',
      hint: 'Wpisz je po kolei. Wielkość liter nie ma znaczenia.',
      unknown: 'Tego słowa nie ma wśród naszych. Porównaj je litera po literze z tym, co zapisano.',
    },
    sheet: {
      first: 'Arkusz',
      second: 'Drugi arkusz',
      camera: 'Aparatem',
      'use-camera': 'Użyj aparatu',
      'camera-hint': 'Trzymaj kwadrat przed aparatem. Obraz zostaje na tym urządzeniu.',
      view: 'Co widzi aparat',
      lines: 'Wpisz sześć wierszy',
      line: 'Wiersz {number, number}',
      'line-right': 'Wiersz {number, number} jest poprawny',
      'line-wrong':
        'W wierszu {number, number} jest błąd. Porównaj go z arkuszem znak po znaku. B i 8 są podobne. 0 i D też.',
      checksum: 'Suma kontrolna',
      'checksum-hint': 'Cztery znaki pod wierszami. Możesz je pominąć.',
    },
    submit: 'Otwórz',
    busy: 'Otwieranie. To może potrwać minutę.',
    cancel: 'Anuluj',
    stays:
      'To, co wpiszesz, zostaje na tym urządzeniu. Nie widzimy słów, arkuszy ani zawartości. Jeśli coś się nie zgadza, nic nie zginie: próbuj tyle razy, ile chcesz.',
    none: 'Nie mam nic z tego',
    'none-help':
      'Poszukaj w papierach tej osoby ({sender}): w liście, testamencie, sejfie. Zapytaj jej bliskich oraz notariusza lub wykonawcę testamentu, jeśli jest: może mieć arkusz. Bez słów lub arkusza nikt tego nie otworzy, my też nie. Zachowaj pobrany plik: to, co znajdzie się później, nadal go otworzy.',
    later: 'Nie teraz? Możesz otworzyć to tutaj {until}.',
    download: 'Pobierz zapieczętowaną przesyłkę ({size})',
    'without-script': {
      heading: 'Nie można tego otworzyć w tej przeglądarce.',
      lead: 'To, co zapieczętowane, otwiera się na Twoim urządzeniu. Potrzebna jest do tego nowsza przeglądarka z włączonym JavaScriptem. Nic nie zginęło.',
      steps: [
        'Otwórz tę stronę na nowszym telefonie lub komputerze, jeśli go masz. Może pożyczy Ci go ktoś, komu ufasz.',
        'Możesz też pobrać zapieczętowaną przesyłkę i rozpakować ją na komputerze. Plik open.html, który jest w środku, otwiera ją w przeglądarce, bez internetu. Tekst README.txt mówi, jak otworzyć ją programem „age”.',
      ],
    },
    opened: {
      verified: 'Otwarte. Jest kompletne i nie zmieniło się od zapieczętowania.',
      'verified-while':
        'Otwarte. Początek i koniec są takie jak przy zapieczętowaniu. Każda inna część jest sprawdzana przed odtworzeniem lub zapisaniem.',
      sealed: 'Zapieczętowano: <day>nieznany dzień</day>',
      renamed:
        'Przed otwarciem nazwa brzmiała „<label>inaczej</label>”. Tytuł powyżej zapieczętowano razem z zawartością, więc nikt nie mógł go zmienić.',
      'not-shown':
        'Przeglądarki nie pokazują takich plików. Zapisz go, a potem otwórz na swoim urządzeniu: <name>plik</name>',
      save: 'Zapisz kopię',
      print: 'Drukuj',
      parcel: 'Pobierz zapieczętowaną przesyłkę',
      foot: `Otwarto to tylko na tym urządzeniu. Zamknij tę stronę, a będzie znowu zapieczętowane: możesz otworzyć to w ten sam sposób {until}. ${FOREVER}`,
    },
    faults: {
      incomplete: 'Potrzebne jest wszystkie sześć słów. Jednego jeszcze brakuje.',
      'unknown-words':
        'Jest błąd: jednego słowa nie ma wśród naszych. Potrzeba sześciu słów, każdego tak, jak zostało zapisane.',
      'wrong-words':
        'Te sześć słów tego nie otwiera. Sprawdź kolejność i to, czy należą do tej przesyłki: jej numer to {number}. Jeśli ten numer jest zapisany obok Twoich słów, kopia tutaj może być uszkodzona: pobierz zapieczętowaną przesyłkę ponownie lub użyj arkusza.',
      lines: 'W co najmniej jednym wierszu jest błąd. Porównaj zaznaczone wiersze z arkuszem znak po znaku.',
      checksum:
        'Suma kontrolna nie pasuje do wierszy. Porównaj jeszcze raz wiersze z arkuszem, a potem sumę kontrolną.',
      'same-sheet': 'To dwa razy ten sam arkusz. Potrzebne są dwa różne arkusze, A i B.',
      'no-part': 'Nie mamy części do tej przesyłki. Użyj sześciu słów lub obu arkuszy.',
      'wrong-shares':
        'To jej nie otwiera. Arkusz wydaje się należeć do innej przesyłki: numer tej to {number} i jest wydrukowany na jej arkuszach. Spróbuj drugiego arkusza lub sześciu słów.',
      damaged:
        'Ta kopia jest uszkodzona: nie jest taka jak przy zapieczętowaniu. Nie pokazujemy jej. Nie jest to wina tego, co wpisano. Wczytaj tę stronę ponownie i spróbuj jeszcze raz lub pobierz zapieczętowaną przesyłkę ponownie.',
      'damaged-inside':
        'Jedna część jest uszkodzona: nie jest taka jak przy zapieczętowaniu, więc tu się kończy. Wczytaj tę stronę ponownie i spróbuj jeszcze raz lub pobierz zapieczętowaną przesyłkę ponownie.',
      gone: 'Ta przesyłka nie jest już tu wydawana. Link mógł zostać wycofany lub wygasnąć albo nastąpiło wylogowanie. Wczytaj tę stronę ponownie, aby zobaczyć dlaczego.',
      unreachable: 'Nie udało się teraz z nami połączyć. Nic nie zginęło. Sprawdź połączenie i spróbuj ponownie.',
    },
    cancelled: 'Anulowano. Nic nie zostało otwarte i nic nie zginęło.',
    'too-long':
      'Słowa lub arkusze są prawidłowe. Ta przeglądarka nie może otworzyć tu czegoś tak dużego: niektóre nie mogą tego zrobić w oknie prywatnym. Otwórz tę stronę w zwykłym oknie lub pobierz zapieczętowaną przesyłkę i otwórz ją na komputerze.',
    unplayable:
      'To urządzenie nie pokazuje ani nie odtwarza takich plików. Zapisz kopię i otwórz ją na innym urządzeniu.',
    camera: {
      read: 'Arkusz został odczytany. Możesz teraz otworzyć przesyłkę.',
      'other-item':
        'To arkusz innej przesyłki. Numer na właściwym arkuszu to {number}. Trzymaj przed aparatem inny arkusz.',
      'no-sheet': 'To nie jest kwadrat z arkusza. Jest on na wydrukowanej stronie, obok sześciu wierszy.',
      none: 'Nie można użyć aparatu: nie ma go albo ta strona nie może go używać. Wpisz sześć wierszy.',
    },
  },
  'parcel-texts': {
    'archive-name': 'Zapieczętowana przesyłka',
    'part-file': 'Część od Stillhere.txt',
    part: `Część od Stillhere

Razem z jednym z dwóch arkuszy ta część otwiera zapieczętowaną przesyłkę. Otwórz open.html (ta strona jest po angielsku), wybierz „two sheets, or one sheet and the part from Stillhere” i wpisz te sześć wierszy:

{lines}

Suma kontrolna (Checksum): {checksum}
`,
    readme: `Zapieczętowana przesyłka

Otwiera ją tylko sześć słów albo dwie z trzech części. Nikt inny nie może jej przeczytać, nawet Stillhere.

Łatwy sposób: rozpakuj to archiwum, otwórz open.html w przeglądarce i wybierz trzy pliki .age. Ta strona jest po angielsku. Działa bez internetu i niczego nie wysyła.

Sposób bez przeglądarki wymaga programu „age” (https://age-encryption.org, wersja 1.3 lub nowsza). Wpisz sześć słów małymi literami, z łącznikiem między każdymi dwoma:

  age -d key.age > identity.txt
  age -d -i identity.txt meta.age
  age -d -i identity.txt content.age > original

Drugie polecenie pokazuje nazwę i tytuł. Trzecie zapisuje oryginalny plik: nadaj mu nazwę, którą pokazało drugie. Na koniec usuń identity.txt.

Numer tej przesyłki, jak na jej arkuszach: {number}
`,
  },
};
