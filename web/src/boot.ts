/* The first code that runs, and small: it asks for the words of the visitor's language while the page is on its way. */
import './styles/index.css';
import { wordsOf } from './text/languages';
import { loadSettings } from './ui/settings';

void wordsOf(loadSettings().language);
void import('./main');
