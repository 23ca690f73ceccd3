import type { DirectoryRoles } from '@campanero/contract/auth/directory';
import { roleName } from '@campanero/contract/roles';
import { findSetting, lockSetting, saveSetting } from '../../../db/setting.ts';
import type { Db, Trx } from '../../../db/index.ts';
import { assertCurrent, fieldError, type SignedCtx, transact, userAudit } from '../../../work/index.ts';

const KEY = 'directory.roles';
const INITIAL = { isOn: false, claim: 'groups', values: [] };

export const findDirectoryRoles = (db: Db | Trx): Promise<DirectoryRoles> =>
  findSetting<Omit<DirectoryRoles, 'version'>>(db, KEY, INITIAL);

/** Counts from the next sign-in of each person. */
export const setDirectoryRoles = (ctx: SignedCtx, { version, ...given }: DirectoryRoles): Promise<DirectoryRoles> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const texts = given.values.map(({ value }) => value);
    if (new Set(texts).size < texts.length) throw fieldError('VALIDATION', 'values', 'Hay un valor repetido.');
    const before = await lockSetting<Omit<DirectoryRoles, 'version'>>(trx, KEY, INITIAL);
    assertCurrent(before, version);
    const after = { ...given, version: before.version + 1 };
    await saveSetting(trx, KEY, after, now);
    await audit(userAudit(null, 'ACTUALIZAR'), { before: inWords(before), after: inWords(after) });
    return after;
  });

const inWords = ({ isOn, claim, values }: Pick<DirectoryRoles, 'isOn' | 'claim' | 'values'>) => ({
  'Roles desde el directorio': isOn ? 'Sí' : 'No',
  'Dato del directorio': claim,
  'Roles por valor': values.map(({ value, roleId }) => `${value}: ${namedRole(roleId)}`).join('; ') || 'Ninguno',
});

const namedRole = (roleId: number | null) => (roleId === null ? 'nada' : roleName(roleId));
