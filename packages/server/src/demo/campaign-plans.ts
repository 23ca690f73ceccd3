import type { CampaignStatus } from '@campanero/contract/campaigns/status';

export interface CampaignPlan {
  name: string;
  description: string;
  objective: string;
  external: boolean;
  status: CampaignStatus;
  /** Whole days from today. */
  start: number;
  end: number;
  /** Numbers to call; 0: no audience yet. */
  size: number;
  /** The form or audience of the dashboard that it comes from, instead of a file. */
  form?: string;
  dashboard?: string;
  /** An official id of a district or section that the audience lives in. */
  place?: string | undefined;
  handedOut?: number;
}

type Line = readonly [
  name: string,
  objective: string,
  status: CampaignPlan['status'],
  start: number,
  end: number,
  size: number,
  place?: string,
];

const CITY = '02';
/** Official ids of the city's sections: Comuna 1 is 02007, each next one seven further. */
const comuna = (number: number) => `02${String(number * 7).padStart(3, '0')}`;

/** Start and end are days from today; every status appears on both sides. */
const internalLines = (year: number): readonly Line[] => [
  ['Encuesta de satisfacción · Centros de Salud', 'Encuesta', 'PENDIENTE', 2, 27, 0],
  ['Relevamiento de comercios de cercanía', 'Relevamiento', 'PENDIENTE', 9, 40, 0, comuna(3)],
  [`Presupuesto familiar ${year + 1}: actualización de datos`, 'Actualización de datos', 'PENDIENTE', 12, 60, 0],
  ['Reempadronamiento de adultos mayores', 'Reempadronamiento', 'AUDIENCIA PROCESADA', 2, 33, 6600, CITY],
  ['Jornada de adopción responsable', 'Invitación', 'AUDIENCIA PROCESADA', 4, 21, 420],
  ['Talleres de verano para jubilados', 'Inscripción', 'CARGANDO AUDIENCIA', 5, 30, 0],
  ['Relevamiento de vecinos · Comuna 4', 'Relevamiento', 'EN CURSO', -12, 15, 620, comuna(4)],
  ['Recordatorio de turnos · Hospital Piñero', 'Recordatorio', 'EN CURSO', -20, 12, 520],
  ['Encuesta de arbolado público', 'Encuesta', 'EN CURSO', -27, 9, 380, CITY],
  ['Vacunación antigripal +65, refuerzo', 'Recordatorio', 'EN CURSO', -16, 20, 460, CITY],
  ['Difusión del plan de reciclado', 'Difusión', 'EN CURSO', -9, 25, 350],
  ['Seguimiento de reclamos de alumbrado', 'Seguimiento', 'EN CURSO', -34, 6, 330],
  ['Convocatoria a audiencia pública de transporte', 'Convocatoria', 'EN CURSO', -6, 18, 250],
  ['Actualización de datos · Boleto estudiantil', 'Actualización de datos', 'EN CURSO', -41, 14, 420],
  ['Encuesta de uso de plazas y parques', 'Encuesta', 'PAUSADA', -24, 16, 290, CITY],
  ['Recordatorio de vencimiento de licencias', 'Recordatorio', 'PAUSADA', -15, 22, 210],
  ['Consejo Consultivo de la Comuna 12', 'Convocatoria', 'REVISANDO', -36, -2, 50, comuna(12)],
  ['Encuesta a familias de jardines maternales', 'Encuesta', 'REVISANDO', -44, -4, 50],
  ['Encuesta de movilidad y ciclovías', 'Encuesta', 'FINALIZANDO', -62, -3, 70, CITY],
  ['Talleres culturales de invierno', 'Invitación', 'FINALIZADA', -104, -46, 120],
  ['Operativo frío: seguimiento de personas mayores', 'Seguimiento', 'FINALIZADA', -128, -70, 100, CITY],
  ['Encuesta de calidad del aire', 'Encuesta', 'FINALIZADA', -150, -112, 80],
  ['Vacunación antigripal +65, primera ronda', 'Recordatorio', 'FINALIZADA', -205, -165, 160, CITY],
  ['Reempadronamiento de permisionarios de ferias', 'Reempadronamiento', 'FINALIZADA', -176, -120, 70],
  ['Inscripción a la Escuela de Oficios', 'Inscripción', 'FINALIZADA', -240, -196, 90],
  ['Relevamiento de accesibilidad en edificios', 'Relevamiento', 'FINALIZADA', -228, -180, 80, comuna(14)],
  ['Maratón de la Ciudad: voluntariado', 'Convocatoria', 'FINALIZADA', -96, -60, 60],
  ['Encuesta a usuarios de bibliotecas', 'Encuesta', 'FINALIZADA', -185, -150, 60],
  ['Actualización de datos de becas deportivas', 'Actualización de datos', 'FINALIZADA', -84, -40, 80],
  ['Difusión de puntos verdes', 'Difusión', 'FINALIZADA', -215, -188, 70, CITY],
  ['Seguimiento de egresados de cursos digitales', 'Seguimiento', 'FINALIZADA', -140, -100, 60],
];

