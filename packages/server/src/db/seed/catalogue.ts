import { INVALID_STATE, PENDING_STATE } from '@campanero/contract/configuration/schemas';

// The base catalogue: states by rule installation/base-catalogue; substates and objectives may be changed by users.

/** `flags`: R callback, C contactability, E effectiveness. `substates` are separated by semicolons. */
const state = (id: number, name: string, color: string, flags = '', substates = '') => ({
  id,
  name,
  color,
  callback: flags.includes('R'),
  contactability: flags.includes('C'),
  effectiveness: flags.includes('E'),
  substates: substates === '' ? [] : substates.split('; '),
});

export const STATES = [
  state(PENDING_STATE, 'Pendiente', '#e0e0e0'),
  state(2, 'Contactado', '#2F80C2', 'C', 'Pide más información; Datos actualizados; Deriva a otra persona'),
  state(3, 'No contesta', '#8D99A6', 'R', 'Suena y no atiende; Atiende y no responde'),
  state(4, 'Ocupado', '#5C7CA8', 'R'),
  state(5, 'Contestador automático', '#7A6F9B', 'R', 'Se dejó mensaje; No se dejó mensaje'),
  state(6, 'Volver a llamar', '#E08A1E', 'RC', 'Por la mañana; Por la tarde; Fin de semana'),
  state(7, 'Número equivocado', '#B5533C', '', 'No conoce a la persona; Se mudó'),
  state(8, 'Número inexistente', '#8E3B46'),
  state(
    9,
    'No desea participar',
    '#C2410C',
    'C',
    'No tiene tiempo; No le interesa; Desconfía del llamado; Pide no ser llamado',
  ),
  state(10, 'Participa', '#1F8A4C', 'CE', 'Confirma asistencia; Asiste con acompañante; Participa en línea'),
  state(11, 'Fallecido', '#4B5563'),
  state(12, 'Cortó la comunicación', '#D1495B', 'RC', 'Al presentarse; Durante la conversación'),
  state(13, 'Fuera de servicio', '#9C6644', 'R', 'Línea suspendida; Teléfono apagado'),
  state(14, 'Relevamiento por mail', '#3A7CA5', 'CE', 'Formulario enviado; Respuesta recibida'),
  state(15, 'Relevamiento por WhatsApp', '#2A9D8F', 'CE', 'Formulario enviado; Respuesta recibida'),
  state(16, 'Encuesta completa', '#5B8E2D', 'CE', 'Respondida por el titular; Respondida por un familiar'),
  state(INVALID_STATE, 'Inválido', '#7F1D1D'),
];

/** The substates of all states, each name once; the id is the place. */
export const SUBSTATES = [...new Set(STATES.flatMap(({ substates }) => substates))];
export const substateId = (name: string) => SUBSTATES.indexOf(name) + 1;

/** Every attempt may end in one of these, whatever the campaign is about. */
const ATTEMPTS = [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13];
const SURVEY = [14, 15, 16];
const PARTICIPATES = 10;

const objective = (id: number, name: string, ...own: number[]) => ({
  id,
  name,
  states: [...ATTEMPTS, ...own].toSorted((one, other) => one - other),
});

export const OBJECTIVES = [
  objective(1, 'Encuesta', ...SURVEY),
  objective(2, 'Invitación', PARTICIPATES),
  objective(3, 'Relevamiento', PARTICIPATES, ...SURVEY),
  objective(4, 'Recordatorio', PARTICIPATES),
  objective(5, 'Inscripción', PARTICIPATES, 14, 15),
  objective(6, 'Convocatoria', PARTICIPATES),
  objective(7, 'Reempadronamiento', 14, 15, 16),
  objective(8, 'Difusión', PARTICIPATES),
  objective(9, 'Seguimiento', PARTICIPATES, ...SURVEY),
  objective(10, 'Actualización de datos', ...SURVEY),
];
