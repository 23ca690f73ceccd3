import { INVALID_STATE, PENDING_STATE } from '@campanero/contract/configuration/schemas';

/**
 * The base catalogue. Ids, names and flags of the states are those of rule installation/base-catalogue. Substates and
 * objectives are a sensible beginning that people change under Configuración.
 */
type Flag = 'callback' | 'contactability' | 'effectiveness';
interface SeedState {
  id: number;
  name: string;
  color: string;
  flags: readonly Flag[];
  substates: readonly string[];
}

const state = (
  id: number,
  name: string,
  color: string,
  flags: readonly Flag[] = [],
  substates: readonly string[] = [],
): SeedState => ({ id, name, color, flags, substates });

export const STATES: readonly SeedState[] = [
  state(PENDING_STATE, 'Pendiente', '#e0e0e0'),
  state(
    2,
    'Contactado',
    '#2F80C2',
    ['contactability'],
    ['Pide más información', 'Datos actualizados', 'Deriva a otra persona'],
  ),
  state(3, 'No contesta', '#8D99A6', ['callback'], ['Suena y no atiende', 'Atiende y no responde']),
  state(4, 'Ocupado', '#5C7CA8', ['callback']),
  state(5, 'Contestador automático', '#7A6F9B', ['callback'], ['Se dejó mensaje', 'No se dejó mensaje']),
  state(
    6,
    'Volver a llamar',
    '#E08A1E',
    ['callback', 'contactability'],
    ['Por la mañana', 'Por la tarde', 'Fin de semana'],
  ),
  state(7, 'Número equivocado', '#B5533C', [], ['No conoce a la persona', 'Se mudó']),
  state(8, 'Número inexistente', '#8E3B46'),
  state(
    9,
    'No desea participar',
    '#C2410C',
    ['contactability'],
    ['No tiene tiempo', 'No le interesa', 'Desconfía del llamado', 'Pide no ser llamado'],
  ),
  state(
    10,
    'Participa',
    '#1F8A4C',
    ['contactability', 'effectiveness'],
    ['Confirma asistencia', 'Asiste con acompañante', 'Participa en línea'],
  ),
  state(11, 'Fallecido', '#4B5563'),
  state(
    12,
    'Cortó la comunicación',
    '#D1495B',
    ['callback', 'contactability'],
    ['Al presentarse', 'Durante la conversación'],
  ),
  state(13, 'Fuera de servicio', '#9C6644', ['callback'], ['Línea suspendida', 'Teléfono apagado']),
  state(
    14,
    'Relevamiento por mail',
    '#3A7CA5',
    ['contactability', 'effectiveness'],
    ['Formulario enviado', 'Respuesta recibida'],
  ),
  state(
    15,
    'Relevamiento por WhatsApp',
    '#2A9D8F',
    ['contactability', 'effectiveness'],
    ['Formulario enviado', 'Respuesta recibida'],
  ),
  state(
    16,
    'Encuesta completa',
    '#5B8E2D',
    ['contactability', 'effectiveness'],
    ['Respondida por el titular', 'Respondida por un familiar'],
  ),
  state(INVALID_STATE, 'Inválido', '#7F1D1D'),
];

/** Every attempt may end in one of these, whatever the campaign is about. */
const ATTEMPTS = [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13];
const SURVEY = [14, 15, 16];
const PARTICIPATES = 10;

interface SeedObjective {
  id: number;
  name: string;
  states: readonly number[];
}
const objective = (id: number, name: string, ...own: number[]): SeedObjective => ({
  id,
  name,
  states: [...ATTEMPTS, ...own].toSorted((a, b) => a - b),
});

export const OBJECTIVES: readonly SeedObjective[] = [
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
