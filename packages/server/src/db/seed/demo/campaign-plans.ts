import type { CampaignPlan } from './world.ts';

type Extra = Partial<Pick<CampaignPlan, 'source' | 'place' | 'handedOut'>>;
type Line = readonly [
  name: string,
  objective: string,
  status: CampaignPlan['status'],
  start: number,
  end: number,
  size: number,
  extra?: Extra,
];

const CITY = '02';
/** Official ids of the city's sections: Comuna 1 is 02007, each next one seven further. */
const comuna = (number: number) => `02${String(number * 7).padStart(3, '0')}`;

/** Start and end are days from today; every status appears on both sides. */
const internalLines = (year: number): readonly Line[] => [
  ['Encuesta de satisfacción · Centros de Salud', 'Encuesta', 'PENDIENTE', 2, 27, 0],
  ['Relevamiento de comercios de cercanía', 'Relevamiento', 'PENDIENTE', 9, 40, 0, { place: comuna(3) }],
  [`Presupuesto familiar ${year + 1}: actualización de datos`, 'Actualización de datos', 'PENDIENTE', 12, 60, 0],
  [
    'Reempadronamiento de adultos mayores',
    'Reempadronamiento',
    'AUDIENCIA PROCESADA',
    2,
    33,
    1450,
    { place: CITY, handedOut: 0 },
  ],
  [
    'Jornada de adopción responsable',
    'Invitación',
    'AUDIENCIA PROCESADA',
    4,
    21,
    420,
    { source: 'form', handedOut: 0.6 },
  ],
  ['Talleres de verano para jubilados', 'Inscripción', 'CARGANDO AUDIENCIA', 5, 30, 0],
  ['Relevamiento de vecinos · Comuna 4', 'Relevamiento', 'EN CURSO', -12, 15, 1120, { place: comuna(4) }],
  ['Recordatorio de turnos · Hospital Piñero', 'Recordatorio', 'EN CURSO', -20, 12, 940],
  ['Encuesta de arbolado público', 'Encuesta', 'EN CURSO', -27, 9, 690, { place: CITY, source: 'dashboard' }],
  ['Vacunación antigripal +65, refuerzo', 'Recordatorio', 'EN CURSO', -16, 20, 840, { place: CITY }],
  ['Difusión del plan de reciclado', 'Difusión', 'EN CURSO', -9, 25, 630, { handedOut: 0.8 }],
  ['Seguimiento de reclamos de alumbrado', 'Seguimiento', 'EN CURSO', -34, 6, 600],
  ['Convocatoria a audiencia pública de transporte', 'Convocatoria', 'EN CURSO', -6, 18, 450, { source: 'form' }],
  ['Actualización de datos · Boleto estudiantil', 'Actualización de datos', 'EN CURSO', -41, 14, 770],
  ['Encuesta de uso de plazas y parques', 'Encuesta', 'PAUSADA', -24, 16, 530, { place: CITY }],
  ['Recordatorio de vencimiento de licencias', 'Recordatorio', 'PAUSADA', -15, 22, 380],
  ['Consejo Consultivo de la Comuna 12', 'Convocatoria', 'REVISANDO', -36, -2, 430, { place: comuna(12) }],
  ['Encuesta a familias de jardines maternales', 'Encuesta', 'REVISANDO', -44, -4, 500],
  ['Encuesta de movilidad y ciclovías', 'Encuesta', 'FINALIZANDO', -62, -3, 620, { place: CITY }],
  ['Talleres culturales de invierno', 'Invitación', 'FINALIZADA', -104, -46, 1090],
  ['Operativo frío: seguimiento de personas mayores', 'Seguimiento', 'FINALIZADA', -128, -70, 950, { place: CITY }],
  ['Encuesta de calidad del aire', 'Encuesta', 'FINALIZADA', -150, -112, 790],
  [
    'Vacunación antigripal +65, primera ronda',
    'Recordatorio',
    'FINALIZADA',
    -205,
    -165,
    1440,
    { place: CITY, source: 'dashboard' },
  ],
  ['Reempadronamiento de permisionarios de ferias', 'Reempadronamiento', 'FINALIZADA', -176, -120, 650],
  ['Inscripción a la Escuela de Oficios', 'Inscripción', 'FINALIZADA', -240, -196, 840, { source: 'form' }],
  ['Relevamiento de accesibilidad en edificios', 'Relevamiento', 'FINALIZADA', -228, -180, 680, { place: comuna(14) }],
  ['Maratón de la Ciudad: voluntariado', 'Convocatoria', 'FINALIZADA', -96, -60, 590],
  ['Encuesta a usuarios de bibliotecas', 'Encuesta', 'FINALIZADA', -185, -150, 560],
  ['Actualización de datos de becas deportivas', 'Actualización de datos', 'FINALIZADA', -84, -40, 710],
  ['Difusión de puntos verdes', 'Difusión', 'FINALIZADA', -215, -188, 630, { place: CITY }],
  ['Seguimiento de egresados de cursos digitales', 'Seguimiento', 'FINALIZADA', -140, -100, 520],
];

