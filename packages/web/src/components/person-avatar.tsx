import { styled } from '@mui/material';
import { AVATAR_COLORS } from '../theme/tokens.ts';
import { BlobImage } from './files/blob.tsx';

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosen.map((word) => String.fromCodePoint(word.codePointAt(0)!).toLocaleUpperCase('es')).join('');
}

function hueOf(name: string) {
  const sum = Array.from(name).reduce((total, letter) => (total * 31 + letter.codePointAt(0)!) % 9973, 0);
  return AVATAR_COLORS[sum % AVATAR_COLORS.length]!;
}

const Circle = styled('span')({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: '50%',
  fontWeight: 600,
  letterSpacing: '-0.01em',
  userSelect: 'none',
  overflow: 'hidden',
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
});

/** Picture or initials; decorative, the name stands beside it. */
export function PersonAvatar({ name, size, picture }: { name: string; size: 72 | 36 | 24; picture?: Blob }) {
  const { bg, text } = hueOf(name);
  const fontSize = size === 72 ? 24 : size === 36 ? 13 : 11.5;
  return (
    <Circle aria-hidden style={{ width: size, height: size, fontSize, backgroundColor: bg, color: text }}>
      {picture ? <BlobImage blob={picture} alt="" /> : initialsOf(name)}
    </Circle>
  );
}
