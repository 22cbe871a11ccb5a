/* Where online play ends without a game: the table is gone, or the server has banned us. */
import { usePage } from '../ui/context';
import { Frame } from './Frame';
import type { Link } from './link';

interface Props {
  link: Link;
  title: string;
  words: string[];
  /** The label of the way back. */
  back: string;
  onBack: () => void;
}

export function Notice({ link, title, words, back, onBack }: Props) {
  return (
    <Frame link={link} title={title} onBack={onBack} back={back}>
      <section class="panel gone" role="alert">
        {words.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <button type="button" class="button primary" onClick={onBack}>
          {back}
        </button>
      </section>
    </Frame>
  );
}

export function Banned({ link, onBack }: { link: Link; onBack: () => void }) {
  const { t } = usePage();
  const until = link.bannedUntil;
  const why = until > 0 ? t('banned-until', { date: new Date(until) }) : t('banned');
  return <Notice link={link} title={t('online')} words={[why, t('banned-words')]} back={t('banned-back')} onBack={onBack} />;
}
