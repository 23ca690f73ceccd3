import { tableBook } from '@campanero/contract/test/workbook';
import { readUserFile, userTemplate } from '@campanero/contract/users/import';
import { expectAccessible } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, ownEmail, test } from './product.ts';

test('users are imported from a file: checked row by row, created and changed together', async ({ page }) => {
  const [ana, eva] = [ownEmail('ana'), ownEmail('eva')];
  const mark = ana.slice(4, 12);
  await enter(page, DEMO.admin, '/users');
  await page.getByRole('link', { name: 'Importar' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar plantilla' }).click();
  expect((await download).suggestedFilename()).toBe('usuarios-plantilla.csv');
  expect(readUserFile(new TextEncoder().encode(userTemplate()))).toHaveProperty('rows');

  const choose = (name: string, text: string) =>
    page.getByTestId('file-input').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('sin-titulos.csv', 'Ana;Paz\n');
  await expect(page.getByRole('alert')).toContainText('Falta la columna');
  await page.getByRole('button', { name: /Quitar/ }).click();
  const users = [
    'Correo;Función;Nombre y apellido',
    `${ana};Operador;Ana Prueba${mark}`,
    `${DEMO.operator};Operador;Ya Existe`,
    `x@ciudad.example;Operador;=1+1 Fórmula`,
    `${eva};Coordinador;Eva Prueba${mark}`,
  ].join('\n');
  await choose('usuarios.csv', users);
  const bad = page.getByRole('list', { name: 'Filas con errores' });
  await expect(bad).toContainText('Línea 3');
  await page.getByRole('button', { name: /Quitar/ }).click();
  const table = [
    ['Correo', 'Rol', 'Nombre'],
    [DEMO.operator, 'Operador', 'Ya Existe'],
  ];
  const book = Buffer.from(await tableBook(table));
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByTestId('file-input').setInputFiles({ name: 'usuarios.xlsx', mimeType, buffer: book });
  await expect(bad).toContainText('Línea 2');
  await page.getByRole('button', { name: /Quitar/ }).click();
  await choose('usuarios.csv', users);
  await expect(bad).toContainText('Línea 3');
  await expect(bad).toContainText('Ya existe un usuario con ese correo');
  await expect(bad).toContainText('El nombre empieza como una fórmula');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Crear 2 usuarios' }).click();
  await expect(page.getByText('2 usuarios creados e invitados.')).toBeVisible();
  await expect(page).toHaveURL(/state=invited/);

  await page.goto(`/users?general=Prueba${mark}`);
  await page.getByRole('checkbox', { name: 'Elegir a todos los de esta página' }).check();
  await page.getByRole('button', { name: 'Reenviar invitación' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reenviar invitación' }).click();
  await expect(page.getByRole('list', { name: 'Resultado de cada usuario' })).toContainText('Invitación enviada.');
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('checkbox', { name: /Elegir a Ana/ }).check();
  await page.getByRole('checkbox', { name: /Elegir a Eva/ }).check();
  await page.getByRole('button', { name: 'Deshabilitar' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(page.getByRole('dialog')).toContainText('2 usuarios: listo');
  await page.getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByRole('switch', { name: /Ana/ })).not.toBeChecked();
});
