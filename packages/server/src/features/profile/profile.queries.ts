import { type Db, hasWritten, selectFirst, selectValue, type Trx } from '../../db/index.ts';

export const findPicture = (db: Db, userId: number, version: string) =>
  selectFirst<{ content: Buffer; version: string }>(db)`
    select content, version from user_picture where user_id = ${userId} and version = ${version}`;

export const hasPicture = (trx: Trx, userId: number) =>
  selectValue<boolean>(trx)`select exists (select from user_picture where user_id = ${userId})`;

export const replacePicture = (trx: Trx, userId: number, picture: { version: string; content: Buffer }, now: Date) =>
  hasWritten(trx)`
    insert into user_picture (user_id, version, content, updated_at)
    values (${userId}, ${picture.version}, ${picture.content}, ${now})
    on conflict (user_id) do update set version = excluded.version, content = excluded.content, updated_at = excluded.updated_at`;

export const deletePicture = (trx: Trx, userId: number) =>
  hasWritten(trx)`delete from user_picture where user_id = ${userId}`;
