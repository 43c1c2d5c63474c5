const FOREVER = 'La descarga sellada se abre sin nosotros, con las seis palabras o dos hojas, para siempre.';

export const sealed = {
  'open-sealed': {
    title: 'Abrir un elemento sellado',
    heading: '{sender} selló esto para usted.',
    'heading-named': '{recipient}, {sender} selló esto para usted.',
    lead: '«{label}» se selló el {sealed} y se le envió el {sent}. Nosotros no podemos abrirlo. Usted sí.',
    ways: {
      legend: '¿Qué tiene?',
      words: 'Seis palabras',
      'words-hint': '{sender} las anotó. Busque entre sus papeles, o en una carta antigua.',
      sheet: 'Una hoja',
      'sheet-hint':
        'Una página impresa con un cuadrado de puntos. Nosotros añadimos la parte que guardamos para usted.',
      two: 'Dos hojas',
      'two-hint': 'La hoja A y la hoja B. Así no hace falta nuestra parte.',
    },
    words: {
      label: 'Palabra {number, number}',
      hint: 'Escríbalas en orden. Da igual si usa mayúsculas.',
      unknown: 'Esta palabra no es una de las nuestras. Compárela con lo que se anotó, letra por letra.',
    },
    sheet: {
      first: 'La hoja',
      second: 'La otra hoja',
      camera: 'Con una cámara',
      'use-camera': 'Usar la cámara',
      'camera-hint': 'Ponga el cuadrado delante de ella. La imagen se queda en este dispositivo.',
      view: 'Lo que ve la cámara',
      lines: 'Escribir las seis líneas',
      line: 'Línea {number, number}',
      'line-right': 'La línea {number, number} es correcta',
      'line-wrong':
        'La línea {number, number} tiene un error. Compárela con la hoja, signo por signo. La B y el 8 se parecen. El 0 y la D también.',
      checksum: 'Suma de control',
      'checksum-hint': 'Los cuatro signos debajo de las líneas. Puede dejarlos en blanco.',
    },
    submit: 'Abrirlo',
    busy: 'Abriendo. Puede tardar un minuto.',
    cancel: 'Cancelar',
    stays:
      'Lo que escriba se queda en este dispositivo. No vemos las palabras, las hojas ni lo que hay dentro. Si algo no encaja, no se pierde nada: inténtelo tantas veces como quiera.',
    none: 'No tengo nada de esto',
    'none-help':
      'Busque entre los papeles de {sender}: en una carta, un testamento, una caja fuerte. Pregunte a las personas cercanas, y al notario o albacea si lo hay: quizá tengan una hoja. Sin las palabras o una hoja nadie puede abrirlo, y nosotros tampoco. Guarde la descarga: lo que aparezca más tarde aún la abrirá.',
    later: '¿Ahora no? Puede abrirlo aquí {until}.',
    download: 'Descargar el elemento sellado ({size})',
    'without-script': {
      heading: 'No se puede abrir en este navegador.',
      lead: 'Lo sellado se abre en su propio dispositivo, y para eso hace falta un navegador más reciente con JavaScript activado. No se ha perdido nada.',
      steps: [
        'Abra esta página en un teléfono u ordenador más reciente, si lo tiene. Alguien de su confianza puede prestarle el suyo.',
        'O descargue el elemento sellado y descomprímalo en un ordenador. El archivo open.html que contiene lo abre en un navegador, sin internet. El texto README.txt explica cómo abrirlo con el programa «age».',
      ],
    },
    opened: {
      verified: 'Abierto. Está completo y no ha cambiado desde que se selló.',
      'verified-while':
        'Abierto. El principio y el final están como se sellaron. Cada una de las otras partes se comprueba antes de reproducirla o guardarla.',
      sealed: 'Sellado el <day>un día desconocido</day>',
      renamed:
        'Antes de abrirlo se llamaba «<label>otra cosa</label>». El título de arriba se selló con él, así que nadie puede haberlo cambiado.',
      'not-shown':
        'Los navegadores no muestran este tipo de archivo. Guárdelo y ábralo en su dispositivo: <name>el archivo</name>',
      save: 'Guardar una copia',
      print: 'Imprimir',
      parcel: 'Descargar el elemento sellado',
      foot: `Solo se abrió en este dispositivo. Cierre esta página y queda sellado otra vez: puede abrirlo de la misma forma {until}. ${FOREVER}`,
    },
    faults: {
      incomplete: 'Hacen falta las seis palabras. Aún falta una.',
      'unknown-words':
        'Hay un error al escribir: una palabra no es de las nuestras. Hacen falta seis palabras, cada una tal como se anotó.',
      'wrong-words':
        'Estas seis palabras no abren este elemento. Compruebe el orden, y que sean de este elemento: su número es {number}. Si ese número está junto a sus palabras, la copia de aquí puede estar dañada: descargue otra vez el elemento sellado, o pruebe con una hoja.',
      lines: 'Hay un error en al menos una línea. Compare las líneas marcadas con la hoja, signo por signo.',
      checksum:
        'La suma de control no corresponde a las líneas. Compare otra vez las líneas con la hoja, y después la suma de control.',
      'same-sheet': 'Es la misma hoja dos veces. Hacen falta dos hojas distintas, la A y la B.',
      'no-part': 'No tenemos ninguna parte de este elemento. Use las seis palabras, o las dos hojas.',
      'wrong-shares':
        'Esto no abre el elemento. La hoja parece ser de otro: el número de este elemento es {number}, y está impreso en sus hojas. Pruebe con la otra hoja, o con las seis palabras.',
      damaged:
        'Esta copia del elemento está dañada: no está como se selló. No la mostramos. La causa no es nada que usted haya escrito. Vuelva a cargar esta página e inténtelo otra vez, o descargue de nuevo el elemento sellado.',
      'damaged-inside':
        'Una parte del elemento está dañada: no está como se selló, así que se detiene aquí. Vuelva a cargar esta página e inténtelo otra vez, o descargue de nuevo el elemento sellado.',
      gone: 'Este elemento ya no se entrega aquí. El enlace puede haberse retirado o haber caducado, o se cerró su sesión. Vuelva a cargar esta página para ver por qué.',
      unreachable:
        'Ahora mismo no se nos pudo contactar. No se ha perdido nada. Compruebe su conexión e inténtelo de nuevo.',
    },
    cancelled: 'Cancelado. No se ha abierto ni se ha perdido nada.',
    'too-long':
      'Las palabras u hojas son correctas. Este navegador no puede abrir aquí algo tan grande: algunos no pueden en una ventana privada. Abra esta página en una ventana normal, o descargue el elemento sellado y ábralo en un ordenador.',
    unplayable:
      'Este dispositivo no muestra ni reproduce este tipo de archivo. Guarde una copia y ábrala en otro dispositivo.',
    camera: {
      read: 'La hoja se ha leído. Ya puede abrir el elemento.',
      'other-item':
        'Esta hoja es de otro elemento. El número de la hoja correcta es {number}. Ponga otra hoja delante de la cámara.',
      'no-sheet': 'Este no es el cuadrado de una hoja. Está en la página impresa, junto a las seis líneas.',
      none: 'No se puede usar la cámara: no hay ninguna, o esta página no puede usarla. Escriba las seis líneas.',
    },
  },
  'parcel-texts': {
    'archive-name': 'Elemento sellado',
    'part-file': 'Parte de Stillhere.txt',
    part: `La parte de Stillhere

Con una de las dos hojas, esta parte abre el elemento sellado. Abra open.html (esa página está en inglés), elija «two sheets, or one sheet and the part from Stillhere» y escriba estas seis líneas:

{lines}

Suma de control (Checksum): {checksum}
`,
    readme: `Un elemento sellado

Solo seis palabras, o dos de tres partes, abren este elemento. Nadie más puede leerlo, tampoco Stillhere.

La forma fácil: descomprima este archivo, abra open.html en un navegador y elija los tres archivos .age. Esa página está en inglés. Funciona sin internet y no envía nada.

La forma sin navegador necesita el programa «age» (https://age-encryption.org, versión 1.3 o posterior). Escriba las seis palabras en minúsculas, con un guion entre cada dos:

  age -d key.age > identity.txt
  age -d -i identity.txt meta.age
  age -d -i identity.txt content.age > original

La segunda orden muestra el nombre y el título. La tercera escribe el archivo original: póngale el nombre que mostró la segunda. Al final, borre identity.txt.

El número de este elemento, como en sus hojas: {number}
`,
  },
};
