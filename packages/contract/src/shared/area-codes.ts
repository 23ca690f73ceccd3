/**
 * The area codes of Argentina, without their leading 0: 300 of them, the first two digits and what may follow.
 *
 * Derived from google/libphonenumber (Copyright The Libphonenumber Authors, Apache License 2.0, its text stands beside this
 * file): the codes that its Argentine metadata accepts before "15". Changed: turned into this table. The regulator's own list
 * was not at hand, so compare with it before treating an unknown code as a mistake.
 */
const BEGINNINGS: Record<string, string> = {
  '11': '',
  '22': '0 02 1 21 23 24 25 26 27 29 3 41 42 43 44 45 46 52 54 55 57 61 62 64 65 66 67 68 71 72 73 74 81 83 84 85 86 91 92 96 97',
  '23': '0 02 14 16 17 20 23 24 25 26 31 33 34 35 36 37 38 42 43 44 45 46 52 53 54 55 56 57 58 6 7 92 93 94 95 96',
  '24': '73 74 75 77 78 9',
  '26': '0 1 22 24 25 26 3 4 46 47 48 51 55 56 57 58 6',
  '28': '0',
  '29': '01 02 03 1 20 21 22 23 24 25 26 27 28 29 31 32 33 34 35 36 4 40 42 45 46 48 52 53 54 62 63 64 66 7 72 8 82 83 9',
  '33': '27 29 6 82 85 87 88',
  '34': '00 01 02 04 05 06 07 08 09 1 2 3 35 36 37 38 42 44 45 46 47 5 54 55 56 58 60 62 63 64 65 66 67 68 69 71 72 76 8 82 83 87 89 91 92 93 96 97 98',
  '35': '1 21 22 24 25 3 32 33 37 41 42 43 44 46 47 48 49 62 63 64 71 72 73 74 75 76 8 82 83 84 85',
  '36': '2 4',
  '37': '0 11 15 16 18 21 25 31 34 35 41 43 51 54 55 56 57 58 6 72 73 74 75 77 81 82 86 9',
  '38': '0 1 21 25 26 27 3 32 35 37 38 41 43 44 45 46 5 54 55 56 57 58 61 62 63 65 67 68 69 7 73 76 77 78 8 85 86 87 88 91 92 94',
};

export const AREA_CODES: readonly string[] = Object.entries(BEGINNINGS).flatMap(([two, rest]) =>
  rest.split(' ').map((digits) => two + digits),
);
