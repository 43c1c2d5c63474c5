const A_THING =
  '{type, select, text {una carta} image {una imagen} video {un vídeo} audio {una grabación} other {un archivo}}';
const THE_THING =
  '{type, select, text {la carta} image {la imagen} video {el vídeo} audio {la grabación} other {el archivo}}';
const THIS_THING =
  '{type, select, text {esta carta} image {esta imagen} video {este vídeo} audio {esta grabación} other {este archivo}}';
const DID =
  '{type, select, text {le ha escrito} image {le ha dejado una imagen} video {le ha dejado un vídeo} audio {le ha dejado una grabación} other {le ha dejado un archivo}}';
const MADE = '{type, select, text {escrita} image {añadida} video {añadido} audio {añadida} other {añadido}}';
const AND_KEPT = '{type, select, text {guardada} image {guardada} video {guardado} audio {guardada} other {guardado}}';
const OPEN_IT =
  '{type, select, text {Abrir la carta} image {Abrir la imagen} video {Abrir el vídeo} audio {Abrir la grabación} other {Abrir el archivo}}';
const SENT_FOR = 'Stillhere le envía esto en nombre de {person},';

export const recipients = {
  words: {
    someone: 'Alguien',
    identified: '{name} ({email})',
    unidentified: '{name} (dirección de correo no confirmada)',
    quoted: '«{title}»',
    introduces: '{label}:',
    others: '{count} más',
    counted: {
      text: '{count, plural, one {una carta} =2 {dos cartas} other {# cartas}}',
      image: '{count, plural, one {una imagen} =2 {dos imágenes} other {# imágenes}}',
      video: '{count, plural, one {un vídeo} =2 {dos vídeos} other {# vídeos}}',
      audio: '{count, plural, one {una grabación} =2 {dos grabaciones} other {# grabaciones}}',
      file: '{count, plural, one {un archivo} =2 {dos archivos} other {# archivos}}',
    },
  },
  times: { dateAndClock: '{date} a las {clock}', dateAndClockIn: '{date} a las {clock} ({place})' },
  invitations: {
    unnamed: 'usted',
    until: { date: 'hasta el {date}', endless: 'mientras exista Stillhere' },
    delivery: {
      subject: `De {sender}, ${A_THING} para usted: {title}`,
      heading: `{sender} ${DID}.`,
      headingNamed: `{recipient}, {sender} ${DID}.`,
      sentFor: `${SENT_FOR} que nos pidió que lo enviáramos ahora.`,
      sentForKept: `${SENT_FOR} que nos pidió que lo guardáramos para usted hasta el {sent}.`,
      made: `Se titula {title} y fue ${MADE} el {written}.`,
      label: OPEN_IT,
      opening:
        'El enlace abre una página en {host}. No necesita cuenta ni contraseña. Puede abrirla {until}, salvo que {sender} retire el envío.',
      secret: `Cualquier persona que tenga este enlace puede abrir ${THE_THING}.`,
      notForMe: `¿No es para usted? Elija «Esto no es para mí» en esa página. Entonces cerramos ${THE_THING} sin abrir y avisamos a {sender}.`,
      why: `Le escribimos porque {sender} nos dio su dirección para ${THIS_THING}. No la usamos para nada más.`,
      about: 'Stillhere guarda cartas y archivos, y envía cada uno el día elegido.',
      replyToSender: 'Si responde a este correo, su respuesta llega a {sender}, no a Stillhere.',
      replyToUs: '¿Tiene preguntas? Responda a este correo. Su respuesta llega a Stillhere, no a {sender}.',
    },
    asked:
      'Antes de abrirse, la página hace una pregunta. Solo alguien que conoce a {sender} puede responderla. Tómese su tiempo: puede intentarlo más tarde.',
    several: {
      subject: 'De {sender}, para usted: {things}',
      heading: '{sender} ha dejado algo para usted.',
      headingNamed: '{recipient}, {sender} ha dejado algo para usted.',
      sentFor: `${SENT_FOR} que nos pidió que lo enviáramos ahora.`,
      made: '{sender} ha dejado para usted {things}. El primer título es {title}.',
      label: 'Abrir lo que dejaron para usted',
      opening:
        'El enlace abre una página en {host}. No necesita cuenta ni contraseña. Puede abrirla {until}, salvo que {sender} retire el envío.',
      secret: 'Cualquier persona que tenga este enlace puede abrirlo todo.',
      notForMe:
        '¿No es para usted? Elija «Esto no es para mí» en esa página. Entonces lo cerramos todo sin abrir y avisamos a {sender}.',
      why: 'Le escribimos porque {sender} nos dio su dirección para esto. No la usamos para nada más.',
    },
    reminder: {
      subject: 'Nos pidió un recordatorio: algo de {sender}',
      heading: 'Algo de {sender} sigue aquí para usted.',
      headingNamed: '{recipient}, algo de {sender} sigue aquí para usted.',
      asked:
        'Stillhere le escribe porque eligió «Ahora no» y nos pidió que le recordáramos lo que {person} dejó para usted.',
      hurry: 'No hay prisa. Puede abrirlo {until}.',
      label: 'Ir a su página',
      again: '¿Todavía no es el momento? Elija otra vez «Ahora no» en esa página.',
      why: 'Le escribimos porque nos pidió un recordatorio. Lo hacemos una sola vez.',
    },
    release: {
      subject: 'De {sender}, para usted (enviado por Stillhere: sin respuesta desde el {since})',
      heading: '{sender} ha dejado algo para usted.',
      headingNamed: '{recipient}, {sender} ha dejado algo para usted.',
      sentFor: `${SENT_FOR} que quería que lo recibiera si nuestros mensajes quedaban sin respuesta. La última respuesta fue el {since}.`,
      things: '{sender} ha dejado para usted {things}.',
      silent:
        'Preguntamos varias veces y después esperamos el tiempo que {sender} había pedido. No sabemos por qué no hubo respuesta. Si ha perdido a {sender}, lo sentimos mucho.',
      label: 'Abrir lo que dejaron para usted',
      opening:
        'El enlace abre una página en {host}. No necesita cuenta ni contraseña. No hay prisa: puede abrirla {until}.',
      secret: 'Cualquier persona que tenga este enlace puede abrirlo todo.',
      isWell:
        'Si sabe que {sender} está bien, pida a {sender} que entre en Stillhere. Lo que no se haya abierto aún se puede retirar.',
      notForMe: '¿No es para usted? Elija «Esto no es para mí» en esa página. Entonces se cierra todo sin abrir.',
      why: 'Le escribimos porque {sender} le nombró contacto de confianza. No usamos su dirección para nada más.',
      reply: '¿Tiene preguntas? Responda a este correo. Su respuesta llega a Stillhere, no a {sender}.',
    },
    whatsapp:
      'Hola. Stillhere tiene algo para {recipient}: lo dejó con nosotros {sender} para entregarlo ahora. El botón lo abre; no necesita cuenta. Si no es para usted, puede decirlo allí. Responda STOP para no recibir más mensajes nuestros aquí.\n\nAbrir: {link}',
    sms: 'Hola. Stillhere tiene algo para {recipient}: lo dejó con nosotros {sender} para entregarlo ahora. Para abrirlo no necesita cuenta:\n{link}\n¿Es auténtico? Vea {check}. ¿No es para usted? Puede decirlo al abrirlo. Responda STOP para no recibir más mensajes nuestros aquí.',
  },
  'recipient-pages': {
    until: {
      owner: 'hasta el {date}, salvo que {sender} retire el envío',
      release: 'hasta el {date}',
      'owner-endless': 'mientras exista Stillhere, salvo que {sender} retire el envío',
      'release-endless': 'mientras exista Stillhere',
    },
    invitation: {
      title: `{sender} ${DID}`,
      heading: `{sender} ${DID}.`,
      'heading-named': `{recipient}, {sender} ${DID}.`,
      'sent-for': 'Enviado por Stillhere en nombre de {person}. <check>Cómo comprobar que es auténtico</check>',
      'sent-same-day': `{title}, ${MADE} el {written}.`,
      'sent-today': `{title}, ${MADE} el {written} y ${AND_KEPT} para usted hasta hoy, {sent}.`,
      'sent-later': `{title}, ${MADE} el {written} y ${AND_KEPT} para usted hasta el {sent}.`,
      open: OPEN_IT,
      first:
        'Se abre en esta página. No necesita cuenta. Puede volver a abrirlo {until}. También puede guardar una copia.',
      again: 'Ya se ha abierto antes. Puede volver a abrirlo {until}. También puede guardar una copia.',
      seen: '{sender} puede ver cuándo se abre o se guarda por primera vez.',
      refuse: 'Esto no es para mí',
    },
    opened: {
      from: 'De {person}',
      'from-to': 'De {person}, para {recipient}',
      made: '{type, select, text {Escrita} image {Añadida} video {Añadido} audio {Añadida} other {Añadido}} el {written}',
      pages: 'Páginas',
      part: 'Esta página muestra {shown, number} de {count, number} elementos.',
      'first-page': 'Primera página',
      'next-page': 'Página siguiente',
      'save-copy': 'Guardar una copia',
      extend: 'Mantener esta página abierta hasta el {until}',
      keep: 'Puede abrir esta página {until}. Cualquier persona que tenga este enlace puede abrirla: guarde bien el mensaje. Lo que descargue es suyo para siempre.',
      'keep-letter':
        'Puede abrir esta página {until}. Cualquier persona que tenga este enlace puede abrirla: guarde bien el mensaje. También puede imprimir esta página.',
    },
    refuse: {
      title: 'Esto no es para mí',
      heading: '¿No es para usted?',
      lead: '{sender} {type, select, text {escribió {title} a alguien} other {dejó {title} para alguien}} y nos dio la dirección de usted.',
      warning: `Si no es para usted, cerramos ${THE_THING} sin abrir. Este enlace deja de funcionar y avisamos a {sender} de que llegó a la persona equivocada. No se puede deshacer.`,
      submit: 'No es para mí: cerrar',
      back: '{type, select, text {Volver a la carta} image {Volver a la imagen} video {Volver al vídeo} audio {Volver a la grabación} other {Volver al archivo}}',
      'release-lead': '{sender} le nombró contacto de confianza y nos dio su dirección.',
      'release-warning':
        'Si no es para usted, lo cerramos todo sin abrir y este enlace deja de funcionar. No se puede deshacer.',
      'release-back': 'Volver',
      'several-lead': '{sender} dejó varias cosas para alguien y nos dio la dirección de usted.',
      'several-warning':
        'Si no son para usted, lo cerramos todo sin abrir. Este enlace deja de funcionar y avisamos a {sender} de que llegó a la persona equivocada. No se puede deshacer.',
    },
    refused: {
      title: 'Gracias',
      heading: 'Gracias por avisarnos.',
      lead: `Hemos cerrado ${THE_THING} sin abrir y este enlace ya no funciona. Avisaremos a {sender} de que llegó a la persona equivocada.`,
      'several-lead':
        'Lo hemos cerrado todo sin abrir y este enlace ya no funciona. Avisaremos a {sender} de que llegó a la persona equivocada.',
      'release-lead': 'Lo hemos cerrado todo sin abrir y este enlace ya no funciona.',
      advice: 'No necesita hacer nada más. Puede borrar el mensaje.',
    },
    later: {
      lead: '¿Ahora no? Podemos recordárselo:',
      noted: 'Se lo recordaremos el {date}. Puede elegir otro día:',
      choices: { week: 'Dentro de una semana', month: 'Dentro de un mes', year: 'Dentro de un año' },
      heading: 'Puede esperar.',
      done: 'Le escribiremos el {date}, con el mismo enlace.',
      meanwhile:
        'Hasta entonces no ocurre nada. El enlace de su mensaje sigue funcionando, así que puede abrirlo antes.',
      back: 'Volver',
    },
    more: {
      more: 'Todavía llegará algo más de {sender}.',
      last: 'Esto era lo último de {sender}, por lo que sabemos hoy.',
    },
    question: {
      heading: '{sender} tiene una pregunta para usted.',
      lead: 'Aquí hay algo para usted de {person}. Su respuesta muestra que ha llegado a la persona correcta.',
      submit: 'Responder',
      spelling: 'Las mayúsculas, los acentos y los signos no importan.',
      wrong: 'Esa no es la respuesta que tenemos. Pruebe a decirlo de otra forma.',
      later:
        'Intentos en una hora: {tries}. Inténtelo de nuevo dentro de una hora. No se pierde nada, y esta página sigue aquí.',
      patience:
        'No hay prisa. Tiene {tries} intentos en una hora, y más una hora después. Piense en lo que {sender} pudo querer decir: un lugar, un nombre, algo que solo saben ustedes.',
      whom: 'Si no encuentra la respuesta, pregunte a alguien cercano a {sender}: familia, o una amistad antigua. También puede preguntar a {sender}. Nosotros no sabemos la respuesta, así que no podemos decírsela.',
    },
    several: {
      kept: '{things}: Stillhere lo guardó para usted hasta el {sent}.',
      first: 'Se abre en esta página. No necesita cuenta. Puede volver a abrirlo {until}. Puede descargarlo todo.',
    },
    release: {
      title: '{sender} ha dejado algo para usted',
      heading: '{sender} ha dejado algo para usted.',
      'heading-named': '{recipient}, {sender} ha dejado algo para usted.',
      'opened-heading': 'Lo que {sender} dejó para usted',
      'silent-since':
        '{things}. {sender} quería que recibiera esto si nuestros mensajes quedaban sin respuesta. La última respuesta fue el {since}.',
      'is-back':
        '{things}. {sender} quería que recibiera esto si nuestros mensajes quedaban sin respuesta. Después del envío, alguien nos respondió desde la cuenta de {sender}.',
      sorry: 'Si ha perdido a {sender}, lo sentimos mucho.',
      open: 'Abrir lo que dejaron para usted',
      first: 'Se abre en esta página. No necesita cuenta. No hay prisa: puede abrirlo {until}. Puede descargarlo todo.',
      again: 'Ya se ha abierto antes. Puede volver a abrirlo {until}. Puede descargarlo todo.',
      'download-all': 'Descargarlo todo en un ZIP, {size}',
    },
    file: {
      name: '{name}, {size}',
      download:
        '{type, select, image {Descargar la imagen} video {Descargar el vídeo} audio {Descargar la grabación} other {Descargar el archivo}}',
      copied: 'Esta es una copia en tamaño completo que cualquier dispositivo puede mostrar.',
      'original-damaged':
        'Esta es una copia en tamaño completo. El original ha cambiado o se ha dañado en nuestro almacenamiento. Nuestro equipo ha recibido un aviso y lo está revisando.',
      'download-original': 'Descargar el original ({format})',
      'download-original-unnamed': 'Descargar el original',
      away: 'Ahora mismo no podemos acceder a {type, select, image {esta imagen} video {este vídeo} audio {esta grabación} other {este archivo}}. No se ha perdido nada.',
      'try-again': 'Intentarlo de nuevo',
      read: 'Leerlo en una pestaña nueva',
      'if-silent':
        'Si no se reproduce aquí, descargue {type, select, video {el vídeo y ábralo} other {la grabación y ábrala}} en su dispositivo.',
      'few-show':
        'La mayoría de los navegadores no {type, select, image {muestran} other {reproducen}} archivos {format}.',
      'few-show-unnamed':
        'La mayoría de los navegadores no {type, select, image {muestran} other {reproducen}} archivos como este.',
      'small-picture':
        '{type, select, image {Esta es una versión pequeña de la imagen.} other {Esta es una imagen pequeña del vídeo.}}',
      'download-and-open':
        'Descargue {type, select, image {la imagen y ábrala} video {el vídeo y ábralo} other {la grabación y ábrala}} en su dispositivo.',
      sealed: 'Quien lo envió lo selló para que ni siquiera Stillhere pueda abrirlo.',
      'sealed-ways':
        'Lo abren sus seis palabras. También una de sus dos hojas impresas, si quien lo envió las hizo: nosotros añadimos la parte que guardamos. Si no tiene nada de esto, quizá lo tenga alguien cercano a esa persona: pregunte, por favor.',
      'sealed-next':
        'Puede abrirlo aquí, en este navegador. O descárguelo, descomprímalo en un ordenador y abra el archivo open.html en un navegador: funciona sin internet y sin nosotros. La descarga es suya para siempre: guarde una copia en un lugar seguro.',
      'open-sealed': 'Abrirlo aquí',
      'download-parcel': 'Descargar el elemento sellado ({size})',
    },
    copy: {
      written: 'Con fecha del {written}, guardado por Stillhere hasta el {sent}',
      letter: 'Carta',
      'archive-name': 'De {sender}',
      'not-in-archive': 'No está en este archivo',
      damaged: 'Esto ha cambiado o se ha dañado en nuestro almacenamiento, así que no está en este archivo:',
      'damaged-known': 'Ya lo sabemos y lo estamos revisando.',
      away: 'Ahora mismo no podemos acceder a lo que le enviaron. No se ha perdido nada.',
    },
    'no-such-button': 'Esta página no tiene ese botón.',
    trouble: {
      'not-now': 'Ahora mismo no podemos abrirlo.',
      ours: 'Algo no funciona por nuestra parte. Lo que le enviaron está a salvo.',
      'open-again': 'No se ha perdido nada. Abra otra vez el enlace del mensaje y use los botones de su página.',
      'reply-and-say':
        'Si pulsó el botón de un mensaje y sigue viendo esta página, responda a ese mensaje y díganoslo.',
      gone: 'Esto ya no está aquí.',
      'ask-sender': 'La persona que lo envió puede enviarlo de nuevo. Si la conoce, pídaselo.',
      opened: 'Esto ya se ha abierto.',
      'open-with-same-link': 'Puede volver a abrirlo con el mismo enlace.',
      'many-links':
        'Su red nos ha enviado muchos enlaces que no son válidos. Abra el suyo desde el mensaje: así funcionará.',
      damaged: 'No podemos mostrar esto.',
      'tell-sender': 'Si sabe quién lo envió, avísele. Quizá lo tenga en otro lugar y pueda enviárselo de nuevo.',
    },
  },
  'link-refusals': {
    expired: 'Este enlace ha caducado.',
    'not-valid': 'Este enlace no es válido. Pruebe a copiar el enlace entero del mensaje.',
    used: 'Este enlace ya se ha usado, o lo ha reemplazado otro más reciente.',
    'closed-by-recipient': 'Usted nos dijo que esto no era para usted, así que lo cerramos. Aquí no se puede abrir.',
    'not-opened-yet': 'Esto aún no se ha abierto.',
    'answer-first': 'Abra otra vez el enlace del mensaje y responda primero a la pregunta de su página.',
    'ends-before': 'El enlace deja de funcionar antes de eso. Elija un recordatorio más temprano.',
    'cut-off': 'Este enlace no es válido. Pruebe a copiar el enlace entero del mensaje.',
    'taken-back-by-sender': 'Se ha borrado y ya no lo tenemos.',
    replaced: 'Este enlace se ha retirado, o lo ha reemplazado un mensaje más reciente.',
    'kept-until': 'Podía abrir esto hasta el {date}. Esa fecha ya ha pasado.',
    'sender-is-back':
      'Desde entonces, alguien nos ha respondido desde la cuenta de {sender}. Por eso se ha retirado lo que no se había abierto, y usted no necesita hacer nada.',
    'opened-already': 'Esto ya se ha abierto, así que no se puede cerrar sin abrir.',
  },
};
