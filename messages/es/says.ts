const WHY = 'Le escribimos porque {owner} nos dio su dirección como contacto de confianza. No la usamos para nada más.';
const REPLY = '¿Tiene preguntas? Responda a este correo. Su respuesta llega a Stillhere, no a {owner}.';

export const says = {
  'contact-say': {
    heading: 'Qué puede hacer',
    nothing: {
      heading: 'No hacer nada',
      text: 'Está bien así. Las fechas de arriba no cambian. Puede volver a esta página cuando quiera.',
    },
    worried: {
      heading: 'Si algo le preocupa',
      danger: 'Si cree que {owner} está en peligro ahora, llame al número de emergencias de allí.',
      support: 'Escríbanos a <mail>{address}</mail>. No podemos ver lo que se dejó.',
    },
    foot: 'No tiene cuenta con nosotros ni la necesita. Nunca le pedimos dinero ni una contraseña. No pase esta página a nadie: quien tenga el enlace puede responder en su nombre.',
    held: {
      own: 'Nos dijo el {when} que ha sabido de {owner}. Por eso no se envía nada antes del {until}.',
      other: 'Alguien nos dijo que ha sabido de {owner}. Por eso no se envía nada antes del {until}.',
    },
    confirmed: {
      own: 'Nos dijo el {when} que {owner} ha muerto, o no puede responder.',
      count:
        'El silencio por sí solo no decide: antes, {needed, plural, one {un contacto de confianza tiene} other {# contactos de confianza tienen}} que decírnoslo. {given, plural, =0 {Nadie lo ha hecho aún.} one {Una persona lo ha hecho.} other {# personas lo han hecho.}}',
    },
    raised: {
      own: 'Nos dijo el {when} que ha pasado algo. Hemos preguntado a {owner}. Si no hay respuesta, le escribimos a usted y a los demás contactos de confianza de {owner}.',
      ownUntil:
        'Nos dijo el {when} que ha pasado algo. Hemos preguntado a {owner}. Si no hay respuesta hasta el {until}, le escribimos a usted y a los demás contactos de confianza de {owner}.',
      other: 'Alguien nos dijo que ha pasado algo. Estamos preguntando a {owner}, y le escribimos si no hay respuesta.',
    },
    heardStep: {
      heading: 'Ha sabido de {owner}',
      offer:
        'Una llamada, un mensaje o una visita. Entonces todo espera 14 días más, y preguntamos de nuevo a {owner}. Puede hacerlo una vez.',
      open: 'He sabido de esta persona',
      lead: 'Es una buena noticia. Esto es lo que ocurre cuando lo dice.',
      follows: {
        waits: 'Todo espera al menos hasta el {until}.',
        asks: 'Preguntamos de nuevo a {owner}. Una respuesta lo termina todo.',
        others: 'Decimos a los demás contactos de confianza que alguien ha sabido de {owner}. No decimos qué.',
        after: 'Si para entonces {owner} no ha respondido, lo que se dejó se puede enviar desde ese día.',
      },
      submit: 'Sí, he sabido de esta persona',
      note: 'Puede hacerlo una vez. Guardamos su nombre y la hora, y {owner} puede verlos.',
    },
    confirmedStep: {
      heading: 'Sabe que {owner} ha muerto, o no puede responder',
      offer:
        'Por ejemplo, {owner} está en el hospital y no puede hablar, o ha muerto. Aun así, no se envía nada antes de las fechas de arriba.',
      open: 'Sé que ha muerto, o no puede responder',
      lead: 'Sentimos que tenga que estar en esta página. Tómese su tiempo. También puede volver mañana.',
      follows: {
        sends:
          'Cuando {needed, plural, one {usted lo haya dicho} other {# contactos de confianza lo hayan dicho}}, enviamos lo que {owner} dejó a las personas que {owner} eligió. No antes del {first}.',
        asks: 'Hasta entonces seguimos preguntando a {owner}. Si hay respuesta, no se envía nada.',
        heard: 'Si alguien ha sabido de {owner}, eso cuenta más: todo espera 14 días.',
        others: 'Decimos a los demás contactos de confianza que alguien de ustedes ha dicho esto. No decimos quién.',
      },
      name: 'Su nombre completo',
      nameHint: 'Escríbalo como lo escribió {owner}: {name}',
      nameMissing: 'Escriba su nombre: {name}',
      submit: 'Sé que ha muerto, o no puede responder',
      note: 'Si descubre que se equivocó, vuelva y pulse «He sabido de esta persona». Eso cuenta más. Guardamos su nombre y la hora, y {owner} puede verlos.',
    },
    raisedStep: {
      heading: 'Le ha pasado algo a {owner}',
      offer: 'Una muerte, un accidente, una enfermedad: puede decírnoslo, y entonces preguntamos a {owner}.',
      open: 'Ha pasado algo',
      lead: 'Lo sentimos. Esto es lo que ocurre cuando nos lo dice.',
      follows: {
        asks: 'Preguntamos enseguida a {owner}. Si hay respuesta, no ocurre nada más.',
        tells:
          'Si no hay respuesta {days, plural, one {# día} other {# días}} después de que llegue nuestro mensaje, le escribimos a usted y a los demás contactos de confianza de {owner}.',
        sends:
          'Después esperamos {safety, plural, one {# día} other {# días}} más. Solo entonces enviamos lo que {owner} dejó.',
      },
      submit: 'Ha pasado algo',
      note: 'Puede hacerlo dos veces al año. Guardamos su nombre y la hora, y {owner} puede verlos.',
    },
    back: 'Volver',
    done: 'Gracias. Lo hemos anotado.',
    gone: 'Esto ha cambiado entretanto, así que no hemos hecho nada. Así están las cosas ahora.',
    'name-differs': 'Escriba su nombre como lo escribió {owner}: {name}',
    quiet: {
      heading: '{owner} le eligió como contacto de confianza.',
      lead: '{person} pidió a Stillhere que le escribiera si nuestros correos a {owner} quedan sin respuesta.',
      nothing: 'Que sepamos, no ha pasado nada. No necesita hacer nada.',
      removed: 'Usted ya no es uno de los contactos de confianza de {owner}, así que no necesita hacer nada.',
    },
    lead: {
      raised:
        '{person} pidió a Stillhere que le escribiera si un contacto de confianza nos decía que ha pasado algo, y después nuestros correos quedaban sin respuesta.',
    },
  },
  'other-contact-mails': {
    silent: {
      askedUs:
        '{person} pidió a Stillhere que le escribiera si un contacto de confianza nos decía que ha pasado algo, y después nuestros correos quedaban sin respuesta. La última respuesta fue el {date}.',
    },
    days: {
      ifConfirmed:
        'El primer día en que se puede enviar. Ese día solo lo enviamos si {needed, plural, one {un contacto de confianza nos ha dicho} other {# contactos de confianza nos han dicho}} que {owner} ha muerto, o no puede responder.',
    },
    held: {
      subject: 'Alguien ha sabido de {owner}',
      heading: 'Alguien ha sabido de {owner}.',
      headingNamed: '{contact}, alguien ha sabido de {owner}.',
      what: 'Otro contacto de confianza de {person} se lo dijo a Stillhere. No sabemos más que eso.',
      waits: 'Por eso esperamos: no se envía nada antes del {until}. Hemos preguntado de nuevo a {owner}.',
      waitsNot: 'Hemos preguntado de nuevo a {owner}.',
      nothingToDo: 'No necesita hacer nada.',
      now: 'Le escribimos a usted. No se ha enviado nada.',
      why: WHY,
      reply: REPLY,
    },
    confirmed: {
      subject: 'Alguien nos dijo que {owner} no puede responder',
      heading: 'Alguien nos dijo que {owner} no puede responder.',
      headingNamed: '{contact}, alguien nos dijo que {owner} no puede responder.',
      what: 'Otro contacto de confianza de {person} dijo a Stillhere que {owner} ha muerto, o no puede responder. Si es así, lo sentimos mucho.',
      more: '{owner} nos pidió que esperáramos hasta que {needed, plural, one {un contacto de confianza lo diga} other {# contactos de confianza lo digan}}. {given, plural, one {Una persona lo ha dicho} other {# personas lo han dicho}}.',
      heard:
        'Si desde entonces ha sabido de {owner}, dígalo en la página del enlace. Eso cuenta más: todo espera entonces 14 días.',
      now: 'Le escribimos a usted. No se ha enviado nada.',
      why: WHY,
      reply: REPLY,
    },
  },
  'contact-ask-mails': {
    asked: {
      subject: '{owner} le pide que sea su contacto de confianza',
      heading: '{owner} le pide que sea su contacto de confianza.',
      headingNamed: '{contact}, {owner} le pide que sea su contacto de confianza.',
      who: '{person} usa Stillhere, que guarda cartas y archivos para las personas, y le nombró contacto de confianza.',
      nothing: 'No le ha pasado nada a {owner}. Esto es solo una pregunta.',
      means: {
        recipient:
          'Si algún día {owner} deja de respondernos, le escribimos y le decimos qué ocurre después. Quizá también reciba algo que {owner} dejó para usted.',
        witness:
          'Si algún día {owner} deja de respondernos, le escribimos y le decimos qué ocurre después. No recibiría nada más.',
      },
      label: 'Leer y responder',
      note: 'Puede decir que sí o que no, o decirnos que su dirección es otra. No necesita cuenta ni contraseña.',
      why: 'Le escribimos porque {owner} dio su dirección a Stillhere y eligió preguntarle.',
      reply: 'Responda a este correo para hablar con {owner} en {email}.',
    },
  },
  'contact-ask-page': {
    heading: '{owner} le pide que sea su contacto de confianza.',
    lead: '{person} le nombró como alguien a quien avisar si algún día {owner} deja de respondernos.',
    nothing: 'No le ha pasado nada a {owner}.',
    means: {
      recipient: 'Si llega ese día, le escribimos primero. Más tarde quizá reciba algo que {owner} dejó para usted.',
      witness: 'Si llega ese día, le escribimos. {owner} eligió que no reciba nada más.',
    },
    free: 'No cuesta nada, y no necesita cuenta.',
    accept: 'Sí, acepto',
    decline: 'No, prefiero no aceptar',
    other: 'Mi dirección es otra',
    email: 'Su dirección de correo',
    send: 'Enviar esta dirección',
    wrong: 'Escriba una dirección de correo válida',
    answers: {
      none: 'Todavía no ha respondido.',
      accepted: 'Dijo que sí. Gracias. Hemos avisado a {owner}.',
      declined: 'Dijo que no. Hemos avisado a {owner}, que decide qué ocurre ahora.',
    },
    proposed: 'Dio la dirección {email}. {owner} decide si la usamos.',
    mind: 'Puede cambiar su respuesta aquí cuando quiera. Guarde el correo para volver a encontrar esta página.',
    missing: 'Quizá esta persona haya cambiado sus contactos de confianza. No necesita hacer nada.',
  },
};
