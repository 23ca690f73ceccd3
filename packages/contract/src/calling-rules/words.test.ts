import { expect, test } from 'vitest';
import { type CallingWait, NO_RULES } from './schemas.ts';
import { rulesInWords, waitInWords } from './words.ts';

/** A Friday, 22:10. */
const NOW = new Date('2026-11-13T22:10:00-03:00');
const wait = (reason: CallingWait['reason'], until: string | null, detail: string | null = null) =>
  waitInWords({ reason, until: until && new Date(`${until}:00-03:00`).toISOString(), detail }, NOW);

test('why a call waits and until when', () => {
  expect(wait('hours', '2026-11-13T23:00')).toBe('Está fuera del horario de llamado. Se podrá llamar desde las 23:00.');
  expect(wait('hours', '2026-11-14T01:00')).toContain('Se podrá llamar desde mañana a la 1:00.');
  expect(wait('holiday', '2026-11-16T09:00', 'Navidad')).toBe(
    'Hoy es feriado: Navidad. Se podrá llamar desde el lunes a las 9:00.',
  );
  expect(wait('attemptsToday', '2026-11-23T09:30', '3')).toBe(
    'Ya se llamó 3 veces hoy a este número. Se podrá llamar desde el 23-11-2026 a las 9:30.',
  );
  expect(wait('pause', '2026-11-13T22:40')).toBe('Se llamó a este número hace poco. Se podrá llamar desde las 22:40.');
  expect(wait('attemptsInAll', null, '1')).toBe(
    'Ya se llamó 1 vez a este número, que es lo permitido: no se lo vuelve a llamar.',
  );
});

test('rules in one line', () => {
  expect(rulesInWords(NO_RULES)).toBe('a cualquier hora');
  const office = [{ from: '09:00', to: '20:00' }];
  const week = [[], office, office, office, office, office, [{ from: '09:00', to: '13:00' }]];
  expect(rulesInWords({ week, closesOnHolidays: true, attemptsPerDay: 2, attemptsInAll: 1, pauseMinutes: 90 })).toBe(
    'lunes a viernes 9:00 a 20:00, sábado 9:00 a 13:00; no en feriados; hasta 2 veces por día; hasta 1 vez en total; pausa de 90 min',
  );
});
