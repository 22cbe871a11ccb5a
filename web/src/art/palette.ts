/* Colours of the five glazes. Their lightness is spread evenly (about 80, 65, 48, 33, 17), so that the tiles stay apart
 * in grey and under every kind of colour vision; tests/palette.test.ts computes it. */
import type { Colour } from '../model/types';

export interface Glaze {
  base: string;
  /** The lighter and the deeper tone of the motif. */
  light: string;
  deep: string;
  /** Outline that keeps 3 : 1 against the ground, by theme. */
  edge: { light: string; dark: string };
}

export const GLAZES: Record<Colour, Glaze> = {
  Y: { base: '#E9C04C', light: '#FBEBB4', deep: '#8C5803', edge: { light: '#94690F', dark: '#F7DE93' } },
  T: { base: '#4DAFA8', light: '#E3F6F0', deep: '#095256', edge: { light: '#1B7778', dark: '#8BD8CF' } },
  R: { base: '#CE4E36', light: '#FBDDCB', deep: '#741A15', edge: { light: '#8E261D', dark: '#F09180' } },
  B: { base: '#1E4593', light: '#DDE8FA', deep: '#122C64', edge: { light: '#16357A', dark: '#7FA3EA' } },
  K: { base: '#2B2A31', light: '#DDD5C3', deep: '#0E0D12', edge: { light: '#1B1A20', dark: '#8E92A6' } },
};

export const GROUND = {
  light: { page: '#F6F1E7', board: '#FCF9F2', ink: '#22304A', line: '#C9BFA9', accent: '#1F4E9E' },
  dark: { page: '#10182B', board: '#182238', ink: '#E8E2D4', line: '#34405C', accent: '#8FB4F5' },
} as const;
