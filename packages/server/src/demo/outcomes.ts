import type { Affinity } from '@campanero/contract/calls/schemas';
import { STATES, substateId } from '../db/seed/catalogue.ts';
import { type Random, weightsOf } from './random.ts';

/** How one attempt ends, in thousandths, by state from 2 on; a campaign only uses the states of its objective. */
const WEIGHTS = [120, 250, 55, 95, 85, 35, 22, 85, 125, 4, 38, 22, 32, 48, 92].map(
  (weight, n) => [n + 2, weight] as const,
);

const REMARKS: Record<number, readonly string[]> = {
  2: ['Pidió que se le envíe la información por mail.', 'Actualizó su domicilio.', 'Consultará con su familia.'],
  3: ['Suena hasta cortarse.', 'Probar después de las 18.'],
  5: ['Se dejó mensaje con el número de la línea 147.'],
  6: [
    'Está trabajando, prefiere después de las 17.',
    'Atendió la hija, vuelve por la tarde.',
    'Pide que lo llamen mañana.',
  ],
  7: ['La línea es de otra familia desde hace años.', 'No conoce a la persona.'],
  9: ['No tiene interés por el momento.', 'Ya respondió el mes pasado.', 'Prefiere no dar datos por teléfono.'],
  10: [
    'Va con dos acompañantes.',
    'Confirmó y pidió recordatorio un día antes.',
    'Le interesa recibir otras actividades.',
  ],
  12: ['Cortó apenas me presenté.'],
  14: ['Se envió el formulario a su correo.'],
  15: ['Se envió el enlace por WhatsApp.'],
  16: ['Respondió todo el cuestionario.', 'Destacó el trato recibido.'],
};

const byId = new Map(STATES.map((state) => [state.id, state]));

export interface DemoOutcome {
  stateId: number;
  substateId: number | null;
  affinity: Affinity | null;
  observations: string | null;
}

export const hasCallback = (stateId: number) => byId.get(stateId)!.callback;

export function drawOutcome(states: readonly number[], random: Random): DemoOutcome {
  return describeOutcome(random.weighted(WEIGHTS.filter(([id]) => states.includes(id))), random);
}

export function describeOutcome(stateId: number, random: Random): DemoOutcome {
  const { substates } = byId.get(stateId)!;
  const remarks = REMARKS[stateId];
  return {
    stateId,
    substateId: substates.length > 0 && random.chance(0.6) ? substateId(random.pick(substates)) : null,
    affinity: drawAffinity(stateId, random),
    observations: remarks && random.chance(0.14) ? random.pick(remarks) : null,
  };
}

/** Only for outcomes with contact, and not for all of them. */
function drawAffinity(stateId: number, random: Random): Affinity | null {
  const { contactability, effectiveness } = byId.get(stateId)!;
  if (!contactability || !random.chance(0.55)) return null;
  if (effectiveness) return random.weighted(weightsOf({ Positivo: 78, Neutro: 19, Negativo: 3 }));
  return random.weighted(
    stateId === 9 || stateId === 12
      ? weightsOf({ Negativo: 52, Neutro: 44, Positivo: 4 })
      : weightsOf({ Neutro: 62, Positivo: 30, Negativo: 8 }),
  );
}
