// Pictures of online play: two visitors and a spectator at a real `azulejo serve`, each screen where it is reached.
import { guest, missing, openHost } from '../tests/e2e/host.ts';

export const ONLINE_SHOTS = ['online-lobby', 'online-new', 'online-room', 'online-join', 'online-game', 'online-watch', 'online-over'];

/** Makes n touches by the player whose turn it is. */
async function playOn(visitors, moves) {
  for (let i = 0; i < moves; i++) {
    const mover = () => visitors.find((v) => v.wire.position?.seat === v.wire.seat);
    for (let tries = 0; tries < 200 && !mover(); tries++) await visitors[0].page.waitForTimeout(20);
    const { page, wire } = mover();
    const { ply } = wire;
    for (let touches = 0; touches < 60 && wire.ply === ply; touches++) {
      await page.evaluate(() => document.querySelector('[data-place]:not(:disabled), .line.open, .touch.open')?.click());
      await page.waitForTimeout(40);
    }
  }
}

async function makeTable(v, wish) {
  await v.page.evaluate((w) => localStorage.setItem('azulejo.table', JSON.stringify(w)), {
    seats: [0],
    clock: 2,
    leaver: 'claim',
    public: true,
    tablets: ['a1', 'b1', 'c1'],
    ...wish,
  });
  await v.page.locator('.together .button.primary').click();
  await v.page.locator('.new-table').waitFor();
}

async function enter(v) {
  await v.page.locator('[data-online]').click();
  await v.page.locator('[data-link=open]').first().waitFor();
}

async function joinBy(v, link) {
  await v.page.goto('about:blank');
  await v.page.goto(link);
  await v.page.locator('[data-join]').waitFor();
}

/** One walk through online play; `shot(page, name)` takes the picture. */
export async function walkOnline(browser, host, options, settings, rules, shot) {
  const a = await guest(browser, host, 'Ana', options, settings);
  const b = await guest(browser, host, 'Bruno', options, settings);
  const c = await guest(browser, host, 'Clara', options, settings);
  await enter(a);
  await makeTable(a, { rules });
  await shot(a.page, 'online-new');
  await a.page.locator('.new-table .button.primary').click();
  await a.page.locator('[data-ready]').waitFor();
  const link = await a.page.locator('.invite input').inputValue();
  await shot(a.page, 'online-room');
  await enter(c);
  await c.page.locator('.tables li').first().waitFor();
  await shot(c.page, 'online-lobby');
  await joinBy(b, link);
  await shot(b.page, 'online-join');
  await b.page.locator('[data-join]').click();
  for (const v of [b, a]) await v.page.locator('[data-ready]').click();
  for (const v of [a, b]) await v.page.locator('.banner').waitFor();
  await playOn([a, b], rules === 'duel' ? 9 : 6);
  await b.page.locator('.menu .button').first().click();
  await b.page.locator('.menu-list button').first().click();
  await a.page.locator('.bubble').waitFor();
  await shot(a.page, 'online-game');
  await c.page.goto('about:blank');
  await c.page.goto(link);
  await c.page.locator('.banner').waitFor();
  await shot(c.page, 'online-watch');
  await playOn([a, b], 400).catch(() => undefined); // to the end
  await a.page.locator('.banner-over').waitFor();
  await shot(a.page, 'online-over');
  for (const v of [a, b, c]) await v.context.close();
  return [...a.faults, ...b.faults, ...c.faults];
}

/** The server, or null (said) where the program is missing. */
export async function onlineHost() {
  const why = missing();
  if (why) console.log(`no pictures of online play: ${why}`);
  return why ? null : openHost();
}
