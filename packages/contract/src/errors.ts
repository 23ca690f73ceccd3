/**
 * Every error the API can return: status, the text in the answer and the sentence that users read.
 * `wire` is set only where other clients compare the words (rule api/fixed-wire-texts); everywhere else the Spanish sentence is
 * the wire text.
 */
interface ErrorSpec {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  es: string;
  wire?: string;
  /** The number that other clients compare; 600 is the only one. */
  code?: number;
}

export const SESSION_EXPIRED_TEXT = 'El token ha caducado. Por favor inicie sesión nuevamente.';
export const DEFAULT_ERROR_TEXT =
  'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.';
export const DEFAULT_SUCCESS_TEXT = 'Fue completado con éxito';

export const ERRORS = {
  // General
  BAD_REQUEST: { status: 400, es: 'La solicitud no es válida. Revise los datos e inténtelo de nuevo.' },
  VALIDATION: { status: 400, es: 'Hay datos que corregir.' },
  UNAUTHENTICATED: { status: 401, es: SESSION_EXPIRED_TEXT },
  FORBIDDEN: { status: 403, es: 'Su rol no permite esta acción.' },
  NOT_FOUND: { status: 404, es: 'No se encontró lo que busca.' },
  METHOD_NOT_ALLOWED: { status: 405, es: 'Ese método no está permitido en esta dirección.' },
  REQUEST_TIMEOUT: { status: 408, es: 'La solicitud tardó demasiado en llegar. Inténtelo de nuevo.' },
  CONFLICT: {
    status: 409,
    es: 'Otra persona cambió estos datos mientras tanto. Vuelva a abrirlos e inténtelo de nuevo.',
  },
  TEXT_ERASED: {
    status: 409,
    es: 'Una parte de estos textos se borró porque una persona lo pidió. Lo que usted escribió sobre lo anterior no se guardó: empiece de nuevo con lo que quedó.',
  },
  TOO_LARGE: { status: 413, es: 'El contenido es demasiado grande.' },
  UNSUPPORTED_TYPE: { status: 415, es: 'El tipo de contenido no es válido.' },
  TOO_MANY_REQUESTS: { status: 429, es: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.' },
  INTERNAL: { status: 500, es: DEFAULT_ERROR_TEXT },
  UNAVAILABLE: {
    status: 503,
    es: 'El servicio no está disponible por el momento. Inténtelo de nuevo en unos segundos.',
  },
  COLLISION: { status: 503, es: 'Otras personas estaban cambiando lo mismo. Inténtelo de nuevo en unos segundos.' },

  LOOK_TOO_LONG: {
    status: 503,
    es: 'La búsqueda tardó demasiado y se detuvo. Agregue filtros o elija otro orden e inténtelo de nuevo.',
  },

  // Idempotency
  IDEMPOTENCY_MISMATCH: { status: 422, es: 'Esa clave de idempotencia ya se usó con otro contenido.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, es: 'La misma solicitud todavía se está procesando.' },

  // Authentication
  INVALID_CREDENTIALS: { status: 401, es: 'Correo electrónico o contraseña inválidos' },
  TOO_MANY_ATTEMPTS: { status: 429, es: 'Demasiados intentos fallidos. Espere unos minutos e inténtelo de nuevo.' },
  TOKEN_LOGIN_FAILED: { status: 401, es: 'Failed to login with token.' },
  REFRESH_TOO_EARLY: { status: 422, es: 'La sesión todavía no se puede renovar.' },
  RECOVERY_FAILED: { status: 400, es: 'Envío fallido. Por favor ingrese un correo válido.' },
  RESET_FAILED: { status: 422, es: 'Error. Por favor inténtelo de nuevo.' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, es: 'Antes de seguir, elija una contraseña propia.' },
  SESSION_LOCKED: {
    status: 401,
    es: 'La sesión se bloqueó por falta de actividad. Confirme su identidad para seguir.',
  },
  CONFIRMATION_REQUIRED: { status: 403, es: 'Para hacer este cambio hay que confirmar la identidad.' },
  WRONG_PASSWORD: { status: 422, es: 'La contraseña actual no es correcta.' },
  PASSWORD_UNCHANGED: { status: 422, es: 'La contraseña nueva debe ser distinta de la actual.' },
  PASSWORD_TOO_COMMON: { status: 422, es: 'Esa contraseña es muy fácil de adivinar. Elija otra.' },
  SECOND_FACTOR_REQUIRED: { status: 401, es: 'Escriba el código de su segundo factor para terminar de ingresar.' },
  SECOND_FACTOR_WRONG: {
    status: 422,
    es: 'El código no es correcto o ya se usó. Pruebe con el siguiente y revise la hora de su teléfono.',
  },
  RECOVERY_CODE_WRONG: {
    status: 422,
    es: 'El código de recuperación no es correcto o ya se usó. Cada uno sirve una sola vez.',
  },
  SECOND_FACTOR_UNREADABLE: {
    status: 409,
    es: 'Cambió la clave de esta instalación y los códigos de su aplicación ya no se pueden comprobar. Use un código de recuperación o pida a un administrador que restablezca su segundo factor.',
  },
  SECOND_FACTOR_SETUP_REQUIRED: { status: 403, es: 'Antes de seguir, active el segundo factor: su rol lo exige.' },
  SECOND_FACTOR_ACTIVE: { status: 409, es: 'El segundo factor ya está activo.' },
  SECOND_FACTOR_INACTIVE: { status: 409, es: 'El segundo factor no está activo.' },
  SECOND_FACTOR_NOT_BEGUN: { status: 409, es: 'La activación venció o no se empezó. Empiécela de nuevo.' },
  OWN_SECOND_FACTOR: { status: 422, es: 'Su propio segundo factor se cambia en Mi perfil.' },
  EMAIL_TAKEN: { status: 409, es: 'Ese correo ya está registrado.' },
  REGISTRATION_CLOSED: { status: 403, es: 'El registro está deshabilitado.' },
  CREDENTIALS_IN_ADDRESS: { status: 400, es: 'Las credenciales no se aceptan en la dirección.' },

  // Files
  TOO_MANY_FILES: { status: 400, es: 'Son demasiados archivos.' },
  FILE_TOO_LARGE: { status: 413, es: 'El archivo es demasiado grande.' },
  FILE_TYPE: { status: 415, es: 'El tipo de archivo no está permitido.' },
  IMAGE_TOO_LARGE: { status: 413, es: 'La imagen supera los 40 megapíxeles. Redúzcala e inténtelo de nuevo.' },
  IMAGE_UNREADABLE: { status: 422, es: 'No se pudo leer la imagen. Puede estar dañada: pruebe con otra.' },
  PDF_WITH_SCRIPTS: {
    status: 415,
    es: 'El PDF contiene programas, o está protegido y no se puede revisar. Guárdelo de nuevo como PDF simple.',
  },
  WORKBOOK_PROTECTED: {
    status: 422,
    es: 'El archivo está protegido con contraseña. Quítele la contraseña en Excel y vuelva a elegirlo.',
  },
  WORKBOOK_OLD: {
    status: 415,
    es: 'Es un archivo de un Excel anterior (.xls). Ábralo en Excel y guárdelo como .xlsx.',
  },
  WORKBOOK_MACROS: {
    status: 422,
    es: 'El archivo contiene macros. Guárdelo como «Libro de Excel (.xlsx)», sin macros.',
  },
  WORKBOOK_ODS: { status: 415, es: 'Es un documento de OpenDocument (.ods). Guárdelo como .xlsx o como CSV.' },
  WORKBOOK_BINARY: { status: 415, es: 'Es un libro binario de Excel (.xlsb). Guárdelo como .xlsx.' },
  NO_WORKBOOK: { status: 415, es: 'El archivo no es un libro de Excel (.xlsx).' },
  WORKBOOK_DAMAGED: {
    status: 422,
    es: 'El archivo de Excel está incompleto o dañado. Ábralo en Excel, guárdelo de nuevo y vuelva a elegirlo.',
  },
  WORKBOOK_BOMB: {
    status: 422,
    es: 'El archivo de Excel ocupa demasiado al descomprimirse y no se abre. Guárdelo como CSV.',
  },
  WORKBOOK_ENTITIES: {
    status: 422,
    es: 'El archivo de Excel contiene definiciones XML que un libro no lleva y no se abre. Guárdelo de nuevo desde Excel.',
  },
  WORKBOOK_TEXTS: {
    status: 422,
    es: 'El archivo de Excel tiene más de 200 MB de textos distintos. Guárdelo como CSV.',
  },
  SHEET_UNKNOWN: { status: 422, es: 'El archivo de Excel no tiene la hoja elegida. Elija otra.' },
  FILE_INFECTED: { status: 422, es: 'El archivo contiene un virus y no fue aceptado.' },
  STORAGE_UNAVAILABLE: { status: 503, es: 'No se pudo guardar o leer el archivo. Inténtelo de nuevo en unos minutos.' },
  SCANNER_UNAVAILABLE: { status: 503, es: 'No se pudo revisar el archivo. Inténtelo de nuevo en unos minutos.' },
  NO_FAILED_JOBS: { status: 409, es: 'La cola ya no tiene trabajos fallidos.' },

  // Campaigns
  CAMPAIGN_FINISHED: { status: 409, es: 'La campaña está finalizada y no se puede cambiar.' },
  CAMPAIGN_RUNNING: {
    status: 409,
    es: 'La campaña ya tiene audiencia: ubicación, formulario, objetivo y fecha de inicio ya no se pueden cambiar.',
  },
  CAMPAIGN_NOT_RUNNING: { status: 409, es: 'La campaña no está en marcha.' },
  CAMPAIGN_STATUS: { status: 409, es: 'El estado de la campaña no permite esa acción.' },
  CAMPAIGN_PROCESSING: {
    status: 409,
    es: 'La campaña está siendo procesada. Por favor espere',
    wire: 'Campaign is being processed',
  },
  PERSON_NOT_ALLOWED: { status: 422, es: 'Una de las personas elegidas no está habilitada para esta campaña.' },
  OBJECTIVE_UNKNOWN: { status: 422, es: 'El objetivo elegido no existe.' },
  OBJECTIVE_DISABLED: { status: 422, es: 'El objetivo elegido está desactivado.' },
  STATE_DISABLED: { status: 422, es: 'Uno de los estados elegidos está desactivado.' },
  ERASURE_NOT_CONFIRMED: { status: 422, es: 'Lo escrito no coincide: no se borró nada.' },
  ERASURE_DONE: { status: 409, es: 'Los datos de esta persona ya se borraron o se están borrando.' },
  CANDIDATE_DECIDED: { status: 409, es: 'Otra persona ya decidió sobre ese texto.' },
  REASON_NAMES_PERSON: { status: 422, es: 'El motivo nombra a la persona que se borra. Escríbalo sin sus datos.' },
  UNKNOWN_PLACE: { status: 422, es: 'La ubicación elegida no existe.' },

  // Forms system
  FORM_UNKNOWN: { status: 422, es: 'El formulario no existe.' },
  FORMS_UNAVAILABLE: {
    status: 503,
    es: 'El sistema de formularios no responde por el momento. Inténtelo de nuevo en unos minutos.',
  },

  // Audience
  NO_SPACE: { status: 503, es: 'No hay espacio en el servidor para guardar el archivo. Avise al soporte.' },
  NO_FILE: { status: 400, es: 'Elija al menos un archivo.' },
  LIST_LOADING: { status: 409, es: 'La lista se está cargando. Espere a que termine o cancele la carga.' },
  NUMBER_NOT_LISTED: { status: 409, es: 'El número ya no está en esa lista.' },
  LOAD_NOT_RUNNING: { status: 409, es: 'No hay ninguna carga en marcha.' },
  FORM_EMPTY: { status: 422, es: 'El formulario no tiene contactos disponibles.' },
  DASHBOARD_AUDIENCE_UNKNOWN: { status: 422, es: 'La audiencia no existe en el dashboard.' },
  DASHBOARD_UNAVAILABLE: {
    status: 503,
    es: 'El dashboard telefónico no responde por el momento. Inténtelo de nuevo en unos minutos.',
  },
  TOO_MANY_PER_OPERATOR: {
    status: 422,
    es: 'Se puede asignar hasta un máximo de 15.000 números por operador.',
    wire: 'You cannot assign more than 15.000 calls to one operator at a time.',
  },
  AMOUNT_OVER_TOTAL: {
    status: 422,
    es: 'No se puede asignar una cantidad mayor al total de números.',
    wire: 'Amount is greater than total.',
  },
  NOTHING_TO_SEGMENT: { status: 422, es: 'No hay números sin operador que cumplan los filtros.' },
  SEGMENTATION_TOUCHED: {
    status: 409,
    es: 'La segmentación ya no se puede deshacer: alguno de sus contactos ya fue trabajado.',
  },
  NOTHING_TO_REBALANCE: { status: 422, es: 'Los operadores elegidos no tienen llamados abiertos.' },

  // Statistics
  STATISTICS_LOCKED: {
    status: 429,
    es: 'Las estadísticas se actualizaron hace poco. Espere unos minutos e inténtelo de nuevo.',
  },

  // Calls
  INVALID_OPERATOR: {
    status: 403,
    es: 'No es posible registrar un llamado a un contacto que no está asignado a tu usuario',
    wire: 'Invalid operator',
  },
  CAMPAIGN_NOT_OPEN: {
    status: 422,
    es: 'No fue posible registrar el llamado, la campaña aún no comenzó o ya fue finalizada.',
    code: 600,
  },
  NO_MORE_CONTACTS: { status: 422, es: 'No hay más contactos para llamar.' },
  OUTSIDE_CALLING_HOURS: { status: 422, es: 'Ahora no se llama: está fuera del horario de llamado.' },
  CALLBACK_OUTSIDE_HOURS: {
    status: 422,
    es: 'El rellamado cae fuera del horario de llamado. Elija otra hora o confirme que lo quiere así.',
  },
  CALL_HELD: { status: 409, es: 'Otra persona tiene abierto este contacto en este momento.' },
  NUMBER_HELD: { status: 409, es: 'Otra persona tiene abierto este número en otra campaña en este momento.' },
  NUMBER_INVALID: { status: 422, es: 'El número está marcado como inválido: no se puede registrar un llamado.' },
  CALL_ERASED: {
    status: 410,
    es: 'Los datos de este contacto fueron borrados: no se puede escribir nada más sobre él.',
  },
  NUMBER_BLOCKED: { status: 422, es: 'No se debe llamar a este número.' },
  STATE_NOT_ALLOWED: { status: 422, es: 'Ese estado no se puede elegir en esta campaña.' },
  SUBSTATE_NOT_ALLOWED: { status: 422, es: 'Ese subestado no corresponde al estado elegido.' },
  CALLBACK_NOT_ALLOWED: { status: 422, es: 'El rellamado necesita una fecha futura y un estado que vuelva a llamar.' },
  PERSON_NOT_ON_NUMBER: { status: 422, es: 'Esa persona no está entre las de este número.' },
  ALREADY_CORRECTED: { status: 409, es: 'Ese resultado ya fue corregido: corrija el más reciente.' },
  SAME_OPERATOR: { status: 422, es: 'El llamado ya es de ese operador.' },

  // Exports
  EXPORT_NOT_OFFERED: { status: 409, es: 'Solo se puede exportar mientras la campaña está en curso o finalizada.' },
  EXPORT_NOT_READY: { status: 409, es: 'La exportación todavía no está lista.' },
  EXPORT_NOT_MADE: { status: 409, es: 'La exportación no se completó. Pídala de nuevo.' },
  EXPORT_EXPIRED: { status: 410, es: 'La exportación venció: el archivo se conserva 72 horas. Pídala de nuevo.' },
  EXPORT_OVER: { status: 409, es: 'La exportación ya no se está haciendo.' },
  TOO_MANY_EXPORTS: {
    status: 429,
    es: 'Ya tiene diez exportaciones en marcha. Espere a que termine alguna, o cancélela.',
  },

  // Configuration
  NAME_TAKEN: { status: 422, es: 'Ya existe otro con ese nombre.' },
  SPELLING_TAKEN: { status: 422, es: 'Esa forma de escribirlo ya se recuerda para otro lugar o para este mismo.' },
  SPELLING_OFFICIAL: { status: 422, es: 'Ese ya es un nombre oficial: no hace falta recordarlo.' },
  UNKNOWN_STATE: { status: 422, es: 'Uno de los estados elegidos no existe.' },
  UNKNOWN_SUBSTATE: { status: 422, es: 'Uno de los subestados elegidos no existe.' },
  SYSTEM_STATE: { status: 422, es: 'Ese estado lo maneja el sistema y no se puede cambiar.' },

  HOLIDAY_TAKEN: { status: 422, es: 'Ese día ya figura entre los feriados.' },

  // Personal data
  REQUEST_ANSWERED: { status: 409, es: 'El pedido ya fue respondido y no se puede cambiar.' },
  REQUEST_NOT_DONE: {
    status: 422,
    es: 'Todavía no se hizo todo lo que pide. Hágalo primero o indique por qué se lo da por cumplido.',
  },
  REQUEST_NOT_IDENTIFIED: { status: 422, es: 'Indique primero, en el pedido, cómo se identificó a la persona.' },
  REQUEST_UNFIT: {
    status: 422,
    es: 'Ese pedido no pide esto, es de otra persona o ya se respondió. Vuelva a abrirlo.',
  },

  // Quick panel
  TOO_MANY_NOTES: { status: 422, es: 'Ya tiene 50 notas. Borre alguna antes de agregar otra.' },

  // Users
  OWN_ACCOUNT: { status: 422, es: 'No es posible cambiar los roles ni el estado de su propia cuenta.' },
  USER_DISABLED: { status: 422, es: 'El usuario está deshabilitado: habilítelo antes de enviarle un enlace.' },
  TOO_MANY_LINKS_TO_USER: {
    status: 429,
    es: 'Ya se le enviaron cinco enlaces en la última hora. Espere para enviarle otro.',
  },
  TOO_MANY_LINKS_SENT: {
    status: 429,
    es: 'Envió demasiadas invitaciones y enlaces en la última hora. Espere para enviar más.',
  },
  LAST_ADMINISTRATOR: { status: 422, es: 'Debe quedar al menos un Administrador habilitado.' },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;

export const errorSpec = (code: ErrorCode): ErrorSpec => ERRORS[code];
export const wireText = (code: ErrorCode) => errorSpec(code).wire ?? errorSpec(code).es;
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
