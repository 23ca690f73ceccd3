import { NUMBER_REFUSALS } from './calls/number-refusals.ts';
import { DEFAULT_ERROR_TEXT, READ_TEXTS, SESSION_EXPIRED_TEXT } from './error-texts.ts';
import { OTHER_SPREADSHEETS } from './loads/xlsx/other-spreadsheet.ts';

/** Every error the API can return, by its status, with the sentence that users read. */
const SENTENCES = {
  400: {
    BAD_REQUEST: 'La solicitud no es válida. Revise los datos e inténtelo de nuevo.',
    VALIDATION: 'Hay datos que corregir.',
    RECOVERY_FAILED: 'Envío fallido. Por favor ingrese un correo válido.',
    CREDENTIALS_IN_ADDRESS: 'Las credenciales no se aceptan en la dirección.',
    TOO_MANY_FILES: 'Son demasiados archivos.',
    NO_FILE: 'Elija al menos un archivo.',
    DIRECTORY_LOGOUT_REFUSED: 'El aviso de salida no es válido.',
  },
  401: {
    UNAUTHENTICATED: SESSION_EXPIRED_TEXT,
    INVALID_CREDENTIALS: 'Correo electrónico o contraseña inválidos',
    TOKEN_LOGIN_FAILED: 'Failed to login with token.',
    SESSION_LOCKED: 'La sesión se bloqueó por falta de actividad. Confirme su identidad para seguir.',
    SECOND_FACTOR_REQUIRED: 'Escriba el código de su segundo factor para terminar de ingresar.',
  },
  403: {
    FORBIDDEN: 'Su rol no permite esta acción.',
    PASSWORD_CHANGE_REQUIRED: 'Antes de seguir, elija una contraseña propia.',
    CONFIRMATION_REQUIRED: 'Para hacer este cambio hay que confirmar la identidad.',
    SECOND_FACTOR_SETUP_REQUIRED: 'Antes de seguir, active el segundo factor: su rol lo exige.',
    REGISTRATION_CLOSED: 'El registro está deshabilitado.',
    PASSWORD_SIGN_IN_OFF: 'En esta instalación se ingresa con la cuenta de la ciudad, sin contraseña.',
    DIRECTORY_UNKNOWN_PERSON:
      'Su cuenta de la ciudad no tiene un usuario habilitado en Campanero. Pídalo a quien administra el sistema en su área.',
    DIRECTORY_MAIL_UNVERIFIED:
      'La cuenta de la ciudad no informa un correo verificado, y sin él no se sabe qué usuario es el suyo. Pida a quien administra esas cuentas que lo verifique.',
    DIRECTORY_OTHER_IDENTITY:
      'Ese correo ya está vinculado a otra cuenta de la ciudad. Pida a un administrador de Campanero que la desvincule.',
    SERVICE_ADDRESS_REFUSED: 'La cuenta de servicio no se puede usar desde esta dirección.',
    INVALID_OPERATOR: READ_TEXTS.INVALID_OPERATOR,
  },
  404: { NOT_FOUND: 'No se encontró lo que busca.' },
  405: { METHOD_NOT_ALLOWED: 'Ese método no está permitido en esta dirección.' },
  408: { REQUEST_TIMEOUT: 'La solicitud tardó demasiado en llegar. Inténtelo de nuevo.' },
  409: {
    CONFLICT: 'Otra persona cambió estos datos mientras tanto. Vuelva a abrirlos e inténtelo de nuevo.',
    TEXT_ERASED:
      'Una parte de estos textos se borró porque una persona lo pidió. Lo que usted escribió sobre lo anterior no se guardó: empiece de nuevo con lo que quedó.',
    IDEMPOTENCY_IN_PROGRESS: 'La misma solicitud todavía se está procesando.',
    SECOND_FACTOR_UNREADABLE:
      'Cambió la clave de esta instalación y los códigos de su aplicación ya no se pueden comprobar. Use un código de recuperación o pida a un administrador que restablezca su segundo factor.',
    SECOND_FACTOR_ACTIVE: 'El segundo factor ya está activo.',
    SECOND_FACTOR_INACTIVE: 'El segundo factor no está activo.',
    SECOND_FACTOR_NOT_BEGUN: 'La activación venció o no se empezó. Empiécela de nuevo.',
    EMAIL_TAKEN: 'Ese correo ya está registrado.',
    TOO_MANY_KEYS: 'La cuenta ya tiene tres claves vigentes. Anule una antes de crear otra.',
    NO_FAILED_JOBS: 'La cola ya no tiene trabajos fallidos.',
    REPORT_OVER: 'La campaña ya está cerrada: no queda ningún informe por enviar.',
    CAMPAIGN_FINISHED: 'La campaña está finalizada y no se puede cambiar.',
    CAMPAIGN_RUNNING:
      'La campaña ya tiene audiencia: ubicación, formulario, objetivo y fecha de inicio ya no se pueden cambiar.',
    CAMPAIGN_NOT_RUNNING: 'La campaña no está en marcha.',
    CAMPAIGN_STATUS: 'El estado de la campaña no permite esa acción.',
    CAMPAIGN_PROCESSING: READ_TEXTS.CAMPAIGN_PROCESSING,
    ERASURE_DONE: 'Los datos de esta persona ya se borraron o se están borrando.',
    CANDIDATE_DECIDED: 'Otra persona ya decidió sobre ese texto.',
    LIST_LOADING: 'La lista se está cargando. Espere a que termine o cancele la carga.',
    NUMBER_NOT_LISTED: 'El número ya no está en esa lista.',
    LOAD_NOT_RUNNING: 'No hay ninguna carga en marcha.',
    SAMPLE_DRAWN:
      'La campaña ya tiene una muestra. Libere contactos de la reserva, o quite la muestra para sortear otra.',
    SEGMENTATION_TOUCHED: 'La segmentación ya no se puede deshacer: alguno de sus contactos ya fue trabajado.',
    CALL_HELD: 'Otra persona tiene abierto este contacto en este momento.',
    NUMBER_HELD: NUMBER_REFUSALS.NUMBER_HELD,
    ALREADY_CORRECTED: 'Ese resultado ya fue corregido: corrija el más reciente.',
    QUESTION_CLOSED: 'Otra persona ya cerró esta consulta.',
    SURVEY_CHANGED:
      'La campaña ya no usa ese relevamiento. Vuelva a abrir el contacto; lo que escribió en los demás campos se conserva.',
    SURVEY_ANSWERED: 'La campaña ya tiene respuestas: su relevamiento ya no se puede cambiar por otro.',
    EXPORT_NOT_OFFERED: 'Solo se puede exportar mientras la campaña está en curso o finalizada.',
    EXPORT_NOT_READY: 'La exportación todavía no está lista.',
    EXPORT_NOT_MADE: 'La exportación no se completó. Pídala de nuevo.',
    EXPORT_OVER: 'La exportación ya no se está haciendo.',
    REQUEST_ANSWERED: 'El pedido ya fue respondido y no se puede cambiar.',
  },
  410: {
    CALL_ERASED: 'Los datos de este contacto fueron borrados: no se puede escribir nada más sobre él.',
    EXPORT_EXPIRED: 'La exportación venció: el archivo se conserva 72 horas. Pídala de nuevo.',
  },
  413: {
    TOO_LARGE: 'El contenido es demasiado grande.',
    FILE_TOO_LARGE: 'El archivo es demasiado grande.',
    IMAGE_TOO_LARGE: 'La imagen supera los 40 megapíxeles. Redúzcala e inténtelo de nuevo.',
  },
  415: {
    UNSUPPORTED_TYPE: 'El tipo de contenido no es válido.',
    FILE_TYPE: 'El tipo de archivo no está permitido.',
    PDF_WITH_SCRIPTS:
      'El PDF contiene programas, o está protegido y no se puede revisar. Guárdelo de nuevo como PDF simple.',
    WORKBOOK_OLD: OTHER_SPREADSHEETS.WORKBOOK_OLD,
    WORKBOOK_ODS: OTHER_SPREADSHEETS.WORKBOOK_ODS,
    WORKBOOK_BINARY: OTHER_SPREADSHEETS.WORKBOOK_BINARY,
    NO_WORKBOOK: 'El archivo no es un libro de Excel (.xlsx).',
  },
  422: {
    IDEMPOTENCY_MISMATCH: 'Esa clave de idempotencia ya se usó con otro contenido.',
    REFRESH_TOO_EARLY: 'La sesión todavía no se puede renovar.',
    TOO_MANY_SUBSCRIPTIONS: 'Hay 50 suscripciones, que es lo máximo. Quite una antes de crear otra.',
    DIRECTORY_EXPIRED: 'El ingreso venció o se empezó en otro navegador. Empiece de nuevo.',
    DIRECTORY_CANCELLED: 'El ingreso se canceló antes de terminar.',
    DIRECTORY_REFUSED:
      'La respuesta de la cuenta de la ciudad no es válida y no se aceptó. Empiece de nuevo; si se repite, avise al soporte.',
    DIRECTORY_OTHER_PERSON: 'La cuenta de la ciudad que usó es de otra persona: no se confirmó nada.',
    SIGN_IN_LINK_USED: 'El enlace venció o ya se usó. Pida otro en el servidor.',
    RESET_FAILED: 'Error. Por favor inténtelo de nuevo.',
    WRONG_PASSWORD: 'La contraseña actual no es correcta.',
    PASSWORD_UNCHANGED: 'La contraseña nueva debe ser distinta de la actual.',
    PASSWORD_TOO_COMMON: 'Esa contraseña es muy fácil de adivinar. Elija otra.',
    SECOND_FACTOR_WRONG:
      'El código no es correcto o ya se usó. Pruebe con el siguiente y revise la hora de su teléfono.',
    RECOVERY_CODE_WRONG: 'El código de recuperación no es correcto o ya se usó. Cada uno sirve una sola vez.',
    OWN_SECOND_FACTOR: 'Su propio segundo factor se cambia en Mi perfil.',
    IMAGE_UNREADABLE: 'No se pudo leer la imagen. Puede estar dañada: pruebe con otra.',
    WORKBOOK_PROTECTED: 'El archivo está protegido con contraseña. Quítele la contraseña en Excel y vuelva a elegirlo.',
    WORKBOOK_MACROS: OTHER_SPREADSHEETS.WORKBOOK_MACROS,
    WORKBOOK_DAMAGED:
      'El archivo de Excel está incompleto o dañado. Ábralo en Excel, guárdelo de nuevo y vuelva a elegirlo.',
    WORKBOOK_BOMB: 'El archivo de Excel ocupa demasiado al descomprimirse y no se abre. Guárdelo como CSV.',
    WORKBOOK_ENTITIES:
      'El archivo de Excel contiene definiciones XML que un libro no lleva y no se abre. Guárdelo de nuevo desde Excel.',
    WORKBOOK_TEXTS: 'El archivo de Excel tiene más de 200 MB de textos distintos. Guárdelo como CSV.',
    SHEET_UNKNOWN: 'El archivo de Excel no tiene la hoja elegida. Elija otra.',
    FILE_INFECTED: 'El archivo contiene un virus y no fue aceptado.',
    PERSON_NOT_ALLOWED: 'Una de las personas elegidas no está habilitada para esta campaña.',
    OBJECTIVE_UNKNOWN: 'El objetivo elegido no existe.',
    OBJECTIVE_DISABLED: 'El objetivo elegido está desactivado.',
    SURVEY_MISTAKES: 'El relevamiento tiene preguntas que corregir.',
    SURVEY_ANSWER: 'Una de las respuestas no corresponde a su pregunta.',
    WORKBOOK_TOO_LARGE: 'Son demasiadas respuestas para un libro de Excel. Pídalas en CSV, o menos con un filtro.',
    SURVEY_NONE: 'La campaña no tiene un relevamiento que responder.',
    PERSON_NO_MAIL: 'La persona no tiene un mail guardado. Cárguelo en sus datos y vuelva a enviar el enlace.',
    SURVEY_UNKNOWN: 'El relevamiento elegido no existe o está desactivado.',
    STATE_DISABLED: 'Uno de los estados elegidos está desactivado.',
    ERASURE_NOT_CONFIRMED: 'Lo escrito no coincide: no se borró nada.',
    REASON_NAMES_PERSON: 'El motivo nombra a la persona que se borra. Escríbalo sin sus datos.',
    UNKNOWN_PLACE: 'La ubicación elegida no existe.',
    FORM_UNKNOWN: 'El formulario no existe.',
    CAMPAIGN_WITHOUT_PEOPLE: 'La otra campaña no tiene contactos con esos filtros.',
    FORM_EMPTY: 'El formulario no tiene contactos disponibles.',
    DASHBOARD_AUDIENCE_UNKNOWN: 'La audiencia no existe en el dashboard.',
    TOO_MANY_PER_OPERATOR: READ_TEXTS.TOO_MANY_PER_OPERATOR,
    AMOUNT_OVER_TOTAL: READ_TEXTS.AMOUNT_OVER_TOTAL,
    NOTHING_TO_SEGMENT: 'No hay números sin operador que cumplan los filtros.',
    NOTHING_TO_REBALANCE: 'Los operadores elegidos no tienen llamados abiertos.',
    CAMPAIGN_NOT_OPEN: 'No fue posible registrar el llamado, la campaña aún no comenzó o ya fue finalizada.',
    NO_MORE_CONTACTS: 'No hay más contactos para llamar.',
    OUTSIDE_CALLING_HOURS: 'Ahora no se llama: está fuera del horario de llamado.',
    CALLBACK_OUTSIDE_HOURS:
      'El rellamado cae fuera del horario de llamado. Elija otra hora o confirme que lo quiere así.',
    NUMBER_INVALID: NUMBER_REFUSALS.NUMBER_INVALID,
    NUMBER_BLOCKED: NUMBER_REFUSALS.NUMBER_BLOCKED,
    STATE_NOT_ALLOWED: 'Ese estado no se puede elegir en esta campaña.',
    SUBSTATE_NOT_ALLOWED: 'Ese subestado no corresponde al estado elegido.',
    CALLBACK_NOT_ALLOWED: 'El rellamado necesita una fecha futura y un estado que vuelva a llamar.',
    PERSON_NOT_ON_NUMBER: 'Esa persona no está entre las de este número.',
    SAME_OPERATOR: 'El llamado ya es de ese operador.',
    NAME_TAKEN: 'Ya existe otro con ese nombre.',
    SPELLING_TAKEN: 'Esa forma de escribirlo ya se recuerda para otro lugar o para este mismo.',
    SPELLING_OFFICIAL: 'Ese ya es un nombre oficial: no hace falta recordarlo.',
    UNKNOWN_OPERATOR: 'Ningún usuario habilitado tiene ese correo ni ese interno.',
    UNKNOWN_STATE: 'Uno de los estados elegidos no existe.',
    UNKNOWN_SUBSTATE: 'Uno de los subestados elegidos no existe.',
    SYSTEM_STATE: 'Ese estado lo maneja el sistema y no se puede cambiar.',
    EXTENSION_TAKEN: 'Otra persona ya usa ese interno.',
    HOLIDAY_TAKEN: 'Ese día ya figura entre los feriados.',
    REQUEST_NOT_DONE: 'Todavía no se hizo todo lo que pide. Hágalo primero o indique por qué se lo da por cumplido.',
    REQUEST_NOT_IDENTIFIED: 'Indique primero, en el pedido, cómo se identificó a la persona.',
    REQUEST_UNFIT: 'Ese pedido no pide esto, es de otra persona o ya se respondió. Vuelva a abrirlo.',
    TOO_MANY_NOTES: 'Ya tiene 50 notas. Borre alguna antes de agregar otra.',
    OWN_ACCOUNT: 'No es posible cambiar los roles ni el estado de su propia cuenta.',
    USER_DISABLED: 'El usuario está deshabilitado: habilítelo antes de enviarle un enlace.',
    LAST_ADMINISTRATOR: 'Debe quedar al menos un Administrador habilitado.',
  },
  429: {
    TOO_MANY_REQUESTS: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
    TOO_MANY_ATTEMPTS: 'Demasiados intentos fallidos. Espere unos minutos e inténtelo de nuevo.',
    STATISTICS_LOCKED: 'Las estadísticas se actualizaron hace poco. Espere unos minutos e inténtelo de nuevo.',
    TOO_MANY_EXPORTS: 'Ya tiene diez exportaciones en marcha. Espere a que termine alguna, o cancélela.',
    TOO_MANY_LINKS_TO_USER: 'Ya se le enviaron cinco enlaces en la última hora. Espere para enviarle otro.',
    TOO_MANY_LINKS_SENT: 'Envió demasiadas invitaciones y enlaces en la última hora. Espere para enviar más.',
  },
  500: { INTERNAL: DEFAULT_ERROR_TEXT },
  503: {
    UNAVAILABLE: 'El servicio no está disponible por el momento. Inténtelo de nuevo en unos segundos.',
    COLLISION: 'Otras personas estaban cambiando lo mismo. Inténtelo de nuevo en unos segundos.',
    LOOK_TOO_LONG: 'La búsqueda tardó demasiado y se detuvo. Agregue filtros o elija otro orden e inténtelo de nuevo.',
    STORAGE_UNAVAILABLE: 'No se pudo guardar o leer el archivo. Inténtelo de nuevo en unos minutos.',
    SCANNER_UNAVAILABLE: 'No se pudo revisar el archivo. Inténtelo de nuevo en unos minutos.',
    FORMS_UNAVAILABLE: 'El sistema de formularios no responde por el momento. Inténtelo de nuevo en unos minutos.',
    NO_SPACE: 'No hay espacio en el servidor para guardar el archivo. Avise al soporte.',
    DIRECTORY_DOWN:
      'El ingreso con la cuenta de la ciudad no responde. Inténtelo en unos minutos o use su contraseña, si tiene una.',
    DIRECTORY_SLOW:
      'El ingreso con la cuenta de la ciudad tarda demasiado. Inténtelo en unos minutos o use su contraseña, si tiene una.',
    DIRECTORY_CLIENT:
      'La cuenta de la ciudad no reconoce a Campanero: cambió la clave que los une. Avise a quien administra el servidor.',
    DIRECTORY_CLOCK:
      'La hora de este servidor y la de la cuenta de la ciudad difieren en más de un minuto. Avise a quien administra el servidor.',
    DIRECTORY_KEYS:
      'No se pudo comprobar la firma de la cuenta de la ciudad: sus claves no están publicadas. Inténtelo en unos minutos o avise al soporte.',
    DASHBOARD_UNAVAILABLE: 'El dashboard telefónico no responde por el momento. Inténtelo de nuevo en unos minutos.',
  },
} as const;

