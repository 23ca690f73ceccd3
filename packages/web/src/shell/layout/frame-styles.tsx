import { GlobalStyles } from '@mui/material';
import { barsOf, useFrame } from './effective-layout.ts';

/** CSS variables with the sizes of the bars, so that focused elements are never hidden under one (WCAG 2.4.11). `--page-bar`: a page's own bar. */
export function FrameStyles() {
  const frame = useFrame();
  const { mode, containerWidth } = frame.layout.config;
  const { fixedTop, fixedBottom, all } = barsOf(frame);
  const width = `${containerWidth}px`;
  return (
    <GlobalStyles
      styles={{
        html: {
          '--fixed-top': fixedTop,
          '--fixed-bottom': fixedBottom,
          '--all-bars': all,
          '--container': mode === 'container' ? width : 'none',
          '--box': mode === 'boxed' ? width : 'none',
          '--box-edge': mode === 'boxed' ? `max(0px, (100vw - ${width}) / 2)` : '0px',
          // End edge of the box, beside a navbar at the end.
          '--end-edge': 'calc(var(--box-edge) + var(--navbar-at-end, 0px))',
          scrollPaddingBlock: 'calc(var(--fixed-top) + 12px) calc(var(--fixed-bottom) + var(--page-bar, 0px) + 12px)',
        },
      }}
    />
  );
}
