import { ADMIN_HELP } from './admin-help-texts.ts';
import type { HelpText } from './help-text.ts';

/** One for every page, by its name in app/pages.ts, and for the pages before the sign-in. A change of a screen changes its text. */
export const HELP: Readonly<Record<string, HelpText>> = {
  signIn: {
    purpose: 'Aquí se ingresa a Campanero con el correo y la contraseña de su cuenta.',
    tasks: [
      'Escriba su correo y su contraseña, y elija Ingresar.',
      'Si la olvidó, elija «¿Olvidó su contraseña?»: recibirá un correo para crear otra.',
    ],
    rules: [
      'Las cuentas las crea un administrador. La primera vez se entra por el enlace del correo de invitación.',
      'Si su cuenta tiene segundo factor, después se pide un código de la aplicación de su teléfono.',
      'Después de varios intentos fallidos hay que esperar unos minutos.',
      'La sesión dura 8 horas. Si vence, al volver a ingresar se abre la página en la que estaba.',
    ],
  },
  recover: {
    purpose: 'Aquí se pide un enlace para crear una contraseña nueva.',
    tasks: ['Escriba el correo de su cuenta y envíe el pedido.', 'Abra el enlace del correo que recibirá.'],
    rules: [
      'Por seguridad la respuesta es la misma exista o no la cuenta.',
      'Si el correo no llega, revise la carpeta de no deseados o avise a un administrador.',
    ],
  },
  reset: {
    purpose: 'Aquí se crea la contraseña nueva, con el enlace recibido por correo.',
    tasks: ['Escriba la contraseña dos veces y elija Restablecer.', 'Después ingrese con ella.'],
    rules: [
      'El enlace sirve una sola vez y vence a los 60 minutos; el de la invitación, a las 72 horas.',
      'No se aceptan contraseñas muy comunes ni las que contienen su nombre o su correo.',
    ],
  },
  campaigns: {
    purpose: 'Es la lista de las campañas a su alcance, con su estado y sus fechas.',
    tasks: [
      'Busque por nombre o use Filtros; la dirección de la página recuerda lo elegido y se puede compartir.',
      'Desde el menú de cada fila se abre la audiencia, la campaña, sus estadísticas o su edición.',
      'Quien hace llamados empieza con Llamar: se abre su próximo contacto.',
    ],
    rules: [
      'Se puede llamar en las campañas EN CURSO, entre su inicio y su fin y sin pausa; también mientras se les carga más audiencia (PROCESANDO). El número junto a Campañas cuenta las mismas.',
      'Los operadores ven las campañas en las que participan; los roles externos, solo las externas.',
      'El estado cambia solo: no hace falta recargar la página.',
    ],
  },
  campaignCreate: {
    purpose: 'Aquí se crea una campaña en cuatro pasos: Información, Ubicación, Script y Formulario.',
    tasks: [
      'Complete cada paso y avance con Siguiente; con Anterior se vuelve sin perder lo escrito.',
      'En el último paso se crea la campaña y se abre su página.',
    ],
    rules: [
      'Al cambiar entre Interno y Externo se vacían coordinador y operadores, porque son otras personas.',
      'Script: hasta 5 archivos JPG, PNG o PDF, de hasta 5 MB cada uno.',
      'En un PDF con texto se completan en cada llamado {nombre}, {apellido}, {tratamiento}, {operador}, {campaña}, {fecha} y {barrio}; también [nombre], y ____ después de «señora», «hablo con» o «mi nombre es».',
      'Vista previa muestra el script ya completo, con una persona inventada.',
      'Con «Reintentar en otro horario», a quien no atendió se lo vuelve a llamar en otra parte del día: mañana (hasta las 12), mediodía (hasta las 16) o tarde-noche.',
      'La campaña nace PENDIENTE: después se le carga la audiencia.',
    ],
  },
  campaignEdit: {
    purpose: 'Aquí se cambia una campaña que todavía no terminó, y se la pausa, reanuda o finaliza.',
    tasks: [
      'Cambie los datos en cada pestaña y guárdela; un punto marca las pestañas con cambios sin guardar.',
      'En Estados elija qué resultados se pueden registrar en esta campaña.',
      'Pausar, Reanudar y Finalizar están en el menú de la página y piden confirmación.',
    ],
    rules: [
      'En marcha no se cambian Ubicación ni Formulario.',
      'En Script, Vista previa muestra cómo se leerá: {nombre}, {apellido}, {tratamiento}, {operador}, {campaña}, {fecha} y {barrio} se completan en cada llamado.',
      'Con «Reintentar en otro horario», a quien no atendió se lo vuelve a llamar en otra parte del día: mañana (hasta las 12), mediodía (hasta las 16) o tarde-noche.',
      'Un operador que se quita pierde sus contactos sin tocar; los ya tocados esperan que se los reparta de nuevo.',
      'Una campaña finalizada ya no se puede cambiar.',
    ],
  },
  campaign: {
    purpose: 'Muestra los datos de una campaña: fechas, personas, ubicación, guiones y formulario.',
    tasks: [
      'Lea los guiones en la misma página o descárguelos.',
      'Desde sus botones se va a la audiencia, a las estadísticas o, quien puede, a la edición.',
    ],
    rules: ['Mientras se carga una audiencia se ve aquí su avance.', 'Una campaña finalizada solo se puede leer.'],
  },
  campaignDetail: {
    purpose: 'Es la audiencia de una campaña: un contacto por número, con su estado y su operador.',
    tasks: [
      'Busque y filtre contactos; una fila abre la página del contacto.',
      'Quien coordina reparte contactos sin operador con Segmentar, y carga más audiencia con Asignar.',
      'Quien hace llamados ve lo suyo por llamar, con la hora de cada rellamado, abre el script con un botón y empieza con su próximo contacto.',
    ],
    rules: [
      'Pendientes son los nunca llamados; por llamar, además, los que hay que volver a llamar, sin los bloqueados ni los que agotaron sus intentos en la campaña.',
      'Segmentar reparte por igual o según el ritmo de cada operador, hasta 15.000 contactos por operador cada vez.',
      'Los números bloqueados no se reparten ni se llaman, en ninguna campaña.',
      'Un reparto se puede deshacer entero mientras ninguno de sus contactos haya sido tocado.',
    ],
  },
  campaignAssign: {
    purpose: 'Aquí se carga la audiencia de una campaña: desde un archivo, desde el dashboard o desde un formulario.',
    tasks: [
      'En Subir Audiencia elija uno o dos archivos de Excel (.xlsx) o CSV y revise la vista previa antes de confirmar.',
      'Si el archivo de Excel tiene varias hojas, elija en la vista previa la que se carga.',
      'En Dashboard o Formulario busque una audiencia que ya existe e impórtela.',
      'Ver Formato explica las columnas que se reconocen.',
    ],
    rules: [
      'El archivo necesita una columna con el teléfono o el celular; cada archivo, hasta 500 MB.',
      'Una fila con errores se rechaza sola: el informe dice el motivo y permite descargar esas filas.',
      'La carga sigue aunque cierre la página. Si se la cancela o falla, no queda nada de ella.',
    ],
  },
  campaignStatistics: {
    purpose: 'Muestra los resultados de una campaña: llamados hechos, contactados, efectivos y afinidad.',
    tasks: [
      'Elija Desde y Hasta para contar solo lo registrado en ese período.',
      'Quien coordina puede exportar audiencia, llamados y estadísticas.',
    ],
    rules: [
      'Los operadores ven solo lo propio: sus cifras, sus días y el día de hoy frente a lo habitual.',
      'Lo habitual es el promedio de sus últimos cuatro días iguales al de hoy, hasta la misma hora.',
      'Se exporta con la campaña EN CURSO o FINALIZADA; el archivo se prepara aparte y avisa la campana.',
      'Al finalizar la campaña sus cifras quedan fijas.',
    ],
  },
  contact: {
    purpose: 'Es el lugar para llamar: el número, la persona, el guion y el registro del resultado.',
    tasks: [
      'Llame al número y registre el resultado con Llamado; Guardar y siguiente abre el próximo contacto.',
      'Si hay que volver a llamar, ponga día y hora: la campana le avisará.',
      'Lea el guion y tilde sus pasos con el mouse o con Alt P.',
      'Marque en Contactos si la persona participa, falleció, pidió que no la llamen o no es su número.',
    ],
    rules: [
      'Lo subrayado del guion se completó con los datos de este llamado.',
      'El contacto queda reservado para usted mientras la página está abierta.',
      'Primero vienen los rellamados vencidos, después los nunca llamados y al final los reintentos, primero los no probados a esta hora.',
      'Lo escrito se conserva si se corta la conexión o vence la sesión.',
      'Quien pidió que no la llamen queda bloqueada en todas las campañas.',
      'Un resultado registrado no se borra: quien coordina puede corregirlo, con un motivo.',
    ],
  },
  callbacks: {
    purpose: 'Reúne los rellamados que usted prometió: vencidos, de hoy y próximos.',
    tasks: ['Empiece por el vencido más antiguo con Llamar.', 'Busque por nombre o número, o deje una sola campaña.'],
    rules: [
      'A la hora prometida avisa la campana; el sonido se activa en Mi perfil.',
      'Un rellamado con más de 30 minutos de atraso puede tomarlo otro operador de la campaña.',
      'Cualquier resultado que registre en ese contacto lo da por cumplido.',
    ],
  },
  export: {
    purpose: 'Aquí se descarga una exportación que usted pidió.',
    tasks: ['Espere a que esté lista y elija Descargar.'],
    rules: [
      'El archivo vence a las 72 horas; después hay que pedirlo de nuevo.',
      'Cada descarga queda registrada en la auditoría.',
    ],
  },
  statistics: {
    purpose: 'Muestra la marcha de todas las campañas en los últimos ocho meses.',
    tasks: [
      'Elija Generales, Internas o Externas junto al título.',
      'Con Actualizar Estadísticas se vuelven a calcular las cifras.',
      'Cada gráfico se puede ver como tabla.',
    ],
    rules: [
      'Después de actualizar hay que esperar diez minutos para hacerlo otra vez.',
      'El mes en curso está incompleto y así se lo señala.',
    ],
  },
  ...ADMIN_HELP,
  audit: {
    purpose: 'Es el registro de lo que se hizo en el sistema: quién, qué y cuándo.',
    tasks: [
      'Filtre por acción, tipo o fecha.',
      'Abra una fila para ver qué cambió, con el valor anterior y el nuevo.',
      'Quien administra ve junto al título cuándo se comprobó la cadena, y puede comprobarla ahora.',
    ],
    rules: [
      'Los registros no se pueden cambiar ni borrar. Los nombres de campañas y personas se muestran como son hoy.',
      'Administradores y coordinadores ven los de todos; los demás, los propios.',
      'Los registros sobre datos personales de la ciudadanía, y los que nombran correos de usuarios o direcciones de ingreso, los ven solo los administradores.',
    ],
  },
  configGeneral: {
    purpose: 'Son los catálogos que usan las campañas: objetivos, estados y subestados.',
    tasks: ['Elija la pestaña y cree un elemento, o abra una fila para cambiarlo.'],
    rules: [
      'Un elemento desactivado deja de ofrecerse, pero lo ya registrado se conserva.',
      'Los nombres no se repiten, aunque cambien mayúsculas o acentos.',
    ],
  },
  configCreate: {
    purpose: 'Aquí se crea un objetivo, un estado o un subestado.',
    tasks: ['Escriba el nombre y complete lo que pide cada tipo.', 'Con Volver se regresa a la misma pestaña.'],
    rules: [
      'El color de un estado es el de su etiqueta en las listas; el texto siempre se puede leer.',
      'Un estado nuevo se ofrece en una campaña cuando se lo agrega en la edición de ella, en Estados.',
    ],
  },
  configEdit: {
    purpose: 'Aquí se cambia un objetivo, un estado o un subestado.',
    tasks: ['Cambie el nombre o lo demás y guarde.', 'Con Volver se regresa a la misma pestaña.'],
    rules: [
      'El cambio se ve en todas las campañas que lo usan.',
      'Los estados Pendiente e Inválido los maneja el sistema.',
    ],
  },
  configActions: {
    purpose: 'Dice qué significa cada estado: si hay que volver a llamar, si hubo contacto, si fue efectivo.',
    tasks: ['En cada pestaña pase los estados de una lista a la otra y elija Guardar.'],
    rules: [
      'Con Volver a llamar se puede poner día y hora al registrar.',
      'Contactabilidad y Efectividad deciden cómo cuenta un resultado en las estadísticas.',
    ],
  },
  monitorLive: {
    purpose: 'Muestra lo que pasa ahora: quién está llamando, en qué campañas y cómo viene el día.',
    tasks: [
      'Mire primero a quienes piden atención: están arriba, con el motivo en palabras.',
      'Con Pantalla completa se lo muestra en una pared, legible desde lejos.',
    ],
    rules: [
      'Por llamar es lo que queda por hacer: nunca llamado o a volver a llamar con intentos en su campaña, y sin bloquear.',
      'Hay alerta cuando nadie registra por un rato, hay algo por llamar ya y es hora de llamar.',
      'El horario se aprende de las últimas cuatro semanas; al principio, de lunes a viernes de 9 a 20.',
    ],
  },
  monitorGeneral: {
    purpose: 'Compara lo que hizo cada operador en el día, por resultado.',
    tasks: [
      'Elija Interno o Externo.',
      'Porcentaje lleva todas las barras a 100; un clic en la leyenda oculta un resultado.',
    ],
    rules: ['Se actualiza con cada registro.', 'El gráfico se puede ver como tabla.'],
  },
  monitorSingle: {
    purpose: 'Muestra, día por día, lo que registró un operador.',
    tasks: [
      'Elija el operador; después puede limitar las campañas y las fechas.',
      'Tabla muestra las mismas cifras en filas. También se las puede exportar.',
    ],
    rules: ['Campañas y fechas se habilitan con el operador elegido.', 'Solo aparecen los días con llamados.'],
  },
  profile: {
    purpose: 'Aquí están sus datos, su foto, sus preferencias, su contraseña y sus sesiones.',
    tasks: [
      'Suba una foto o quítela: la ve usted en el menú y en la barra lateral.',
      'Elija página de inicio, filas por página, densidad de las tablas, sonido y atajos.',
      'Cambie su contraseña, active el segundo factor y cierre las sesiones que no reconozca.',
    ],
    rules: [
      'Las preferencias se guardan solas y valen en todos sus equipos.',
      'Nombre, correo y rol los cambia un administrador.',
    ],
  },
  mail: {
    purpose: 'Reúne los mensajes que el sistema le envió por correo.',
    tasks: [
      'Abra un mensaje para leerlo; en una pantalla ancha el primero ya está abierto.',
      'Con las flechas del teclado pase de uno a otro.',
      'Si trae una exportación lista, descárguela desde allí.',
    ],
    rules: [
      'Los mensajes sin leer tienen un punto.',
      'Una exportación vence a las 72 horas; el mensaje dice cuánto falta.',
    ],
  },
};
