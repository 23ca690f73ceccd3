import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import { EMPTY_INFORMATION, type InformationValues } from './information-form.ts';

interface CampaignTemplate {
  id: string;
  name: string;
  purpose: string;
  description: string;
  /** By name: ids differ between installations. */
  objective: string;
  days: number;
  script: readonly string[];
}

export const CAMPAIGN_TEMPLATES: readonly CampaignTemplate[] = [
  {
    id: 'turnos',
    name: 'Recordatorio de turnos',
    purpose: 'Avisar de un turno médico o un trámite y confirmar si la persona va.',
    description: 'Recordar el turno asignado, confirmar la asistencia y liberar los que no se usan.',
    objective: 'Recordatorio',
    days: 14,
    script: [
      'Buenos días. ¿Hablo con ____? Le hablo de la Municipalidad.',
      'Llamo para recordarle su turno del día ____ a las ____ en ____.',
      '¿Va a poder asistir?',
      'Si confirma: agradezca y recuerde que lleve su documento.',
      'Si no puede: ofrezca otro día y anótelo en Observaciones.',
      'Si no es buen momento: acuerde una hora y agende un rellamado.',
    ],
  },
  {
    id: 'encuesta',
    name: 'Encuesta de satisfacción',
    purpose: 'Preguntar cómo fue la atención de un servicio de la ciudad.',
    description: 'Encuesta breve a quienes usaron un servicio municipal en el último mes.',
    objective: 'Encuesta',
    days: 30,
    script: [
      'Buenos días. ¿Hablo con ____? Le hablo de la Municipalidad.',
      'Usted usó hace poco el servicio de ____. ¿Tiene dos minutos para contarnos cómo le fue?',
      'Del 1 al 5, ¿cómo califica la atención que recibió?',
      '¿Pudo resolver lo que necesitaba?',
      '¿Qué mejoraría?',
      'Agradezca el tiempo y registre Encuesta completa.',
    ],
  },
  {
    id: 'invitacion',
    name: 'Invitación a una actividad',
    purpose: 'Invitar a vecinas y vecinos a una actividad o un operativo en su barrio.',
    description: 'Invitación telefónica a una actividad del barrio, con confirmación de quienes participan.',
    objective: 'Invitación',
    days: 21,
    script: [
      'Buenos días. ¿Hablo con ____? Le hablo de la Municipalidad.',
      'El día ____ a las ____ hacemos ____ en ____, cerca de su casa.',
      '¿Le gustaría participar?',
      'Si participa: confirme el dato de contacto y registre Participa.',
      'Si no desea participar: agradezca y regístrelo; no insista.',
      'Si pide que no se lo llame más: márquelo en el contacto.',
    ],
  },
];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function informationOfTemplate(
  { name, description, objective, days }: CampaignTemplate,
  objectives: readonly { id: number; name: string }[],
  now: Date,
): InformationValues {
  const after = (days: number, hour: number) =>
    new Date(dayBounds(productDay(now.getTime() + days * DAY_MS)).from.getTime() + hour * HOUR_MS).toISOString();
  return {
    ...EMPTY_INFORMATION,
    name,
    description,
    objectiveId: objectives.find((one) => one.name === objective)?.id ?? null,
    startDate: after(1, 9),
    endDate: after(1 + days, 18),
  };
}

/** A one-page PDF in Windows-1252 with a standard font. */
export function scriptOfTemplate({ name, script }: CampaignTemplate): File {
  const lines = [name, '', ...script.flatMap((line, place) => [...wrapped(`${place + 1}. ${line}`), ''])];
  const escaped = lines.map((line) => line.replace(/[\\()]/g, '\\$&'));
  const content = `BT /F1 14 Tf 56 780 Td 20 TL ${escaped.map((line) => `(${line}) Tj T*`).join('\n')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  // All letters of the templates are one byte in Windows-1252.
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return new File([bytes], `guion-${name.toLowerCase().replaceAll(' ', '-')}.pdf`, {
    type: 'application/pdf',
    lastModified: 0,
  });
}

const LINE_LENGTH = 68;
function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= LINE_LENGTH) lines.push(`    ${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