type Sentences = typeof SENTENCES;
export type ErrorCode = { [Status in keyof Sentences]: keyof Sentences[Status] }[keyof Sentences];

/** Words in the answer that other clients compare (rule api/fixed-wire-texts); elsewhere the Spanish sentence is the wire text. */
const WIRE_TEXTS: Partial<Record<ErrorCode, string>> & Record<keyof typeof READ_TEXTS, string> = {
  CAMPAIGN_PROCESSING: 'Campaign is being processed',
  TOO_MANY_PER_OPERATOR: 'You cannot assign more than 15.000 calls to one operator at a time.',
  AMOUNT_OVER_TOTAL: 'Amount is greater than total.',
  INVALID_OPERATOR: 'Invalid operator',
};
/** The number that other clients compare; 600 is the only one. */
const NUMBERS: Partial<Record<ErrorCode, number>> = { CAMPAIGN_NOT_OPEN: 600 };

type ErrorSpec = { status: number; es: string; code: number | undefined };
export const ERRORS = Object.fromEntries(
  Object.entries(SENTENCES).flatMap(([status, sentences]) =>
    Object.entries(sentences).map(([name, es]): [string, ErrorSpec] => [
      name,
      { status: Number(status), es, code: NUMBERS[name as ErrorCode] },
    ]),
  ),
) as Record<ErrorCode, ErrorSpec>;

export const wireText = (code: ErrorCode) => WIRE_TEXTS[code] ?? ERRORS[code].es;
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERRORS, code);

/** The body of every 4xx and 5xx. */
export interface ErrorBody {
  message: string;
  error: string;
  code?: number;
  errors?: { field: string; message: string }[];
  requestId?: string;
}
