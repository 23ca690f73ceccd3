import { dim, stripControls, red, yellow } from './terminal.ts';

/** The fields of a log line (http/logging.ts) that the terminal shows. */
export interface LogRecord {
  level: number;
  time: string;
  msg?: string;
  route?: string | null;
  err?: { type?: string; code?: string; message?: string; stack?: string };
  [field: string]: unknown;
}

const WARN = 40;
const ERROR = 50;

/** Spanish texts of log messages; others are shown as they are. */
const TRANSLATIONS: Record<string, string> = {
  'starting PostgreSQL': 'Iniciando PostgreSQL',
  'PostgreSQL is up': 'PostgreSQL está en marcha',
  'ended PostgreSQL processes left from before': 'Se cerraron procesos de PostgreSQL de una ejecución anterior',
  'PostgreSQL died; starting it again': 'PostgreSQL se detuvo; se inicia de nuevo',
  'PostgreSQL went down and is being started again': 'PostgreSQL se detuvo y se inicia de nuevo',
  'PostgreSQL did not start; trying again': 'PostgreSQL no arrancó; se intenta de nuevo',
  'PostgreSQL did not start': 'PostgreSQL no arrancó',
  'a failed start could not be cleaned up': 'No se pudo detener lo que ya estaba en marcha',
  'the request failed': 'Un pedido falló',
  'the database is away': 'La base de datos no responde',
  'a transaction collided with others at every attempt': 'Un cambio chocó con otros en todos sus intentos',
  'a value passed its schema that the database refused': 'La base de datos rechazó un valor',
  'job done': 'Tarea terminada',
  'job failed': 'Una tarea falló',
  'jobs stopped': 'Tareas detenidas',
  'the job queue reports an error': 'Error en la cola de tareas',
  'the job queue reports a warning': 'Aviso de la cola de tareas',
  'an interval task fails': 'Una tarea periódica falla',
  'an interval task works again': 'Una tarea periódica volvió a funcionar',
  'an effect after the commit failed': 'Un aviso posterior al cambio no salió',
  'the end of the audit chain': 'Fin de la cadena de auditoría',
  'load ended without audience': 'Una carga terminó sin audiencia',
  'load times': 'Carga de audiencia',
  'an attempt at a load failed': 'Un intento de carga falló',
  'the foreign keys of a leaf could not be added yet': 'Un paso de limpieza de una carga espera',
  'the audience in memory could not follow': 'La audiencia en memoria no pudo actualizarse',
  'the audience could not be kept in memory: the database answers':
    'La audiencia no entró en memoria: responde la base de datos',
  'a socket event did not reach the other nodes': 'Un aviso no llegó a los otros nodos',
  'an event broke its contract': 'Un aviso no cumple su contrato',
  'a socket could not be authenticated': 'No se pudo autenticar una conexión',
  'a socket could not be rechecked': 'No se pudo volver a comprobar una conexión',
  'no SMTP_URL: the message is kept as a file': 'Correo guardado como archivo (sin SMTP_URL)',
  'a mail could not be sent yet': 'Un correo no salió todavía',
  'a mail was refused for good; its Inbox copy stays': 'Un correo fue rechazado; queda en la bandeja de entrada',
  'the storage is away: files cannot be stored or read':
    'El almacenamiento no responde: no se pueden guardar ni leer archivos',
  'the disk of DATA_DIR is full: files cannot be stored':
    'El disco de DATA_DIR está lleno: no se pueden guardar archivos',
  stopping: 'Deteniendo…',
  stopped: 'Detenido.',
  'the stop was not clean': 'La detención no fue limpia',
};

const SHOWN = ['job', 'task', 'loadId', 'campaignId', 'mailId', 'head', 'file', 'state', 'reason', 'fault', 'route'];
/** Shown even during a step, without the signal's name. */
const isStop = ({ msg }: LogRecord) => msg === 'stopping' || msg === 'stopped';

const clock = (time: string) => new Date(time).toLocaleTimeString('es-AR', { hour12: false });

function describeRequest({ method, route, status, ms, userId }: LogRecord): string | null {
  const isApi = route?.startsWith('/api') ?? false;
  // Files of the web app would flood the terminal.
  if (!isApi && Number(status) < 400) return null;
  const person = typeof userId === 'number' ? `  usuario ${userId}` : '';
  return `${status} ${method} ${route ?? 'dirección desconocida'}  ${Math.round(Number(ms))} ms${person}`;
}

/** Type, message and first stack frame; the JSON lines have the whole stack. */
function describeError({ type, code, message, stack }: NonNullable<LogRecord['err']>): string {
  const place = stack
    ?.split('\n')[0]
    ?.replace(/^.*?\(?([^/(]+:\d+):\d+\)?$/, '$1')
    .trim();
  return [type, code, message, place && `(${place})`].filter(Boolean).join(' ');
}

function describe(record: LogRecord): string {
  const text = record.msg === undefined ? '' : (TRANSLATIONS[record.msg] ?? record.msg);
  if (isStop(record)) return text;
  const fields = SHOWN.map((name) => record[name]).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  const took = typeof record['ms'] === 'number' ? [`${record['ms']} ms`] : [];
  const fault = record.err ? [describeError(record.err)] : [];
  return [text, ...fields, ...took, ...fault].join('  ');
}

/** One short line per log line; null if not shown. */
export function eventLine(record: LogRecord, columns: number): string | null {
  const description = record.msg === 'request' ? describeRequest(record) : describe(record);
  if (description === null) return null;
  const time = clock(record.time);
  const room = Math.max(columns - time.length - 3, 20);
  const clean = stripControls(description);
  const cut = clean.length > room ? `${clean.slice(0, room - 1)}…` : clean;
  const isFailure = record.level >= ERROR || Number(record['status']) >= 500;
  const paint = isFailure ? red : record.level >= WARN ? yellow : (line: string) => line;
  return `${dim(time)}  ${paint(cut)}`;
}

/** During a step only warnings and errors are shown. */
export const isShown = (record: LogRecord, isInStep: boolean) => !isInStep || record.level >= WARN || isStop(record);
