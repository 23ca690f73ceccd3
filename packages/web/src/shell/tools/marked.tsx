import { fold } from '@campanero/contract/shared/text';
import { Box } from '@mui/material';

/** Splits a title around the match; undefined without one. Letter by letter, because folding may drop letters. */
export function cutAtMatch(title: string, typed: string): [before: string, match: string, after: string] | undefined {
  const letters = Array.from(title.normalize('NFC'));
  const folded = letters.map((letter) => (letter === ' ' ? ' ' : fold(letter)));
  const begin = folded.join('').indexOf(fold(typed));
  if (begin < 0 || typed.trim() === '') return undefined;
  const end = begin + fold(typed).length;
  let place = 0;
  const parts: [string, string, string] = ['', '', ''];
  letters.forEach((letter, index) => {
    parts[place < begin ? 0 : place < end ? 1 : 2] += letter;
    place += folded[index]!.length;
  });
  return parts;
}

export function Marked({ title, typed }: { title: string; typed: string }) {
  const parts = cutAtMatch(title, typed);
  if (!parts) return title;
  return (
    <>
      {parts[0]}
      <Box component="b" sx={{ fontWeight: 700 }}>
        {parts[1]}
      </Box>
      {parts[2]}
    </>
  );
}
