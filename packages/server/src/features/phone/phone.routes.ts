import type { DialBody } from '@campanero/contract/phone/schemas';
import { routesOf } from '../../http/mount.ts';
import { assertCurrent, auditAbout, type SignedCtx, transact } from '../../work/index.ts';
import type { AuditValues } from '../../work/audit.ts';
import { lockDial, selectDial, updateDial } from './phone.queries.ts';

export const phoneRoutes = routesOf('phone', {
  dial: (_input, { db }) => selectDial(db),
  setDial: ({ body }, ctx) => saveDial(ctx, body),
});

const saveDial = (ctx: SignedCtx, body: DialBody) =>
  transact(ctx, async ({ trx, actor, now, audit }) => {
    await lockDial(trx);
    const before = await selectDial(trx);
    assertCurrent(before, body.version);
    await updateDial(trx, body, actor.id, now);
    const values = { before: dialValues(before), after: dialValues(body) };
    await audit(auditAbout('ETIQUETA', 'phone')(null, 'ACTUALIZAR'), values);
    return selectDial(trx);
  });

const yesNo = (isOn: boolean) => (isOn ? 'Sí' : 'No');
const dialValues = (dial: Omit<DialBody, 'version'>): AuditValues => ({
  'Cómo se marca': dial.template,
  'Con 0': yesNo(dial.zero),
  'Con 15': yesNo(dial.fifteen),
  'Con +549': yesNo(dial.nine),
  'Todos como celulares': yesNo(dial.allMobile),
  'Sin código de área en la propia': yesNo(dial.shortLocal),
});
