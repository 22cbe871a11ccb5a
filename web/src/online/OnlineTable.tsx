/* A game in progress or over: the table of the page, with the additions of online play. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LocalEngine } from '../engine/localEngine';
import type { GameSource } from '../game/source';
import { SocketSource } from './SocketSource';
import type { Position } from '../model/types';
import { TableScreen, type TableProps } from '../screens/TableScreen';
import { useLayer } from '../ui/back';
import { usePage } from '../ui/context';
import { SeatExtras } from '../board/tableContext';
import { get } from './api';
import { useCall } from './attention';
import { Bar, OverButtons } from './Bar';
import { Connection } from './Connection';
import { remember } from './fair';
import type { Feed, TableInfo } from './feed';
import { useChanges } from './hooks';
import { LiveButtons } from './LiveButtons';
import { SeatNote } from './SeatNote';
import { useLatest } from '../ui/useLatest';

interface Props {
  device: LocalEngine;
  feed: Feed;
  info: TableInfo;
  onNext: (table: string) => void;
  onLeave: () => void;
  onHelp: (position: Position, topic?: string) => void;
  onSettings: () => void;
}

export function OnlineTable({ device, feed, info, onNext, onLeave, onHelp, onSettings }: Props) {
  const { t } = usePage();
  const source = useMemo(() => new SocketSource(device, feed), [device, feed]);
  useChanges(source);
  useEffect(() => () => source.close(), [source]);
  const { table: id, commitment, shuffle, next, you } = info;
  useEffect(() => remember({ table: id, commitment, shuffle }), [id, commitment, shuffle]);
  const over = info.phase === 'over';
  useEffect(() => {
    if (over)
      get(`record/${id}`).then(
        (record) => source.keepRecord(record),
        () => undefined,
      );
  }, [over, source, id]);
  const [seen] = useState(next); // a rematch agreed before this visit does not move the visitor away
  const follow = useLatest(onNext);
  useEffect(() => {
    if (next && next !== seen && you !== null) follow.current(next);
  }, [next, seen, you, follow]);
  const mine = info.phase === 'live' && info.you !== null && info.position?.seat === info.you;
  useCall(mine, t('turn-yours'), t(`rules-${info.options.rules}`));
  const beside = (seat: number) => <SeatNote info={info} seat={seat} />;
  const online = {
    facts: <Connection link={feed.link} />,
    live: { bar: <Bar source={source} info={info} />, buttons: <LiveButtons source={source} info={info} /> },
    ended: {
      bar: <Bar source={source} info={info} ended />,
      buttons: <OverButtons engine={device.engine} source={source} info={info} onNext={onNext} onLeave={onLeave} />,
    },
  };
  const [branch, setBranch] = useState<GameSource | null>(null);
  const table = { onHelp: (topic?: string) => onHelp((branch ?? source).state().position, topic), onSettings };
  if (branch) return <WhatIf source={branch} onClose={() => setBranch(null)} {...table} />;
  return (
    <SeatExtras.Provider value={beside}>
      <TableScreen source={source} online={online} onMenu={onLeave} onBranch={(ply) => setBranch(source.branch!(ply))} {...table} />
    </SeatExtras.Provider>
  );
}

/** Another way to play on, tried on this device; Back leads to the game that was played. */
function WhatIf({ source, onClose, ...table }: Pick<TableProps, 'source' | 'onHelp' | 'onSettings'> & { onClose: () => void }) {
  useLayer(onClose);
  useEffect(() => () => source.close(), [source]);
  return <TableScreen source={source} onMenu={onClose} {...table} />;
}
