/* The letters that may stand on the pieces: those of the viewer's language, set by the page. */
import { createContext } from 'preact';
import type { Colour } from '../model/types';

export const Letters = createContext<(colour: Colour) => string>((colour) => colour);
