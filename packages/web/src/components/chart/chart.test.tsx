import { formatPercent, formatShare } from '@campanero/contract/shared/numbers';
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { BarList, barListTable } from './bar-list.tsx';
import { ChartCard, FigureCard } from './chart-card.tsx';
import { Columns } from './columns.tsx';
import { countAxis, textWidth } from './frame.tsx';
import { type ChartData, tableOf, tabSeparated, withoutSeries } from './data.ts';
import { KpiStrip } from './kpi-strip.tsx';
import { endLabels, Lines } from './lines.tsx';
import { Sparkbars } from './sparkbars.tsx';
import { StackedBars } from './stacked-bars.tsx';

const operators: ChartData = {
  axis: 'Operador',
  unit: 'count',
  additive: true,
  series: [
    { key: 'effective', name: 'Efectivos', slot: 1 },
    { key: 'again', name: 'Volver a llamar', slot: 2 },
  ],
  categories: [
    { key: '1', label: 'Daniela Sosa', values: [1200, 34] },
    { key: '2', label: 'Romina Acosta', values: [19, 10] },
    { key: '3', label: 'Tomás Herrera', values: [0, 0] },
  ],
};
const rates: ChartData = {
  axis: 'Mes',
  unit: 'percent',
  series: [
    { key: 'internal', name: 'Internas', slot: 1 },
    { key: 'external', name: 'Externas', slot: 2 },
  ],
  categories: [
    { key: '2026-10', label: 'Oct', values: [60.2, null] },
    { key: '2026-11', label: 'Nov', name: 'Noviembre 2026', note: 'en curso', values: [61.4, 49.3] },
  ],
};
const nothing = (data: ChartData): ChartData => ({ ...data, categories: [] });

const attributes = (selector: string, name: string) =>
  [...document.querySelectorAll(selector)].map((each) => Number(each.getAttribute(name)));
const drawn = () => document.querySelector('svg[data-plot]')?.outerHTML ?? '';
const cells = () =>
  [...document.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));

afterEach(() => vi.restoreAllMocks());

function Chosen({ first, then }: { first: ReactNode; then: ReactNode }) {
  const [isFirst, setFirst] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setFirst(false)}>
        Cambiar
      </button>
      {isFirst ? first : then}
    </>
  );
}

test.each([4, 6])('an axis of few counts has whole steps only, each once (%i steps)', (steps) => {
  for (let highest = 0; highest <= 12; highest += 1) {
    const { scale, ticks } = countAxis(highest, [0, 100], steps);
    expect(
      ticks.every((tick) => Number.isInteger(tick)),
      `${highest}: ${ticks}`,
    ).toBe(true);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBe(scale.domain()[1]);
    expect(scale.domain()[1]).toBeGreaterThanOrEqual(highest);
  }
});

describe('numbers', () => {
  test.each([
    [0.65149, '65,1 %'],
    [1, '100,0 %'],
    [0, '0,0 %'],
    [0.0005, '0,1 %'],
    [0.9999, '100,0 %'],
  ])('%s is %s', (share, text) => expect(formatPercent(share)).toBe(text));

  test('a share of zero has no number', () => {
    expect(formatShare(0, 0)).toBe('—');
    expect(formatShare(5, 0)).toBe('—');
    expect(formatShare(11_665, 17_905)).toBe('65,1 %');
  });
});

