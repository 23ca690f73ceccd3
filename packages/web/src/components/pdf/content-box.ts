/** Blank part of each side, 0 to 1. */
export type Margins = Record<'top' | 'right' | 'bottom' | 'left', number>;
export const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

/** Small enough to be fast, large enough to keep thin letters. */
export const LOOK_WIDTH = 240;
const DIFFERENCE = 24;
/** Kept around the content. */
const AIR = 0.02;

/** Blank border: the colour that all four corners have. */
export function blankMargins(canvas: HTMLCanvasElement): Margins {
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height).data;
  if (!pixels) return NO_MARGINS;
  const differs = (a: number, b: number) =>
    [0, 1, 2].some((part) => Math.abs(pixels[a + part]! - pixels[b + part]!) > DIFFERENCE);
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((pixel) => pixel * 4);
  if (corners.some((corner) => differs(corner, 0))) return NO_MARGINS;
  let [top, right, bottom, left] = [height, -1, -1, width];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (differs((y * width + x) * 4, 0)) {
        top = Math.min(top, y);
        bottom = y;
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
  if (right < 0) return NO_MARGINS;
  const kept = (part: number) => Math.max(0, part - AIR);
  return {
    top: kept(top / height),
    right: kept((width - 1 - right) / width),
    bottom: kept((height - 1 - bottom) / height),
    left: kept(left / width),
  };
}
