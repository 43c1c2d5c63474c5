const DAYS = '{days, plural, one {# día} other {# días}}';
const FROM =
  '{by, select, link {desde el correo de {owner}} account {desde la cuenta de {owner}} other {en nombre de {owner}}}';
const WHY = 'Le escribimos porque {owner} nos dio su dirección como contacto de confianza. No la usamos para nada más.';
const REPLY = '¿Tiene preguntas? Responda a este correo. Su respuesta llega a Stillhere, no a {owner}.';
const TRAVEL =
  'Esto no significa que haya pasado algo. La gente viaja, enferma o pierde el teléfono. Si puede, llame a {owner} o hágale una visita.';

export const contacts = {
  'contact-test-mail': {
    test: {
      subject: 'Una prueba de {owner}: ¿le llega este correo?',
      heading: 'Esto es solo una prueba.',
      headingNamed: '{contact}, esto es solo una prueba.',
      who: '{person} le nombró contacto de confianza en Stillhere y envió esta prueba para ver si le llegan nuestros correos.',
      done: 'Este correo le ha llegado. No necesita hacer nada.',
      nothing: 'No significa que a {owner} le haya pasado algo.',
      later:
        'Stillhere guarda cartas y archivos para las personas. Si algún día {owner} deja de respondernos, le escribiremos desde esta dirección y le diremos qué ocurre después.',
      label: 'Ver qué es Stillhere',
      why: 'Le escribimos porque {owner} dio su dirección a Stillhere y eligió enviarle una prueba.',
      reply: 'Responda a este correo para hablar con {owner} en {email}.',
    },
  },
  'contact-mails': {
    label: 'Ver las novedades',
    days: {
      caption: 'Esto es lo que ocurre después. Nada ocurre antes de estas fechas. Zona horaria: {place}.',
      sent: 'Si {owner} ha dejado algo para usted, se lo enviamos, salvo que antes recibamos una respuesta de {owner}.',
    },
    silent: {
      subject: 'No sabemos nada de {owner} desde el {date}',
      heading: 'No sabemos nada de {owner}.',
      headingNamed: '{contact}, no sabemos nada de {owner}.',
      askedUs: `{person} pidió a Stillhere que le escribiera si nuestros correos quedaban sin respuesta y pasaban ${DAYS}. La última respuesta fue el {date}.`,
      late: 'Este correo le llega tarde. El {when} ya enviamos, en otro correo, lo que {owner} había dejado para sus contactos de confianza.',
      pleaseReach: TRAVEL,
      lateReach:
        'No sabemos por qué no hubo respuesta. Si ha perdido a {owner}, lo sentimos mucho. Si aún puede hablar con {owner}, llame o vaya a verle.',
      stops: 'Para decirnos que todo va bien, {owner} puede entrar en Stillhere o pulsar el botón de nuestros correos.',
      page: 'El enlace abre una página que siempre está al día. No necesita cuenta ni contraseña.',
      news: 'Si tenemos noticias de {owner}, le escribiremos.',
      now: 'Le escribimos a usted. No se ha enviado nada.',
      why: 'Le escribimos porque {owner} le nombró contacto de confianza: alguien con quien hablar cuando no recibimos respuesta. No usamos su dirección para nada más.',
      about: 'Stillhere guarda cartas y archivos. De vez en cuando pregunta a las personas que lo usan si siguen ahí.',
      reply: REPLY,
    },
    allClear: {
      subject: `{by, select, off {Se han desactivado nuestros mensajes sobre {owner}} other {Hemos tenido una respuesta ${FROM}}}`,
      heading: `{by, select, off {Alguien ha desactivado nuestros mensajes sobre {owner}.} other {Hemos tenido una respuesta ${FROM}.}}`,
      headingNamed: `{contact}, {by, select, off {alguien ha desactivado nuestros mensajes sobre {owner}.} other {hemos tenido una respuesta ${FROM}.}}`,
      happened:
        '{by, select, link {Alguien pulsó «I’m Still Here» (sigo aquí) en un correo de Stillhere para {person}.} account {Alguien usó la cuenta de Stillhere de {person}.} off {Alguien los desactivó en la cuenta de Stillhere de {person}.} other {Alguien pulsó «I’m Still Here» (sigo aquí) en uno de nuestros correos para {person}, o usó la cuenta de Stillhere.}}',
      earlier: '{happened} Antes le habíamos escrito que no sabíamos nada de {owner}.',
      notSeen: 'No podemos ver quién fue. Si algo le preocupa, llame a {owner} o hágale una visita.',
      nothingToDo:
        'No necesita hacer nada por nosotros. Por ahora no le enviaremos nada más. Si le enviamos algo que aún no ha abierto, ha vuelto a quedar cerrado.',
      why: WHY,
      reply: REPLY,
    },
    witness: {
      subject: 'Se ha enviado lo que {owner} dejó',
      heading: 'Se ha enviado lo que {owner} dejó.',
      headingNamed: '{contact}, se ha enviado lo que {owner} dejó.',
      happened:
        '{person} pidió a Stillhere que le avisara si esto ocurría. No tuvimos respuesta de {owner}. Por eso, el {when}, empezamos a enviar lo que {owner} había dejado a las personas para quienes es.',
      nothing:
        '{owner} le nombró testigo: alguien que debe saber que esto ha ocurrido, y cuándo. No dejaron nada para usted, y no necesita hacer nada.',
      sorry:
        'No sabemos por qué no hubo respuesta. Si ha perdido a {owner}, lo sentimos mucho. Si aún puede hablar con {owner}, llame o vaya a verle.',
      why: 'Le escribimos porque {owner} le nombró contacto de confianza y testigo. No usamos su dirección para nada más.',
      reply: REPLY,
    },
    undelivered: {
      subject: 'No pudimos entregar a otra persona algo de {owner}',
      heading: 'No pudimos entregar a otra persona algo de {owner}.',
      headingNamed: '{contact}, no pudimos entregar a otra persona algo de {owner}.',
      what: '{person} había pedido a Stillhere que lo entregara, pero no llegó. Lo que usted recibió no se ve afectado.',
      whyYou:
        'No podemos preguntar a {owner}: nuestros correos han quedado sin respuesta. Por eso se lo decimos a usted, como contacto de confianza. No podemos decir qué es ni para quién era.',
      kept: 'No se ha perdido nada. Lo seguimos guardando y no volveremos a intentarlo por nuestra cuenta.',
      pleaseReach:
        'Si puede hablar con {owner}, hágalo, por favor. {owner} puede entrar en Stillhere, ver qué pasó e intentarlo de nuevo.',
      settling:
        'Si ha perdido a {owner}, lo sentimos mucho. Si se ocupa de los asuntos de {owner}, responda a este correo.',
      note: 'Solo le escribimos una vez sobre esto.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-link': {
    waiting: {
      heading: 'No sabemos nada de {owner}.',
      lead: '{person} pidió a Stillhere que le escribiera si nuestros correos quedaban sin respuesta. Número de días que eligió: {days}.',
      last: 'La última respuesta fue el {seen}. Le escribimos el {written}.',
      advice: TRAVEL,
      stops:
        'Para decirnos que todo va bien, {owner} puede entrar en Stillhere o pulsar el botón de nuestros correos. Entonces le escribiremos a usted, y esta página también lo dirá.',
      'nothing-sent': 'No se ha enviado nada.',
      others: '{owner} nombró también a {names}, y quiere que sepan unos de otros.',
      'not-running': 'No se ha enviado nada. Ahora mismo no está previsto enviarle nada.',
      removed: 'Usted ya no es uno de los contactos de confianza de {owner}, así que no se le enviará nada.',
    },
    released: {
      'sent-heading': 'Se ha enviado lo que {owner} dejó.',
      'nothing-heading': 'Seguimos sin saber nada de {owner}.',
      lead: 'No tuvimos respuesta de {person}, así que hicimos lo que {owner} nos había pedido.',
      'lead-on': 'No tuvimos respuesta de {person}. Por eso, el {when}, hicimos lo que {owner} nos había pedido.',
      sorry: 'Si ha perdido a {owner}, lo sentimos mucho.',
      sent: 'Busque en su buzón {email}, también en la carpeta de spam, un correo de Stillhere con el nombre de {owner}. Ese correo abre todo lo que dejaron para usted.',
      pending: 'Un correo de Stillhere con el nombre de {owner} va de camino a {email}.',
      comes: 'Dejaron algo para usted. Lo enviaremos a {email} el {date}.',
      failed:
        'No pudimos entregar nuestro correo en {email}, o se retiró. Responda al mensaje desde el que llegó aquí.',
      undeliverable: 'No pudimos entregar nuestro correo en {email}.',
      'open-lead': 'No necesita ese correo: también puede abrirlo aquí.',
      open: 'Ver lo que dejaron para usted',
      none: 'No dejaron nada para usted, y no necesita hacer nada.',
      undelivered:
        'No pudimos entregar algo que {owner} había dejado para otra persona. Lo seguimos guardando. Si puede hablar con {owner}, hágalo, por favor: {owner} puede entrar e intentarlo de nuevo.',
    },
    ended: { when: 'Eso fue el {when}.' },
    deleted: {
      heading: 'Esta cuenta se ha borrado.',
      lead: 'La persona que le nombró ya no tiene cuenta en Stillhere.',
      advice: 'No se le enviará nada, y no necesita hacer nada.',
    },
  },
  'emergency-link-trouble': {
    missing: 'Pulse otra vez el botón del mensaje. Si la cuenta se ha borrado, sus enlaces ya no funcionan.',
    ours: 'Su enlace sigue siendo válido. Inténtelo de nuevo dentro de unos minutos. Mientras no se nos pueda contactar, no enviamos nada a los contactos de confianza.',
  },
  'account-mails': {
    'owner-deleted': {
      subject: 'Sobre nuestro correo anterior: la cuenta de Stillhere se ha borrado',
      preview: 'No le enviaremos nada más sobre este asunto.',
      heading: 'La cuenta de la que le hablamos se ha borrado.',
      paragraphs: [
        'Hace algún tiempo, Stillhere le escribió porque no teníamos respuesta de una persona que dio su nombre como contacto de confianza. Ahora se ha borrado la cuenta de esa persona. La borró alguien que había iniciado sesión en ella.',
        'Ya no tenemos el nombre de esa persona. Lo encontrará en nuestro correo anterior. Si algo le preocupa, llame a esa persona o hágale una visita.',
        'No le enviaremos nada más, y no necesita hacer nada por nosotros.',
      ],
      label: 'Ir a Stillhere',
      notes: ['Si antes le enviamos otra cosa, su enlace ya no funciona.'],
      why: [
        'Le escribimos porque alguien dio su nombre a Stillhere como contacto de confianza. Este es nuestro último correo.',
        '¿Tiene preguntas? Responda a este correo.',
      ],
    },
  },
  'contact-card': {
    heading: 'Si le pasa algo a {owner}',
    lead: '{contact}, {owner} ({email}) guarda cartas y archivos en Stillhere y dio su nombre como persona a quien avisar.',
    notified:
      'Si {owner} no responde durante {days, plural, one {# día} other {# días}}, le escribimos un correo a {address}. Antes de eso no necesita hacer nada.',
    reach: 'Entonces, si puede, llame a {owner} o hágale una visita. Si {owner} da señales de vida, todo se detiene.',
    later: {
      recipient:
        'Si sigue sin haber respuesta durante {safety, plural, one {# día más} other {# días más}} o más tiempo, le escribimos otra vez, si {owner} dejó algo para usted.',
      witness:
        'Si sigue sin haber respuesta durante {safety, plural, one {# día más} other {# días más}} o más tiempo, le escribimos otra vez para decirle que ha ocurrido.',
    },
    link: 'Cada correo tiene un enlace. No necesita cuenta ni contraseña, y no cuesta nada.',
    sender: 'Nuestros correos vienen de {sender}. Mire también en la carpeta de spam.',
    genuine: 'Cómo comprobar que un correo es auténtico: {page}',
    never: 'Nunca pedimos dinero ni contraseñas.',
  },
};
