/* The first code that runs, and small: it asks for the words of the visitor's language while the page is on its way. */
import 'virtual:palette.css';
import './styles/index.css';
import { wordsOf } from './text/languages';
import { applySettings, loadSettings } from './settings/settings';

const settings = loadSettings();
void wordsOf(settings.language);
applySettings(settings);
void import('./main');
