/* What a player may do beside moving: say something, offer a draw, resign. */
import { useState } from 'preact/hooks';
import type { SocketSource } from './SocketSource';
import { usePage } from '../ui/context';
import type { TableInfo } from './feed';
import { Menu } from './Menu';
import { wordsOr } from './words';

export function LiveButtons({ source, info }: { source: SocketSource; info: TableInfo }) {
  if (info.you === null || info.seats[info.you]?.out) return null;
  return (
    <>
      <Phrases source={source} />
      <More source={source} info={info} />
    </>
  );
}

export function Phrases({ source }: { source: SocketSource }) {
  const { t } = usePage();
  const known = source.feed.link.welcome?.phrases ?? [];
  const phrases = known.filter((phrase) => wordsOr(t, `phrase-${phrase}`, '')); // a newer server has more
  return (
    <Menu label={t('say')}>
      {(close) =>
        phrases.map((phrase) => (
          <button
            type="button"
            key={phrase}
            class="plain-button"
            onClick={() => {
              close();
              void source.ask({ t: 'phrase', phrase });
            }}
          >
            {t(`phrase-${phrase}`)}
          </button>
        ))
      }
    </Menu>
  );
}

function More({ source, info }: { source: SocketSource; info: TableInfo }) {
  const { t } = usePage();
  const [sure, setSure] = useState(false);
  const people = info.seats.every((s) => s.kind === 'person');
  return (
    <Menu label={t('more')}>
      {(close) => (
        <>
          {people && (
            <button
              type="button"
              class="plain-button"
              disabled={info.offer !== null}
              onClick={() => {
                close();
                void source.ask({ t: 'offer', offer: 'draw' });
              }}
            >
              {t('offer-draw')}
            </button>
          )}
          <button
            type="button"
            class="plain-button"
            onClick={() => {
              if (!sure) return setSure(true);
              setSure(false);
              close();
              void source.ask({ t: 'resign' });
            }}
          >
            {t(sure ? 'resign-sure' : 'resign')}
          </button>
        </>
      )}
    </Menu>
  );
}
