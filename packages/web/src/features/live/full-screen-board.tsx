import type { Live, LiveCampaign, LiveOperator } from '@campanero/contract/live/endpoints';
import { formatDate, formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted, NO_VALUE } from '@campanero/contract/shared/numbers';
import { Dialog, IconButton, ThemeProvider } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { LogoMark } from '../../components/logo.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconX } from '../../components/icons.ts';
import { enterFullscreen, leaveFullscreen, watchFullscreen } from '../../lib/browser/fullscreen.ts';
import { useShortcutPause } from '../../lib/shortcuts.ts';
import { useConnection } from '../../lib/live/socket.ts';
import { capitalised, weekdayName } from '../../lib/text/when.ts';
import { themeOf } from '../../theme/create-theme.ts';
import {
  agoInWords,
  comparedWithHourBefore,
  countWorking,
  inactivityInWords,
  isLate,
  momentInWords,
  stateNow,
} from './board.ts';
import {
  AlertBar,
  Big,
  CampaignRow,
  BoardCard,
  BoardFigure,
  Label,
  Note,
  BoardRows,
  Screen,
  Split,
  Top,
  Verdict,
} from './full-screen-board-styles.ts';

const CAMPAIGNS_SHOWN = 4;
const NAMED = 3;

interface FullScreenBoardProps {
  board: Live;
  external: boolean;
  now: number;
  onLeave: () => void;
}

/** For wall screens: dark, drawn for 1920x1080 and scaled to the window. Leaving full screen or Esc closes it. */
export function FullScreenBoard(props: FullScreenBoardProps) {
  const leave = useEffectEvent(props.onLeave);
  useShortcutPause();
  useEffect(() => {
    // If the browser refuses, the board fills the window.
    enterFullscreen();
    const forget = watchFullscreen(() => {
      if (!document.fullscreenElement) leave();
    });
    return () => {
      forget();
      leaveFullscreen();
    };
  }, []);
  return (
    <ThemeProvider theme={themeOf('campanero-noche', true)}>
      <Dialog
        fullScreen
        open
        onClose={props.onLeave}
        slotProps={{
          paper: {
            'aria-label': 'En vivo, pantalla completa',
            sx: { borderRadius: 0, border: 0, bgcolor: 'background.default' },
          },
        }}
      >
        <Screen>
          <Header {...props} />
          <Figures board={props.board} />
          <Split>
            <Backlog board={props.board} />
            <Campaigns campaigns={props.board.campaigns} />
          </Split>
          <Alerts board={props.board} now={props.now} />
        </Screen>
      </Dialog>
    </ThemeProvider>
  );
}

function Header({ external, now, onLeave }: Omit<FullScreenBoardProps, 'board'>) {
  const isConnected = useConnection() !== 'lost';
  return (
    <Top>
      <LogoMark size={60} />
      <b>En vivo</b>
      <span>
        {capitalised(weekdayName(productDay(now)))} {formatDate(now)}
        {external && ' · Externos'}
      </span>
      <IconButton aria-label="Salir de la pantalla completa" onClick={onLeave}>
        <IconX stroke={1.75} aria-hidden />
      </IconButton>
      <span role="status">
        {isConnected ? <i aria-hidden /> : <IconAlertTriangle stroke={2} aria-hidden />}
        {isConnected ? 'Conectado' : 'Sin conexión'}
      </span>
      <time>{formatTime(now)}</time>
    </Top>
  );
}

function Figures({ board }: { board: Live }) {
  const { operators, lastHour, today } = board;
  const { working, inWords } = countWorking(board);
  const { Arrow, inWords: compared } = comparedWithHourBefore(board);
  return (
    <BoardRows>
      <BoardCard>
        <Label>Trabajando ahora</Label>
        <Big>
          {formatCount(working)}
          <small> de {formatCount(operators.length)}</small>
        </Big>
        <Note>{inWords}</Note>
      </BoardCard>
      <BoardCard>
        <Label>Llamados, última hora</Label>
        <Big>{formatCount(lastHour.calls)}</Big>
        <Note>
          {Arrow && <Arrow stroke={2} aria-hidden />}
          {compared} hora anterior
        </Note>
      </BoardCard>
      <BoardCard>
        <Label>Contactabilidad, última hora</Label>
        <Big>
          {percentOf(lastHour.contacted, lastHour.calls)}
          {lastHour.calls > 0 && <small> %</small>}
        </Big>
        <Note>
          Promedio de hoy: {percentOf(today.contacted, today.calls)}
          {today.calls > 0 && ' %'}
        </Note>
      </BoardCard>
    </BoardRows>
  );
}

const percentOf = (part: number, base: number) => (base > 0 ? String(Math.round((100 * part) / base)) : NO_VALUE);