describe('chart data: plot, table and copied text', () => {
  test('counts with their total', () => {
    expect(tableOf(operators)).toEqual({
      head: ['Operador', 'Efectivos', 'Volver a llamar', 'Total'],
      rows: [
        ['Daniela Sosa', '1.200', '34', '1.234'],
        ['Romina Acosta', '19', '10', '29'],
        ['Tomás Herrera', '0', '0', '0'],
      ],
    });
  });

  test('as shares of each bar, with the total they are of', () => {
    expect(tableOf({ ...operators, shares: true }).rows).toEqual([
      ['Daniela Sosa', '97,2 %', '2,8 %', '1.234'],
      ['Romina Acosta', '65,5 %', '34,5 %', '29'],
      ['Tomás Herrera', '—', '—', '0'],
    ]);
  });

  test('a missing value has no number; the current month has its note', () => {
    expect(tabSeparated(tableOf(rates))).toBe(
      'Mes\tInternas\tExternas\nOct\t60,2 %\t—\nNoviembre 2026 · en curso\t61,4 %\t49,3 %',
    );
  });

  test('one click shows the table, another the chart; the table is copied as text', async () => {
    const { user } = renderPiece(
      <ChartCard title="Hoy" data={operators} emptyText="Sin llamados">
        {(data) => <StackedBars title="Hoy" data={data} />}
      </ChartCard>,
    );
    expect(await screen.findByRole('img', { name: /Hoy. Efectivos: 1.219, Volver a llamar: 44/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ver tabla' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(cells()).toEqual([tableOf(operators).head, ...tableOf(operators).rows]);
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('menuitem', { name: 'Copiar tabla' }));
    expect(written).toHaveBeenCalledWith(tabSeparated(tableOf(operators)));
    expect(await screen.findByText('Tabla copiada.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ver gráfico' }));
    expect(screen.getByRole('img', { name: /Hoy/ })).toBeTruthy();
  });

  test('the legend hides series in plot and table, except the last one', async () => {
    const { user } = renderPiece(
      <ChartCard title="Hoy" data={operators} emptyText="Sin llamados" legend="totals">
        {(data) => <StackedBars title="Hoy" data={data} />}
      </ChartCard>,
    );
    const effective = await screen.findByRole('button', { name: 'Efectivos 1.219' });
    await user.click(effective);
    expect(effective.getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByRole('img', { name: /Hoy. Volver a llamar: 44. Operador/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Volver a llamar 44' }));
    expect(screen.getByRole('button', { name: 'Volver a llamar 44' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Ver tabla' }));
    expect(cells()[1]).toEqual(['Daniela Sosa', '34', '34']);
  });

  test('a hidden series is shown when it is the only one left', async () => {
    const only = withoutSeries(operators, new Set(['again']));
    const card = (data: ChartData) => (
      <ChartCard title="Hoy" data={data} emptyText="Sin llamados">
        {(visible) => <StackedBars title="Hoy" data={visible} />}
      </ChartCard>
    );
    const { user } = renderPiece(<Chosen first={card(operators)} then={card(only)} />);
    await user.click(await screen.findByRole('button', { name: 'Efectivos' }));
    await user.click(screen.getByRole('button', { name: 'Cambiar' }));
    expect(screen.getByRole('img', { name: /Hoy. Efectivos: 1.219/ })).toBeTruthy();
    expect(drawn()).not.toMatch(/NaN|Infinity/);
  });

  test('a saved picture has title, legend and plot, without styles or classes', async () => {
    const made = vi.spyOn(URL, 'createObjectURL');
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = renderPiece(
      <ChartCard title="Llamados de hoy" data={operators} emptyText="Sin llamados" legend="totals">
        {(data) => <StackedBars title="Llamados de hoy" data={data} />}
      </ChartCard>,
    );
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Guardar imagen (SVG)' }));
    expect((save.mock.contexts[0] as HTMLAnchorElement).download).toBe('llamados-de-hoy.svg');
    const text = await (made.mock.calls[0]![0] as Blob).text();
    for (const part of ['Llamados de hoy', 'Efectivos 1.219', 'Daniela Sosa', '1.234', '<pattern'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/ (style|class)=/);
  });
});

describe('drawing', () => {
  test('bars are as long as their numbers, and zero has none', async () => {
    renderPiece(<StackedBars title="Hoy" data={operators} />);
    await screen.findByRole('img');
    const [first, second, third, fourth, ...rest] = attributes('g > g > rect[rx]:not([rx="4"])', 'width') as [
      number,
      number,
      number,
      number,
    ];
    expect(first / third).toBeGreaterThan(20);
    expect(second).toBeGreaterThan(fourth);
    expect(rest).toEqual([]);
  });

  test('as shares, all bars with calls have the same length', async () => {
    renderPiece(<StackedBars title="Hoy" data={{ ...operators, shares: true }} />);
    await screen.findByRole('img');
    const widths = attributes('g > g > rect[rx]:not([rx="4"])', 'width');
    expect(widths[0]! + widths[1]!).toBeCloseTo(widths[2]! + widths[3]!, 5);
    expect(screen.getByText('100 %')).toBeTruthy();
  });

  test('columns start at zero on whole numbers', async () => {
    renderPiece(
      <Columns
        title="Campañas por mes"
        data={{ ...operators, categories: [{ key: 'a', label: 'Abr', values: [1, 2] }] }}
      />,
    );
    await screen.findByRole('img');
    const [one, two] = attributes('g > rect', 'height') as [number, number];
    expect(two).toBeCloseTo(one * 2, 5);
    expect(['0', '1', '2', '3', '4'].every((tick) => screen.getAllByText(tick).length > 0)).toBe(true);
  });

  test('no date of the axis is cut at the end', async () => {
    const days = Array.from({ length: 43 }, (_, day) => ({ key: `${day}`, label: `${10 + day}-11`, values: [1, 1] }));
    renderPiece(
      <Columns title="Por día" data={{ ...operators, series: operators.series.slice(0, 2), categories: days }} />,
    );
    const plot = await screen.findByRole('img');
    const width = Number(plot.getAttribute('viewBox')!.split(' ')[2]);
    const dates = [...plot.querySelectorAll('text')].filter(({ textContent }) => textContent.endsWith('-11'));
    expect(dates.length).toBeGreaterThan(3);
    const ends = dates.map((date) => Number(date.getAttribute('x')) + textWidth(date.textContent, 12) / 2);
    expect(Math.max(...ends)).toBeLessThanOrEqual(width);
  });

  test('lines leave a gap where there is no value, and end with value and name', async () => {
    renderPiece(
      <Lines
        title="Contactabilidad"
        data={{ ...rates, categories: [...rates.categories, { key: 'gap', label: 'Dic', values: [null, 50] }] }}
      />,
    );
    await screen.findByRole('img');
    expect(document.querySelectorAll('circle')).toHaveLength(2);
    expect(screen.getByText('61,4 %')).toBeTruthy();
    expect(document.querySelector('path[stroke-dasharray]')?.getAttribute('d')).not.toContain('NaN');
  });

  test('labels at the lines’ ends do not overlap', () => {
    const ends = endLabels([[50], [50], [51]], (value) => 100 - value, 16).map(({ at }) => at);
    expect(ends[1]! - ends[0]!).toBeGreaterThanOrEqual(16);
    expect(ends[2]! - ends[1]!).toBeGreaterThanOrEqual(16);
  });

  test.each([
    ['bars', <StackedBars key="b" title="x" data={{ ...operators, shares: true }} />],
    ['one column', <Columns key="c" title="x" data={{ ...operators, categories: operators.categories.slice(2) }} />],
    ['one point', <Lines key="l" title="x" data={{ ...rates, categories: rates.categories.slice(1) }} />],
    [
      'a list of nothing',
      <BarList key="f" title="x" base={0} rows={[{ key: 'a', label: 'Base', value: 0, slot: 8 }]} />,
    ],
    ['an hour without calls', <Sparkbars key="s" label="x" max={0} values={[0, 0]} />],
  ])('%s draws no NaN', async (_, piece) => {
    renderPiece(piece);
    await screen.findByRole('img');
    expect(document.body.innerHTML).not.toMatch(/NaN|Infinity/);
    expect(drawn()).not.toContain('undefined');
  });

  test('without values the card shows its empty text', async () => {
    renderPiece(
      <ChartCard title="Hoy" data={nothing(operators)} emptyText="Hoy no hubo llamados.">
        {(data) => <StackedBars title="Hoy" data={data} />}
      </ChartCard>,
    );
    expect(await screen.findByText('Hoy no hubo llamados.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('the arrow keys walk through the values', async () => {
    const { user } = renderPiece(<StackedBars title="Hoy" data={operators} />);
    const stage = await screen.findByRole('group', { name: 'Use las flechas para recorrer los valores' });
    stage.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('status').textContent).toBe('Romina Acosta: Efectivos 19, Volver a llamar 10');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  test('bars that scroll take the focus themselves, and the keys work the same', async () => {
    const { user } = renderPiece(<StackedBars title="Hoy" data={operators} maxHeight={40} />);
    const bars = await screen.findByRole('group', { name: 'Hoy' });
    await user.tab();
    expect(document.activeElement).toBe(bars);
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('status').textContent).toMatch(/^Daniela Sosa: /);
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  test('a list has its share of the base in plot and table', async () => {
    const rows = [
      { key: 'base', label: 'Base total', value: 17_905, slot: 8 as const },
      { key: 'made', label: 'Llamados realizados', value: 11_665, slot: 3 as const },
    ];
    const { user } = renderPiece(
      <FigureCard title="Del contacto al resultado" table={barListTable('Paso', rows, 17_905)}>
        <BarList title="Del contacto al resultado" rows={rows} base={17_905} />
      </FigureCard>,
    );
    expect(await screen.findByRole('img', { name: /Llamados realizados: 11.665, 65,1 %/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ver tabla' }));
    expect(cells()[2]).toEqual(['Llamados realizados', '11.665', '65,1 %']);
  });

  test('the figures work with a base of zero', async () => {
    renderPiece(
      <KpiStrip
        title="Llamados"
        figures={[{ label: 'Efectivos', value: '0', share: { text: formatShare(0, 0), part: 0 / 0, slot: 1 } }]}
      />,
    );
    expect(await screen.findByText('Efectivos')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('NaN');
  });
});
