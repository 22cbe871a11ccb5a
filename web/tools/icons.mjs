// Draws the icon as the PNG files that phones ask for. Run it (npm run icons) after the drawing or its colours have changed.
import { fileURLToPath } from 'node:url';
import { GLAZES, iconSvg } from '../src/art/palette.ts';
import { launch } from './browser.mjs';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const svg = iconSvg();
const blue = GLAZES.B.base;
/** Name, size, and how much of the square the drawing fills: a maskable icon is cut to a circle of 80 %. */
const ICONS = [
  ['icon-192', 192, 1, 'transparent'],
  ['icon-512', 512, 1, 'transparent'],
  ['icon-maskable', 512, 0.76, blue],
  ['apple-touch-icon', 180, 1, blue],
];

const browser = await launch();
for (const [name, size, share, ground] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * share);
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">` +
      `<div style="width:${side}px;height:${side}px">${svg}</div>`,
  );
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: ground === 'transparent' });
  await page.close();
}
await browser.close();
