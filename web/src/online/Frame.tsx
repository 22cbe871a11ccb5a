/* The frame of the online screens beside the table: title, connection, the way back. */
import type { ComponentChildren } from 'preact';
import { Tile } from '../art/pieces';
import { usePage } from '../ui/context';
import { Heading } from '../ui/Heading';
import { Connection } from './Connection';
import type { Link } from './link';

interface Props {
  link: Link;
  title: string;
  onBack: () => void;
  /** The label of the way back; without it: to the first page. */
  back?: string;
  children: ComponentChildren;
}

export function Frame({ link, title, onBack, back, children }: Props) {
  const { t } = usePage();
  return (
    <div class="online">
      <header class="online-top">
        <button type="button" class="plain-button online-back" onClick={onBack} aria-label={back ?? t('to-start')}>
          <span aria-hidden="true">‹</span>
          <Tile piece="B" shape="square" />
        </button>
        <Heading>{title}</Heading>
        <Connection link={link} />
      </header>
      <main class="online-main">{children}</main>
    </div>
  );
}

export function Problem({ text }: { text: string }) {
  return text ? (
    <p class="message" role="alert">
      {text}
    </p>
  ) : null;
}