const externalLines = (year: number): readonly Line[] => [
  ['Encuesta de turismo receptivo', 'Encuesta', 'PENDIENTE', 6, 36, 0],
  ['Concurso de fachadas: inscripción', 'Inscripción', 'PENDIENTE', 15, 45, 0],
  [`Presupuesto Participativo ${year + 1}`, 'Invitación', 'CARGANDO AUDIENCIA', -4, 19, 290, CITY],
  ['Relevamiento de hogares sin conexión', 'Relevamiento', 'AUDIENCIA PROCESADA', 3, 28, 5200],
  [`Inscripción a Colonias de Verano ${year + 1}`, 'Inscripción', 'EN CURSO', -27, 8, 500, CITY],
  ['Encuesta de seguridad barrial', 'Encuesta', 'EN CURSO', -18, 17, 410, CITY],
  ['Recordatorio de controles pediátricos', 'Recordatorio', 'EN CURSO', -11, 24, 340],
  ['Convocatoria a la Noche de los Museos', 'Convocatoria', 'EN CURSO', -30, 10, 290],
  ['Difusión de la app de estacionamiento', 'Difusión', 'PAUSADA', -19, 13, 200],
  ['Vacunación antigripal +65, segunda ronda', 'Recordatorio', 'REVISANDO', -49, -5, 70, CITY],
  ['Encuesta a comerciantes de centros a cielo abierto', 'Encuesta', 'FINALIZANDO', -58, -6, 50],
  ['Invitación a charlas de huerta urbana', 'Invitación', 'FINALIZADA', -118, -82, 60],
  ['Encuesta de percepción del transporte nocturno', 'Encuesta', 'FINALIZADA', -160, -118, 90, CITY],
  ['Relevamiento de clubes de barrio', 'Relevamiento', 'FINALIZADA', -200, -158, 50],
  ['Reempadronamiento de alumnos de natatorios', 'Reempadronamiento', 'FINALIZADA', -134, -90, 70],
  ['Seguimiento de compostaje domiciliario', 'Seguimiento', 'FINALIZADA', -232, -199, 50],
  ['Convocatoria a multiplicadores barriales', 'Convocatoria', 'FINALIZADA', -78, -38, 50],
];

/** Where an audience comes from other than a file, and how much of it was handed out if not all. */
const EXTRAS: Record<string, Pick<CampaignPlan, 'form' | 'dashboard' | 'handedOut'>> = {
  'Reempadronamiento de adultos mayores': { handedOut: 0 },
  'Jornada de adopción responsable': { form: 'Jornada de adopción responsable', handedOut: 0.6 },
  'Encuesta de arbolado público': { dashboard: 'Vecinos que reclamaron por arbolado' },
  'Difusión del plan de reciclado': { handedOut: 0.8 },
  'Convocatoria a audiencia pública de transporte': { form: 'Audiencia pública de transporte' },
  'Vacunación antigripal +65, primera ronda': { dashboard: 'Mayores de 65 con cobertura municipal' },
  'Inscripción a la Escuela de Oficios': { form: 'Escuela de Oficios' },
  'Relevamiento de hogares sin conexión': { handedOut: 0.5 },
  'Recordatorio de controles pediátricos': { dashboard: 'Familias con controles pediátricos pendientes' },
  'Invitación a charlas de huerta urbana': { form: 'Huerta urbana: charlas abiertas' },
};

const DESCRIPTIONS: Record<string, string> = {
  Encuesta:
    'Consulta breve por teléfono. Presentarse, explicar para qué se usan las respuestas y ofrecer el formulario por mail o WhatsApp.',
  Invitación: 'Invitar a la actividad, contar fecha y lugar, y registrar si la persona participa.',
  Relevamiento:
    'Relevar la situación de cada hogar con el guion adjunto. Se puede completar por teléfono, mail o WhatsApp.',
  Recordatorio: 'Recordar la fecha y confirmar la asistencia. Si no puede, ofrecer una nueva fecha.',
  Inscripción: 'Informar requisitos y cupos, y ayudar a completar la inscripción.',
  Convocatoria: 'Convocar a participar y registrar quién confirma.',
  Reempadronamiento: 'Verificar los datos registrados y explicar cómo completar el trámite.',
  Difusión: 'Contar de qué se trata y responder consultas frecuentes.',
  Seguimiento: 'Preguntar cómo siguió el trámite o la actividad y registrar lo que haga falta resolver.',
  'Actualización de datos': 'Confirmar o corregir los datos de contacto y domicilio.',
};

/** The 48 campaigns of the demo, as they stand on the day of the first start. */
export const campaignPlans = (year: number): CampaignPlan[] =>
  [internalLines(year), externalLines(year)].flatMap((lines, side) =>
    lines.map(([name, objective, status, start, end, size, place]) => ({
      name,
      objective,
      status,
      start,
      end,
      size,
      place,
      external: side === 1,
      description: DESCRIPTIONS[objective]!,
      ...EXTRAS[name],
    })),
  );