function Backlog({ board: { pending, overdueCallbacks } }: { board: Live }) {
  const hasLate = overdueCallbacks > 0;
  return (
    <BoardCard data-halves>
      <div>
        <Label>Por llamar</Label>
        <BoardFigure>{formatCount(pending)}</BoardFigure>
      </div>
      <div>
        <Label>Rellamados vencidos</Label>
        <BoardFigure data-alert={hasLate ? '' : undefined}>
          {formatCount(overdueCallbacks)}
          {hasLate && <IconAlertTriangle stroke={1.9} aria-hidden />}
        </BoardFigure>
      </div>
    </BoardCard>
  );
}

function Campaigns({ campaigns }: { campaigns: readonly LiveCampaign[] }) {
  const more = campaigns.length - CAMPAIGNS_SHOWN;
  return (
    <BoardCard data-list>
      {campaigns.length === 0 && <Note>No hay campañas en curso</Note>}
      {campaigns.slice(0, CAMPAIGNS_SHOWN).map((campaign) => {
        const progress = percentOf(campaign.called, campaign.total);
        return (
          <CampaignRow key={campaign.id}>
            <div>
              <b>{campaign.name}</b>
              <div aria-hidden>
                <i style={{ width: `${progress === NO_VALUE ? 0 : progress}%` }} />
              </div>
            </div>
            <strong>
              {progress}
              {progress !== NO_VALUE && <small> %</small>}
            </strong>
            <CampaignVerdict campaign={campaign} />
          </CampaignRow>
        );
      })}
      {more > 0 && <Note>y {formatCounted(more, 'campaña más', 'campañas más')}</Note>}
    </BoardCard>
  );
}

function CampaignVerdict({ campaign }: { campaign: LiveCampaign }) {
  const { daysLate, forecastDay, neverCalled, isInactive } = campaign;
  if (isLate(campaign) || isInactive)
    return (
      <Verdict data-alert>
        <IconAlertTriangle stroke={2} aria-hidden />
        {isLate(campaign) ? formatCounted(daysLate!, 'día tarde', 'días tarde') : 'Sin registros'}
      </Verdict>
    );
  const isKnown = forecastDay !== null || neverCalled === 0;
  const VerdictIcon = isKnown ? IconCircleCheck : IconCircleDashed;
  return (
    <Verdict data-good={isKnown ? '' : undefined}>
      <VerdictIcon stroke={2} aria-hidden />
      {isKnown ? 'A tiempo' : 'Sin ritmo'}
    </Verdict>
  );
}

function Alerts({ board, now }: { board: Live; now: number }) {
  const people = board.operators.filter((operator) => stateNow(operator) === 'inactive');
  const [first] = people;
  const late = lateWork(board, now);
  if (!first && late.length === 0)
    return (
      <AlertBar role="status">
        <IconCircleCheck stroke={2} aria-hidden />
        <span>{board.callingHours.isOpen ? 'Sin alertas' : 'Fuera del horario de llamados'}</span>
      </AlertBar>
    );
  const more = people.length - NAMED;
  const beside = [...(more > 0 ? [`y ${more} más`] : []), ...(first ? late : late.slice(1))].join(' · ');
  return (
    <AlertBar role="status" data-alert>
      <IconAlertTriangle stroke={2} aria-hidden />
      {!first ? (
        <span>
          <b>{late[0]}</b>
        </span>
      ) : people.length === 1 ? (
        <span>
          <b>{first.name}</b> · {inactivityInWords(first.lastActivityAt, now)}
        </span>
      ) : (
        <span>
          Sin actividad:{' '}
          {people.slice(0, NAMED).map(({ id, name, lastActivityAt }, place) => (
            <span key={id}>
              {place > 0 && ' · '}
              <b>{name}</b> {lastActivityAt && agoInWords(lastActivityAt, now).replace('hace ', '')}
            </span>
          ))}
        </span>
      )}
      {beside ? <small>{beside}</small> : first && <small>{whereAndSince(first, now)}</small>}
    </AlertBar>
  );
}

/** How many callbacks are late stands above. */
function lateWork({ oldestCallbackAt, campaigns }: Live, now: number): string[] {
  const silent = campaigns.filter(({ isInactive }) => isInactive).length;
  const endLate = campaigns.filter(isLate).length;
  return [
    oldestCallbackAt !== null && `El rellamado más antiguo espera desde ${since(oldestCallbackAt, now)}`,
    silent > 0 && `${formatCounted(silent, 'campaña', 'campañas')} sin registros`,
    endLate > 0 && formatCounted(endLate, 'campaña termina tarde', 'campañas terminan tarde'),
  ].filter((text) => text !== false);
}

const whereAndSince = ({ campaignName, lastActivityAt }: LiveOperator, now: number) =>
  [campaignName, ...(lastActivityAt ? [`desde ${since(lastActivityAt, now)}`] : [])].filter(Boolean).join(', ');

const since = (at: string, now: number) =>
  `${productDay(at) === productDay(now) ? 'las' : 'el'} ${momentInWords(at, now)}`;
