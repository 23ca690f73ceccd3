import { saveBlob } from '../files/blob.tsx';
import type { Paint } from './frame.tsx';
import type { ChartSlot } from './data.ts';

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 20;
const PNG_SCALE = 2;

export interface Picture {
  title: string;
  subtitle: string | undefined;
  legend: readonly { name: string; slot: ChartSlot; total?: string | undefined }[];
  plots: readonly SVGSVGElement[];
  paint: Pick<Paint, 'paper' | 'text' | 'text2' | 'color' | 'fontFamily' | 'isMirrored'>;
}

function element(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

const sizeOf = (plot: SVGSVGElement) => {
  const [, , width, height] = (plot.getAttribute('viewBox') ?? '0 0 0 0').split(' ').map(Number);
  return { width: width!, height: height! };
};

/** The chart with title and legend as a self-contained SVG. */
function pictureOf({ title, subtitle, legend, plots, paint }: Picture): SVGElement {
  const width = Math.max(...plots.map((plot) => sizeOf(plot).width)) + 2 * MARGIN;
  const startAt = (x: number) => ({
    x: paint.isMirrored ? width - x : x,
    'text-anchor': paint.isMirrored ? 'end' : 'start',
  });
  let y = MARGIN + 12;
  const parts: SVGElement[] = [
    element('text', { ...startAt(MARGIN), y, 'font-size': 16, 'font-weight': 620, fill: paint.text }, title),
  ];
  if (subtitle) {
    y += 20;
    parts.push(element('text', { ...startAt(MARGIN), y, 'font-size': 13, fill: paint.text2 }, subtitle));
  }
  let x = MARGIN;
  if (legend.length > 0) y += 24;
  for (const { name, slot, total } of legend) {
    const text = total === undefined ? name : `${name} ${total}`;
    const room = text.length * 7 + 36;
    if (x > MARGIN && x + room > width) {
      x = MARGIN;
      y += 20;
    }
    // The plot has the pattern already.
    const pattern = plots[0]?.querySelector(`pattern[id$="${slot}"]`)?.id;
    parts.push(
      element('rect', {
        x: paint.isMirrored ? width - x - 12 : x,
        y: y - 10,
        width: 12,
        height: 12,
        rx: 3,
        fill: pattern ? `url(#${pattern})` : paint.color(slot),
      }),
      element('text', { ...startAt(x + 18), y, 'font-size': 12.5, fill: paint.text2 }, text),
    );
    x += room;
  }
  y += 16;
  for (const plot of plots) {
    const { width: plotWidth, height } = sizeOf(plot);
    const copy = plot.cloneNode(true) as SVGSVGElement;
    for (const name of ['style', 'role', 'aria-label', 'aria-hidden', 'data-plot']) copy.removeAttribute(name);
    // With wider fallback fonts, texts reach into the margin instead of being cut.
    const place = { x: MARGIN, y, width: plotWidth, height, overflow: 'visible' };
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    parts.push(copy);
    y += height;
  }
  const height = y + MARGIN;
  const picture = element('svg', {
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': paint.fontFamily,
    direction: 'ltr',
  });
  picture.append(element('rect', { width, height, fill: paint.paper }), ...parts);
  return picture;
}

const fileName = (title: string) => title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();

const svgBlob = (svg: SVGElement) => new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });

export const saveSvg = (picture: Picture) => saveBlob(svgBlob(pictureOf(picture)), `${fileName(picture.title)}.svg`);

/** Draws the SVG onto a canvas; a blob address passes the content policy. */
export async function savePng(picture: Picture): Promise<void> {
  const svg = pictureOf(picture);
  const address = URL.createObjectURL(svgBlob(svg));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Number(svg.getAttribute('width')) * PNG_SCALE;
    canvas.height = Number(svg.getAttribute('height')) * PNG_SCALE;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (!blob) throw new Error('the canvas gave no picture');
    saveBlob(blob, `${fileName(picture.title)}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}
