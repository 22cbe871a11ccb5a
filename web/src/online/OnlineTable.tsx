/* A game in progress or over: the table of the page, with what a distance adds to it. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine';
import { SocketSource } from './SocketSource';
import type { Position } from '../model/types';
import { TableScreen } from '../screens/TableScreen';
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
  engine: Engine;
  feed: Feed;
  info: TableInfo;
  onNext: (table: string) => void;
  onLeave: () => void;
  onHelp: (position: Position, topic?: string) => void;
  onSettings: () => void;
}

export function OnlineTable({ engine, feed, info, onNext, onLeave, onHelp, onSettings }: Props) {
  const { t } = usePage();
  const source = useMemo(() => new SocketSource(engine, feed), [engine, feed]);
  useChanges(source);
  useEffect(() => () => source.close(), [source]);
  const { table, commitment, shuffle, next, you } = info;
  useEffect(() => remember({ table, commitment, shuffle }), [table, commitment, shuffle]);
  const over = info.phase === 'over';
  useEffect(() => {
    if (over)
      get(`record/${table}`).then(
        (record) => source.keepRecord(record),
        () => undefined,
      );
  }, [over, source, table]);
  const [seen] = useState(next); // a rematch agreed long ago is no reason to leave
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
      buttons: <OverButtons engine={engine} source={source} info={info} onNext={onNext} onLeave={onLeave} />,
    },
  };
  return (
    <SeatExtras.Provider value={beside}>
      <TableScreen
        source={source}
        online={online}
        onMenu={onLeave}
        onHelp={(topic) => onHelp(source.state().position, topic)}
        onSettings={onSettings}
      />
    </SeatExtras.Provider>
  );
}
