import { expect, test } from 'vitest';
import { fileProgress, fileSize } from './file-list.tsx';

test('progress is assigned to files in order', () => {
  expect(fileProgress([{ size: 100 }, { size: 300 }], 0)).toEqual([0, 0]);
  expect(fileProgress([{ size: 100 }, { size: 300 }], 0.25)).toEqual([1, 0]);
  expect(fileProgress([{ size: 100 }, { size: 300 }], 0.625)).toEqual([1, 0.5]);
  expect(fileProgress([{ size: 100 }, { size: 300 }], 1)).toEqual([1, 1]);
});

test('formats of file sizes', () => {
  expect([fileSize(820), fileSize(12_300), fileSize(3_565_158)]).toEqual(['820 B', '12 kB', '3,4 MB']);
});
