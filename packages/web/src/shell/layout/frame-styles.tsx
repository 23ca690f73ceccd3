import { GlobalStyles } from '@mui/material';
import { barsOf, useFrame } from './effective-layout.ts';

/**
 * What the bars take of the window and where the page's column and the box end, for all that must keep clear of them: what has the
 * focus is never hidden under a bar (WCAG 2.4.11), whichever there are. `--page-bar` is a page's own bar above the footer.
 */
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
          // Where what is pinned at the end of the window stands: at the box's edge, and beside a navbar that is there.
          '--end-edge': 'calc(var(--box-edge) + var(--navbar-at-end, 0px))',
          scrollPaddingBlock: 'calc(var(--fixed-top) + 12px) calc(var(--fixed-bottom) + var(--page-bar, 0px) + 12px)',
        },
      }}
    />
  );
}
