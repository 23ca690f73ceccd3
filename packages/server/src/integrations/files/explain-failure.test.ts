import { expect, test } from 'vitest';
import { AppError } from '../../work/app-error.ts';
import { explainFolder, explainStorage } from './explain-failure.ts';

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const S3 = { storageUrl: 's3://key:secret@s3.ciudad.gob.ar/bucket', dataDir: '/data' };
const ofService = (name: string, status = 403) =>
  new AppError('STORAGE_UNAVAILABLE', {
    cause: new Error('Cannot write', {
      cause: Object.assign(new Error('refused'), { name, $metadata: { httpStatusCode: status } }),
    }),
  });

test.each([
  ['a full disk', 'ENOSPC', /no queda espacio en el disco de \/data/, /^Libere espacio/],
  ['a quota', 'EDQUOT', /no queda espacio/, /cuota/],
  ['a read-only disk', 'EROFS', /solo de lectura/, /Móntelo para escribir/],
  ['no permission', 'EACCES', /no hay permiso/, /Déle permiso al usuario/],
  ['a file in its place', 'EEXIST', /no se puede escribir en \/data: EEXIST/, /Corrija DATA_DIR/],
])('a folder: %s', (_, code, says, advice) => {
  const explained = explainFolder('/data', 'DATA_DIR', failure(code));
  expect(explained.says).toMatch(says);
  expect(explained.advice).toMatch(advice);
});

test.each([
  ['without STORAGE_URL', { storageUrl: undefined, dataDir: '/data' }, failure('ENOSPC'), /disco de \/data/, /^Libere/],
  [
    'a shared folder',
    { storageUrl: 'file:///srv/files', dataDir: '/data' },
    failure('EACCES'),
    /\/srv\/files/,
    /permiso/,
  ],
  ['S3, and the disk on the way is full', S3, failure('ENOSPC'), /disco de \/data/, /^Libere espacio o amplíe/],
  ['S3, and the folder on the way is closed', S3, failure('EACCES', { path: '/data/x' }), /\/data/, /Déle permiso/],
  ['a full bucket (MinIO)', S3, ofService('XMinioStorageFull', 507), /no queda espacio en el bucket/, /^Libere/],
  ['a full bucket (Ceph)', S3, ofService('QuotaExceeded'), /no queda espacio en el bucket/, /cuota/],
  ['an unknown key', S3, ofService('InvalidAccessKeyId'), /s3\.ciudad/, /la clave y el secreto/],
  ['a key without rights', S3, ofService('AccessDenied'), /s3\.ciudad/, /permiso para escribir, leer y borrar/],
  ['a bucket that is not there', S3, ofService('NoSuchBucket', 404), /s3\.ciudad/, /créelo/],
  ['an unknown machine', S3, failure('ENOTFOUND'), /s3\.ciudad/, /No se encuentra esa máquina/],
  ['a closed port', S3, new AggregateError([failure('ECONNREFUSED')]), /s3\.ciudad/, /el puerto/],
  ['anything else', S3, new Error('what?'), /what\?/, /Revise STORAGE_URL/],
])('storage: %s', (_, config, error, says, advice) => {
  const explained = explainStorage(config, error);
  expect(explained.says).toMatch(says);
  expect(explained.advice).toMatch(advice);
  expect(explained.says).not.toContain('secret');
});
