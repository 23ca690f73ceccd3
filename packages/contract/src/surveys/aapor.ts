// Response rates as the American Association for Public Opinion Research defines them (AAPOR, Standard Definitions, telephone
// surveys), so that a survey can be compared with others. Every number of a campaign falls into one class.

export const AAPOR_CLASSES = {
  I: 'Entrevista completa',
  P: 'Entrevista parcial',
  R: 'Rechazo',
  NC: 'Sin contacto con la persona',
  O: 'Otra causa, de una persona que correspondía',
  UH: 'No se sabe si hay alguien en ese número',
  UO: 'No se sabe si la persona corresponde',
  NE: 'No corresponde',
} as const;
export type AaporClass = keyof typeof AAPOR_CLASSES;
export type ClassCounts = Readonly<Record<AaporClass, number>>;

/**
 * The states of the base catalogue. In brackets the code of the Standard Definitions.
 * No answer and busy (3.12, 3.13) and an answering machine that names nobody (3.14) leave open whether anybody is there: unknown, which is
 * the reading that does not flatter the rates.
 */
const OF_CATALOGUE: Readonly<Record<number, { name: string; class: AaporClass }>> = {
  1: { name: 'Pendiente', class: 'UH' }, // never called (3.11)
  2: { name: 'Contactado', class: 'O' }, // talked to, and neither interview nor refusal (2.3)
  3: { name: 'No contesta', class: 'UH' }, // (3.13)
  4: { name: 'Ocupado', class: 'UH' }, // (3.12)
  5: { name: 'Contestador automático', class: 'UH' }, // (3.14)
  6: { name: 'Volver a llamar', class: 'NC' }, // somebody answered, the person was not available (2.21)
  7: { name: 'Número equivocado', class: 'NE' }, // the person of the list is not at this number (4.41)
  8: { name: 'Número inexistente', class: 'NE' }, // (4.31)
  9: { name: 'No desea participar', class: 'R' }, // (2.112)
  10: { name: 'Participa', class: 'O' }, // willing, without an interview (2.3)
  11: { name: 'Fallecido', class: 'O' }, // (2.31)
  12: { name: 'Cortó la comunicación', class: 'R' }, // hung up (2.111)
  13: { name: 'Fuera de servicio', class: 'NE' }, // (4.33)
  14: { name: 'Relevamiento por mail', class: 'O' }, // sent and not come back (2.3)
  15: { name: 'Relevamiento por WhatsApp', class: 'O' },
  16: { name: 'Encuesta completa', class: 'I' }, // (1.1)
  17: { name: 'Inválido', class: 'NE' }, // (4.31)
};

export interface ClassedState {
  id: number;
  name: string;
  contactability: boolean;
  effectiveness: boolean;
  callback: boolean;
}

/**
 * A state of the base catalogue by its id, unless it was renamed; others by what is marked of them. Talked to, without effect and not to
 * be called again counts as a refusal: the reading that does not flatter. Neither reached nor to be called again: a number of no use.
 */
export function classOfState({ id, name, contactability, effectiveness, callback }: ClassedState): AaporClass {
  const known = OF_CATALOGUE[id];
  if (known?.name === name) return known.class;
  if (effectiveness) return 'O';
  if (contactability) return callback ? 'NC' : 'R';
  return callback ? 'UH' : 'NE';
}

export interface StateCounts extends ClassedState {
  /** Numbers of the campaign in this state. */
  calls: number;
  /** Of these, with a complete interview and with one that was begun. */
  complete: number;
  begun: number;
}

/** An interview counts as what it is, whatever state it was saved with; one that ended in a refusal is a break-off, which is a refusal. */
export function countClasses(states: readonly StateCounts[]): ClassCounts {
  const counts: Record<AaporClass, number> = { I: 0, P: 0, R: 0, NC: 0, O: 0, UH: 0, UO: 0, NE: 0 };
  for (const state of states) {
    const ofState = classOfState(state);
    counts.I += state.complete;
    counts[ofState === 'R' ? 'R' : 'P'] += state.begun;
    counts[ofState] += Math.max(0, state.calls - state.complete - state.begun);
  }
  return counts;
}

export interface Rate {
  key: 'RR1' | 'RR2' | 'RR3' | 'COOP1' | 'REF1' | 'CON1';
  name: string;
  formula: string;
  /** 0 to 1; null: of nobody. */
  value: number | null;
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

/** The share of unknown numbers that is taken to be eligible: as among those that are known (proportional allocation). Null: none is known. */
export function eligibleShare({ I, P, R, NC, O, NE }: ClassCounts): number | null {
  const eligible = I + P + R + NC + O;
  return share(eligible, eligible + NE);
}

export function ratesOf(counts: ClassCounts): Rate[] {
  const { I, P, R, NC, O, UH, UO } = counts;
  const eligible = I + P + R + NC + O;
  const unknown = UH + UO;
  const estimated = (eligibleShare(counts) ?? 1) * unknown;
  return [
    {
      key: 'RR1',
      name: 'Respuesta',
      formula: 'I / (I + P + R + NC + O + UH + UO)',
      value: share(I, eligible + unknown),
    },
    {
      key: 'RR2',
      name: 'Respuesta, con parciales',
      formula: '(I + P) / (I + P + R + NC + O + UH + UO)',
      value: share(I + P, eligible + unknown),
    },
    {
      key: 'RR3',
      name: 'Respuesta, con e estimado',
      formula: 'I / (I + P + R + NC + O + e × (UH + UO))',
      value: share(I, eligible + estimated),
    },
    { key: 'COOP1', name: 'Cooperación', formula: 'I / (I + P + R + O)', value: share(I, I + P + R + O) },
    {
      key: 'REF1',
      name: 'Rechazo',
      formula: 'R / (I + P + R + NC + O + UH + UO)',
      value: share(R, eligible + unknown),
    },
    {
      key: 'CON1',
      name: 'Contacto',
      formula: '(I + P + R + O) / (I + P + R + NC + O + UH + UO)',
      value: share(I + P + R + O, eligible + unknown),
    },
  ];
}
