/* The page, drawn as soon as its words are there; table and engine are fetched after that. */
import { render } from 'preact';
import { App, TableScreen, type AppProps } from './App';
import { compiled } from './engine/engine';
import { pictured } from './galleryPage';
import { recordIn } from './game/share';
import { keepForOffline } from './offline/update';
import { loadWords } from './text/text';
import { loadSettings } from './settings/settings';

const device = () => import('./game/device');

const local: Pick<AppProps, 'open' | 'load' | 'linked' | 'resume' | 'localEngine'> = {
  localEngine: async () => (await device()).localEngine(),
  open: async (options) => (await device()).open(options),
  load: async (record) => (await device()).load(record),
  linked: () => recordIn(location.hash),
  resume: async (saved) => (await device()).resume(saved),
};

/** While the visitor looks at the first page; what fails is tried again when it is wanted. */
const prepare = () => void Promise.all([compiled(), TableScreen.fetch(), local.localEngine()]).catch(() => undefined);

async function start(): Promise<void> {
  const { language, pseudo } = loadSettings();
  const picture = import.meta.env.MODE === 'gallery' ? await pictured() : { initial: null, overrides: {} };
  if (picture.initial) await TableScreen.fetch();
  render(<App {...local} {...picture} words={await loadWords(language, pseudo)} />, document.getElementById('app')!);
  requestAnimationFrame(() => setTimeout(prepare));
}

void start();

if (import.meta.env.MODE === 'production') void keepForOffline();
