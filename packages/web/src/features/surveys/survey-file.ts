import { BODY_LIMITS } from '@campanero/contract/limits';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { surveyItems } from '@campanero/contract/surveys/item-schemas';
import { surveyBody } from '@campanero/contract/surveys/survey-schemas';
import { fold } from '@campanero/contract/shared/text';
import { z } from 'zod';
import { saveBlob } from '../../components/files/blob.tsx';
import { numberedAnew } from './item-changes.ts';

/** What an exported questionnaire is: docs/rules/surveys.md, exported-form. */
const FORMAT = 'campanero-relevamiento';
const VERSION = 1;

export interface SurveyDraft {
  name: string;
  items: SurveyItem[];
}

export function saveSurveyFile({ name, items }: SurveyDraft): void {
  const text = JSON.stringify({ format: FORMAT, version: VERSION, name, items }, undefined, 2);
  const words = fold(name).replaceAll(/[^a-z0-9]+/g, '-');
  saveBlob(new Blob([text], { type: 'application/json' }), `relevamiento-${words.replaceAll(/^-|-$/g, '')}.json`);
}

export class SurveyFileError extends Error {}
const wrong = (message: string): never => {
  throw new SurveyFileError(message);
};

const envelope = z.object({ format: z.literal(FORMAT), version: z.number() });
const named = z.object({ name: surveyBody.shape.name });

/** Throws a `SurveyFileError` with what is wrong. Mistakes of the questions are left to the editor. */
export async function readSurveyFile(file: File): Promise<SurveyDraft> {
  if (file.size > BODY_LIMITS.survey)
    wrong(`El archivo es demasiado grande: un relevamiento ocupa hasta ${BODY_LIMITS.survey / 1024} kB.`);
  const text = await file.text().catch(() => wrong('El archivo no se puede leer. Elíjalo de nuevo.'));
  const content = parsed(text);
  const known = envelope.safeParse(content);
  if (!known.success) return wrong('El archivo no es un relevamiento exportado de Campanero.');
  if (known.data.version !== VERSION)
    return wrong('El archivo viene de otra versión de Campanero, con una forma que esta no conoce.');
  const name = named.safeParse(content);
  if (!name.success) return wrong(`El nombre del relevamiento no sirve: ${sentenceOf(name.error)}`);
  const items = z.object({ items: surveyItems }).safeParse(content);
  if (!items.success) return wrong(placeOf(items.error));
  if (items.data.items.some(hasTwice) || isRepeated(items.data.items))
    wrong('El archivo tiene dos preguntas u opciones con el mismo número.');
  return { name: name.data.name, items: numberedAnew(items.data.items) };
}

const isRepeated = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id)).size < list.length;
const hasTwice = (item: SurveyItem) => 'options' in item && isRepeated(item.options);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return wrong('El archivo no es JSON: elija uno que se haya exportado desde Relevamientos.');
  }
}

const sentenceOf = (error: z.ZodError) => error.issues[0]?.message ?? '';

function placeOf(error: z.ZodError): string {
  const [, place] = error.issues[0]?.path ?? [];
  if (typeof place !== 'number') return `Las preguntas del archivo no se pueden leer. ${sentenceOf(error)}`;
  return `El elemento ${place + 1} del archivo no se puede leer. ${sentenceOf(error)}`;
}