const externalLines = (year: number): readonly Line[] => [
  ['Encuesta de turismo receptivo', 'Encuesta', 'PENDIENTE', 6, 36, 0],
  ['Concurso de fachadas: inscripción', 'Inscripción', 'PENDIENTE', 15, 45, 0],
  [`Presupuesto Participativo ${year + 1}`, 'Invitación', 'CARGANDO AUDIENCIA', -4, 19, 490, { place: CITY }],
  ['Relevamiento de hogares sin conexión', 'Relevamiento', 'AUDIENCIA PROCESADA', 3, 28, 800, { handedOut: 0.5 }],
  [`Inscripción a Colonias de Verano ${year + 1}`, 'Inscripción', 'EN CURSO', -27, 8, 900, { place: CITY }],
  ['Encuesta de seguridad barrial', 'Encuesta', 'EN CURSO', -18, 17, 740, { place: CITY }],
  ['Recordatorio de controles pediátricos', 'Recordatorio', 'EN CURSO', -11, 24, 620, { source: 'dashboard' }],
  ['Convocatoria a la Noche de los Museos', 'Convocatoria', 'EN CURSO', -30, 10, 530],
  ['Difusión de la app de estacionamiento', 'Difusión', 'PAUSADA', -19, 13, 360],
  ['Vacunación antigripal +65, segunda ronda', 'Recordatorio', 'REVISANDO', -49, -5, 630, { place: CITY }],
  ['Encuesta a comerciantes de centros a cielo abierto', 'Encuesta', 'FINALIZANDO', -58, -6, 450],
  ['Invitación a charlas de huerta urbana', 'Invitación', 'FINALIZADA', -118, -82, 540, { source: 'form' }],
  ['Encuesta de percepción del transporte nocturno', 'Encuesta', 'FINALIZADA', -160, -118, 830, { place: CITY }],
  ['Relevamiento de clubes de barrio', 'Relevamiento', 'FINALIZADA', -200, -158, 500],
  ['Reempadronamiento de alumnos de natatorios', 'Reempadronamiento', 'FINALIZADA', -134, -90, 650],
  ['Seguimiento de compostaje domiciliario', 'Seguimiento', 'FINALIZADA', -232, -199, 450],
  ['Convocatoria a multiplicadores barriales', 'Convocatoria', 'FINALIZADA', -78, -38, 480],
];

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
export function campaignPlans(year: number): CampaignPlan[] {
  const toPlan =
    (external: boolean) =>
    ([name, objective, status, start, end, size, extra]: Line): CampaignPlan => ({
      name,
      objective,
      status,
      start,
      end,
      size,
      external,
      description: DESCRIPTIONS[objective]!,
      ...extra,
    });
  return [...internalLines(year).map(toPlan(false)), ...externalLines(year).map(toPlan(true))];
}
