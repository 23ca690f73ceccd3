import { LOGO } from '../theme/tokens.ts';

const BELL =
  'M16 6.2a1.5 1.5 0 0 1 1.5 1.5v.5c2.9.7 4.7 3.1 4.7 6.2v3.3l1.7 2.9a.9.9 0 0 1-.8 1.4H8.9a.9.9 0 0 1-.8-1.4l1.7-2.9v-3.3c0-3.1 1.8-5.5 4.7-6.2v-.5A1.5 1.5 0 0 1 16 6.2z';
const CLAPPER = 'M13.6 23.3h4.8a2.4 2.4 0 0 1-4.8 0z';

/** Never mirrored in RTL. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect fill={LOGO.ground} width="32" height="32" rx="9" />
      <g fill={LOGO.bell} transform="rotate(-14 16 15)">
        <path d={BELL} />
        <path d={CLAPPER} />
      </g>
      <path stroke={LOGO.bell} d="M24.6 7.2a8 8 0 0 1 2.2 4.2" strokeWidth="1.8" fill="none" strokeLinecap="round" />
    </svg>
  );
}

export function Bell({ size, tilt }: { size: number; tilt: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" fill="currentColor">
      <g transform={`rotate(${tilt} 16 16)`}>
        <path d={BELL} />
        <path d={CLAPPER} />
      </g>
    </svg>
  );
}

export function CityLogo({ src, size = 32 }: { src: string | null; size?: number }) {
  if (src === null) return <LogoMark size={size} />;
  return <img src={src} alt="" style={{ width: size, height: size, objectFit: 'contain', flex: 'none' }} />;
}
