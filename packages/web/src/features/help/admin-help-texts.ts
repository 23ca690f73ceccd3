import type { HelpText } from './help-text.ts';

/** Of the pages of the navbar's group Admin, by their names in app/pages.ts. */
export const ADMIN_HELP: Readonly<Record<string, HelpText>> = {
  blockLists: {
    purpose:
      'Números que no se llaman en las campañas que respetan las listas: el Registro No Llame y las propias de la ciudad.',
    tasks: [
      'Con Cargar lista se sube un archivo; antes de enviarlo se ve qué columna se lee y qué líneas se rechazarían.',
      'En el menú de cada lista: reemplazar o agregar números, ver sus cargas con el informe, o quitarla con un motivo.',
      'Busque un número para saber qué lo bloquea, desde cuándo y por quién.',
    ],
    rules: [
      'Una lista se respeta desde que su carga termina; mientras tanto vale la anterior.',
      'Cada campaña dice si está exenta por interés público o si las respeta.',
      'Quien pidió que no lo llamen sigue bloqueado en todas.',
      'Con más de 30 días la lista se señala: hay que cargar la versión nueva.',
    ],
  },
  retention: {
    purpose: 'Dice cuánto tiempo se conserva cada cosa y qué vence.',
    tasks: [
      'Con Cambiar el plazo se fija cuántos meses se guardan las personas después del fin de su campaña.',
      'Cada campaña puede tener su propio plazo, o ninguno con un motivo.',
      'Detener la anonimización la para enseguida; Seguir la retoma donde estaba.',
    ],
    rules: [
      'Quien está en otra campaña abierta o dentro de su plazo se conserva.',
      'Los resultados y las cifras no cambian; quien pidió que no lo llamen sigue sin ser llamado.',
    ],
  },
  status: {
    purpose: 'Muestra cómo están los nodos, la base de datos, los trabajos y los sistemas de alrededor.',
    tasks: [
      'Empiece por Qué atender: cada línea dice qué pasa, desde cuándo y qué hacer.',
      'Comprobar ahora pide a cada nodo que mire de nuevo; la página se actualiza sola.',
      'En una cola, Reintentar vuelve a empezar lo que falló; Descartar lo quita para siempre.',
    ],
    rules: [
      'Un nodo que calla 30 segundos se señala y desaparece en un día.',
      'Un certificado se avisa 30 días antes de vencer; un respaldo, a los dos días de no hacerse.',
      'Reintentar y Descartar quedan en la auditoría. Nunca se muestran claves.',
    ],
  },
  personalData: {
    purpose: 'Aquí se busca a la persona que pregunta por sus datos.',
    tasks: [
      'Escriba lo que la persona diga: su número, documento, correo o nombre.',
      'Elija a la persona para ver todo lo que se guarda de ella.',
    ],
    rules: [
      'No importan los puntos, los acentos ni el orden de los nombres.',
      'Cada búsqueda y cada consulta quedan en la auditoría; lo que se escribió para buscar, no.',
    ],
  },
  personalDataPerson: {
    purpose: 'Muestra todo lo que se guarda de una persona y de dónde vino.',
    tasks: [
      'Lea cada dato con su origen, los llamados con sus resultados y quién puso cada marca.',
      'A la derecha están sus pedidos, sus números y las copias: exportaciones, filas rechazadas, avisos y correos.',
      'Con Hacer informe se pide el ZIP que se le entrega; con Rectificar se corrige, con su motivo.',
    ],
    rules: [
      'Otra persona en el mismo número se nombra como tal y tiene su propia página.',
      'Mientras está en revisión, nadie recibe sus números.',
    ],
  },
  dataRequests: {
    purpose: 'Es el registro de lo que las personas piden sobre sus datos, con lo que vence primero arriba.',
    tasks: [
      'Con Registrar pedido se anota uno; al abrirlo se lo atiende y se lo responde.',
      'Con Exportar se pide el registro en CSV.',
    ],
    rules: [
      'Un acceso se responde en diez días corridos; lo demás, en cinco días hábiles sin contar feriados.',
      'Dos días antes del vencimiento avisa la campana de los administradores.',
    ],
  },
  dataRequest: {
    purpose: 'Muestra un pedido y sirve para hacer lo que pide: qué falta, hasta cuándo y quién lo atiende.',
    tasks: [
      'Con Atenderlo yo queda a su nombre.',
      'Vincúlelo con la persona, indique cómo se identificó y haga lo que pide con el botón de cada paso.',
      'Al final, escriba qué se respondió para cerrarlo.',
    ],
    rules: [
      'Un pedido respondido ya no se cambia; se puede quitar quién lo hizo, y se quita solo al terminar el plazo de conservación.',
      'Se cierra como cumplido cuando se hizo todo lo que pide; antes, solo con un motivo, que queda en la auditoría.',
    ],
  },
  users: {
    purpose: 'Es la lista de las cuentas: quiénes pueden ingresar y con qué rol.',
    tasks: [
      'Busque por nombre o filtre por rol o estado.',
      'Con Crear Usuario se invita a una persona; el interruptor habilita o deshabilita su cuenta.',
      'Elija varias con sus casillas para habilitarlas, deshabilitarlas o cambiarles los roles juntas.',
    ],
    rules: [
      'Una cuenta deshabilitada pierde sus sesiones en el acto; antes se elige quién recibe sus llamados por hacer.',
      'Siempre queda al menos un administrador, y nadie cambia sus propios roles.',
    ],
  },
  firstDay: {
    purpose: 'Es el camino de una instalación vacía a su primera campaña.',
    tasks: [
      'Ponga el nombre y el logo de la ciudad, pruebe el correo y elija el distrito.',
      'Invite a las personas y cree la primera campaña de una plantilla.',
    ],
    rules: [
      'Cada paso se marca hecho solo; puede dejarlos y retomarlos cuando quiera.',
      'El logo es PNG o JPG; se guarda hecho de nuevo, sin los datos que traía la imagen.',
    ],
  },
  userImport: {
    purpose: 'Aquí se crean muchas cuentas de una vez desde un archivo CSV o Excel.',
    tasks: [
      'Descargue la plantilla, complétela con nombre, apellido, correo, roles y lado, y elija el archivo.',
      'Revise qué filas están bien y cuáles no; descargue las filas con errores para corregirlas.',
      'Con Crear se crean todas las filas correctas y cada persona recibe su invitación.',
    ],
    rules: [
      'Hasta 1000 filas por archivo. Los correos que ya tienen cuenta no se cambian.',
      'Se crean todas las filas correctas o ninguna.',
    ],
  },
  userCreate: {
    purpose: 'Aquí se crea la cuenta de una persona.',
    tasks: ['Escriba nombre, apellido y correo, y elija al menos un rol.', 'Al guardar se envía la invitación.'],
    rules: [
      'La persona crea su propia contraseña con el enlace del correo.',
      'El rol más alto decide qué puede ver y hacer.',
    ],
  },
  user: {
    purpose: 'Muestra la cuenta de una persona, su último ingreso y sus sesiones abiertas.',
    tasks: [
      'Envíe un enlace para que la persona cambie su contraseña.',
      'Cierre sus sesiones, o deshabilite la cuenta con el interruptor.',
      'Si perdió el teléfono de su segundo factor, restablézcalo.',
    ],
    rules: ['Habilitar y deshabilitar piden confirmación.', 'Cada cambio queda en la auditoría.'],
  },
  userEdit: {
    purpose: 'Aquí se cambian el nombre, el correo y los roles de una cuenta.',
    tasks: ['Cambie lo necesario y guarde.'],
    rules: [
      'Con otro correo se avisa a las dos direcciones, y los enlaces enviados a la anterior dejan de valer.',
      'Los roles nuevos valen enseguida. Si la persona cambia de interno a externo, suelta sus contactos.',
      'Nadie cambia sus propios roles.',
    ],
  },
  callingRules: {
    purpose: 'Aquí se fija cuándo y cuántas veces se llama a un número, para todas las campañas sin reglas propias.',
    tasks: [
      'Elija los horarios de cada día, los intentos y la pausa, y guarde.',
      'Agregue, mueva o quite feriados. Vienen los nacionales de 2026 y 2027.',
    ],
    rules: [
      'Fuera de horario no se entregan contactos y Llamado espera, con el motivo y la hora. Registrar lo hablado se puede siempre.',
      'Un rellamado acordado no espera la pausa, pero sí respeta los intentos.',
      'Una campaña puede tener reglas propias: se cargan al crearla o editarla y reemplazan a estas por completo.',
      'Contando todas las campañas, los intentos en total no incluyen las ya finalizadas. Por llamar descuenta sólo los agotados en la propia campaña; al pedir el próximo contacto cuentan todas.',
    ],
  },
};
