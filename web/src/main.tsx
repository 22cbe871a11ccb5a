import { render } from 'preact';
import { App, type AppProps } from './App';
import './styles/index.css';
import { pictured } from './pictures';
import { Engine } from './engine/engine';
import { Search } from './engine/search';
import { LocalSource } from './game/local';
import { recordIn } from './game/share';
import { loadWords } from './text/text';
import { loadSettings } from './ui/settings';
import { FACTOR } from './motion/motion';

// The words first: they are all that the first page needs.
const { language, pseudo } = loadSettings();
const words = loadWords(language, pseudo);
const engine = words.then(() => Engine.load());
const search = new Search();
const breath = () => FACTOR[loadSettings().speed];

const local: Pick<AppProps, 'open' | 'load' | 'linked' | 'resume' | 'desk'> = {
  desk: async () => ({ engine: await engine, search, breath }),
  load: async (record, name) => LocalSource.fromRecord(await engine, search, record, name, breath),
  linked: () => recordIn(location.hash),
  open: async (options) => LocalSource.start(await engine, search, options, breath),
  resume: () => {
    const saved = LocalSource.stored();
    return saved && (async () => LocalSource.resume(await engine, search, saved, breath));
  },
};

async function start(): Promise<void> {
  const picture = import.meta.env.MODE === 'gallery' ? await pictured() : { initial: null, overrides: {} };
  render(<App {...local} {...picture} words={await words} />, document.getElementById('app')!);
}

void start();

// After the first visit the page needs no network. A browser without service workers plays online.
if (import.meta.env.MODE === 'production' && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}
