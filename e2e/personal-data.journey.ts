import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test, tokenOf } from './product.ts';

interface Found {
  persons: { id: number; name: string; document: string | null; numbers: string[] }[];
}

test('a data request: find the person, view, correct, answer and export the report', async ({ page, request }) => {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` };
  const answer = await request.post('/api/personal-data/search', { headers, data: { text: 'gonzalez' } });
  const person = ((await answer.json()) as Found).persons.find(({ document }) => document !== null)!;
  const document = Number(person.document).toLocaleString('es-AR');

  await enter(page, DEMO.admin, '/personal-data');
  const field = page.getByRole('textbox', { name: 'Número, documento, correo o nombre' });
  await expect(page.getByRole('region', { name: 'Pedidos abiertos' }).getByRole('row').nth(1)).toContainText(/Venció/);
  await field.fill('x');
  await field.press('Enter');
  await expect(page.getByText('Escriba un número, un documento, un correo o un nombre.')).toBeVisible();
  await field.fill(document);
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await page.getByRole('link', { name: person.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Datos y de dónde vinieron' })).toBeVisible();
  await expect(page.getByText('Origen:').first()).toBeVisible();
  await expectAccessible(page);

  // Back finds what was found, and the address never said it.
  await page.goBack();
  await expect(page).toHaveURL(/\/personal-data$/);
  await page.getByRole('link', { name: person.name }).click();

  // Put in review, put right, and out of review again.
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Poner en revisión');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Poner en revisión' }).click();
  await expect(dialog.getByText('Indique el motivo, con al menos 5 caracteres.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Dice que su apellido está mal');
  await dialog.getByRole('button', { name: 'Poner en revisión' }).click();
  await expect(page.getByText(/^En revisión desde el/)).toBeVisible();
  await expect(page.getByText(/están en revisión: mientras tanto no se la llama/).first()).toBeVisible();

  await act('Rectificar');
  await dialog.getByRole('textbox', { name: 'Correo' }).fill('correcto@ejemplo.com.ar');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Mostró su documento');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Rectificar' }).click();
  await expect(page.getByText('El contacto fue actualizado correctamente.')).toBeVisible();
  await expect(page.getByText('correcto@ejemplo.com.ar')).toBeVisible();
  await expect(page.getByText(/, a mano, el /)).toBeVisible();
  await act('Terminar la revisión');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Quedó corregido');
  await dialog.getByRole('button', { name: 'Terminar la revisión' }).click();
  await expect(page.getByText(/^En revisión desde el/)).toBeHidden();

  // Marked by hand, with a reason; the mark shows its user, and goes again.
  await page.getByRole('button', { name: 'Marcar No llamar' }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Lo dijo al teléfono');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Marcar' }).click();
  await expect(page.getByText('La persona quedó marcada como No llamar.')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar No llamar' }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Se había equivocado');
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByRole('button', { name: 'Marcar No llamar' })).toBeVisible();

  // The request, from the person's page: its own page does the work.
  await page.getByRole('button', { name: 'Registrar pedido' }).click();
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(dialog.getByText('Indique qué pide.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Acceso' }).check();
  await expect(dialog.getByText(/^Vence el .*diez días corridos/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'En sus palabras' }).fill('Saber qué datos suyos se guardan');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido \d+: acceso$/ })).toBeVisible();
  await expect(page.getByText('Vence en 10 días').first()).toBeVisible();
  await page.getByRole('button', { name: 'Atenderlo yo' }).click();
  await expect(page.getByRole('button', { name: 'Dejar de atenderlo' })).toBeVisible();
  const report = page.getByRole('button', { name: 'Hacer informe' });
  await expect(report).toBeDisabled();
  await page.getByRole('radio', { name: 'Mostró su DNI' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Mostró su DNI.')).toBeVisible();
  await expectAccessible(page);
  await report.click();
  await expect(page.getByText('Ya se hizo todo lo que pide.')).toBeVisible({ timeout: 30_000 });
  const requestPath = new URL(page.url()).pathname;

  // The report, looked into.
  await page.getByRole('link', { name: 'Ver el informe' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar' }).click({ timeout: 30_000 });
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^datos-personales-${person.id}_[-\\d]+\\.zip$`));
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const handedOver = strFromU8(files['informe.html']!);
  expect(handedOver).toContain('correcto@ejemplo.com.ar');
  expect(handedOver).toContain('Sus derechos y cómo pedirlos');
  expect(JSON.parse(strFromU8(files['datos.json']!))).toMatchObject({ identificador: person.id });

  await page.goto(requestPath);
  await page.getByRole('textbox', { name: 'Qué se respondió' }).fill('Se entregó el informe en mano.');
  await page.getByRole('button', { name: 'Responder y cerrar' }).click();
  await expect(page.getByText('El pedido fue respondido.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Informe entregado' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Responder y cerrar' })).toBeHidden();

  // The register, small and dark.
  await setColorScheme(page, 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/personal-data/requests?state=CUMPLIDO');
  await expect(page.getByText(person.name).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // One that came without saying whose data they are: looked for on its page, and tied.
  await page.getByRole('button', { name: 'Registrar pedido' }).click();
  await dialog.getByRole('textbox', { name: 'Quién lo pide' }).fill(person.name);
  await dialog.getByRole('checkbox', { name: 'Rectificación' }).check();
  await dialog.getByRole('checkbox', { name: 'Oposición' }).check();
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await page.getByRole('search').getByRole('button', { name: 'Buscar' }).click();
  const tie = page.getByRole('button', { name: `Vincular con ${person.name}` }).first();
  await expect(tie).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await tie.click();
  // Until the search is gone, namesakes may stand beside.
  await expect(tie).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: person.name })).toBeVisible();

  // No more calls for now; the rest is closed with a reason.
  await page.getByRole('button', { name: 'No llamar' }).click();
  await expect(page.getByText('La persona quedó marcada como No llamar.')).toBeVisible();
  await page.getByRole('button', { name: 'Responder ya' }).click();
  await page.getByRole('combobox', { name: 'Resultado' }).click();
  await page.getByRole('option', { name: /^Cumplido, por un motivo/ }).click();
  await page.getByRole('textbox', { name: 'Qué se respondió' }).fill('No se la llama más.');
  await page.getByRole('button', { name: 'Responder y cerrar' }).click();
  await expect(page.getByText('Indique el motivo, con al menos 5 caracteres.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Por qué se lo da por cumplido' }).fill('Ya estaba corregido');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Responder y cerrar' }).click();
  await expect(page.getByText('Ya estaba corregido')).toBeVisible();

  // Nobody has to be answered any more: who asked can go from it.
  await page.goto(requestPath);
  await page.getByRole('button', { name: 'Quitar quién lo pidió' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText('(borrado)').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Quitar quién lo pidió' })).toBeHidden();
});
