import { expect, test } from 'vitest';
import { CAMPAIGN_TEMPLATES, informationOfTemplate, scriptOfTemplate } from './templates.ts';

const textOf = async (file: File) => new TextDecoder('windows-1252').decode(await file.arrayBuffer());

test.each(CAMPAIGN_TEMPLATES)('$name fills in objective, dates and a script of one page', async (template) => {
  const objectives = [{ id: 7, name: template.objective }];
  const information = informationOfTemplate(template, objectives, new Date('2026-11-17T23:30:00-03:00'));
  expect(information).toMatchObject({ objectiveId: 7, startDate: '2026-11-18T12:00:00.000Z' });
  expect(Date.parse(information.endDate)).toBeGreaterThan(Date.parse(information.startDate));
  const script = scriptOfTemplate(template);
  const text = await textOf(script);
  expect(text.startsWith('%PDF-1.4')).toBe(true);
  // The table of places points to each object.
  for (const [, place, number] of [...text.matchAll(/^(\d{10}) 00000 n /gm)].map(
    (m, n) => [m[0], m[1], n + 1] as const,
  ))
    expect(text.slice(Number(place)).startsWith(`${number} 0 obj`)).toBe(true);
  expect(text).toContain('Municipalidad');
  // Fits one page, and no letter is lost.
  expect((text.match(/Tj T\*/g) ?? []).length).toBeLessThanOrEqual(36);
  expect(template.script.join('')).toMatch(/^[ -\u00ff]*$/);
});
