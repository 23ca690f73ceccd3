import { styled } from '@mui/material/styles';

const Drawing = styled('svg')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: 0,
  // Higher in low windows, where the welcome below would stand in the bell.
  top: 'min(60px, 100vh - 840px)',
  width: 800,
  height: 653,
  fill: 'none',
  stroke: theme.palette.secondary.main,
  strokeLinecap: 'round',
  '& g': { fill: theme.palette.secondary.main, stroke: 'none' },
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

/** Six sound waves around the bell, thinner and fainter outwards: [radius, start x, start y, end x, end y]. */
const WAVES = [
  [90, 477.2, 434.9, 605, 392.06],
  [160, 412.8, 407.6, 640, 331.44],
  [240, 339.2, 376.4, 680, 262.16],
  [330, 256.4, 341.3, 725, 184.22],
  [430, 164.4, 302.3, 775, 97.62],
  [540, 63.2, 259.4, 830, 2.36],
] as const;

const BELL =
  'M0-9.8a1.5 1.5 0 0 1 1.5 1.5v.5c2.9.7 4.7 3.1 4.7 6.2v3.3l1.7 2.9a.9.9 0 0 1-.8 1.4h-14.2a.9.9 0 0 1-.8-1.4l1.7-2.9v-3.3c0-3.1 1.8-5.5 4.7-6.2v-.5A1.5 1.5 0 0 1 0-9.8z';

export function RingingBell() {
  return (
    <Drawing viewBox="0 0 760 620" aria-hidden="true" focusable="false">
      {WAVES.map(([radius, x1, y1, x2, y2], index) => (
        <path
          key={radius}
          d={`M${x1} ${y1} A${radius} ${radius} 0 0 1 ${x2} ${y2}`}
          strokeWidth={2.2 - index * 0.25}
          opacity={0.62 - index * 0.095}
        />
      ))}
      <g transform="translate(560 470) rotate(-14) scale(5.6)">
        <path d={BELL} />
        <path d="M-2.4 7.3h4.8a2.4 2.4 0 0 1-4.8 0z" />
      </g>
    </Drawing>
  );
}
