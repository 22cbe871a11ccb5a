/* Real browsers at a real server: the table's buttons, the lobby, accounts, and every screen looked at by axe. */
import { expect, it } from 'vitest';
import type { Rules } from '../../src/model/types';
import type { Visitor } from './host';
import { compare, isOver, linkState, move, moveUntilTurnOf, onTurn, openPlace, sitDown, until } from './together';
import { findings, sideways } from './axe';
import { closeStage, openStage, visit } from './stage';
import { smallTargets } from './targets';
import { smallTexts } from './texts';

const { online, place, come } = openPlace();

const say = (v: Visitor, menu: string, item: string) =>
  v.page
    .locator('.buttons')
    .getByRole('button', { name: menu, exact: true })
    .click()
    .then(() => v.page.locator('.menu-list').getByRole('button', { name: item }).click());

online('at the table', () => {
  it('phrases, takeback and draw by consent, a spectator, resigning, the next game with seats rotated', async () => {
    const [a, b] = [await come('Ana'), await come('Bruno', {}, { language: 'nl' })];
    const link = await sitDown(a, b, { rules: 'grey', clock: 3 });
    await expect.poll(() => a.page.locator('.clock').count()).toBe(2);
    await say(a, 'Say something', 'Good luck!');
    await b.page.locator('.bubble', { hasText: 'Succes!' }).waitFor();

    const first = (await onTurn([a, b]))!;
    const other = first === a ? b : a;
    await move(a, b);
    await compare(a, b);
    const undo = first.page.locator('.buttons .button:visible').first();
    await undo.click();
    await first.page.locator('.note', { hasText: /ask|vraagt/ }).waitFor();
    await other.page.locator('.note.offer .button').nth(1).click();
    for (const v of [other, first]) await v.page.locator('.note', { hasText: /ask|vraagt/ }).waitFor({ state: 'hidden' });
    expect(first.wire.ply).toBe(1);
    await move(a, b); // the same is asked once between two moves
    await compare(a, b);
    await undo.click();
    await other.page.locator('.note.offer .button').first().click();
    await until('the move is taken back', () => a.wire.ply === 0 && b.wire.ply === 0);
    await compare(a, b);

    const c = await come('Clara');
    await c.page.goto('about:blank');
    await c.page.goto(link);
    await c.page.getByText('You are watching.').waitFor();
    await compare(a, b, c);
    expect(await c.page.locator('.touch.open').count()).toBe(0);
    expect(await c.page.locator('.own').getAttribute('aria-label')).toMatch(/^Board of (Ana|Bruno)$/);
    await move(a, b);
    await compare(a, b, c);

    await say(a, 'More', 'Offer a draw');
    await b.page.locator('.note.offer .button').nth(1).click();
    await a.page.locator('.buttons').getByRole('button', { name: 'More', exact: true }).click();
    await a.page.locator('.menu-list').getByRole('button', { name: 'Resign' }).click();
    await a.page.locator('.menu-list').getByRole('button', { name: 'Really resign?' }).click();
    for (const v of [a, c]) await v.page.locator('.banner-over', { hasText: 'Bruno' }).waitFor();
    await b.page.locator('.banner-over', { hasText: 'Jij' }).waitFor(); // only the viewer is addressed so
    await a.page.getByText('You resigned.').waitFor();
    expect(await b.page.locator('.ending-title').innerText()).toBe('Je hebt gewonnen.'); // nothing about points
    const wall = (await b.page.locator('.ending-wall').boundingBox())!;
    expect([Math.round(wall.width), Math.abs(wall.y + wall.height / 2 - 320) < 40]).toEqual([640 - 260, true]); // large, in the middle
    await b.page.getByText('Ana heeft opgegeven.').waitFor();

    await c.page.goBack(); // to the first page, which does not follow the link once more
    await c.page.locator('.start').waitFor();
    expect(c.page.url()).toBe(place.host.url);

    const old = a.page.url();
    await a.page.getByRole('button', { name: 'Play again' }).click();
    await b.page.getByRole('button', { name: 'Nog een keer' }).click();
    for (const v of [a, b]) await v.page.locator('.banner:not(.banner-over)').waitFor(); // both have agreed: it begins
    expect(a.page.url()).not.toBe(old);
    expect([a.wire.seat, b.wire.seat]).toEqual([1, 0]);
    expect([...a.faults, ...b.faults, ...c.faults]).toEqual([]);
    for (const v of [a, b, c]) await v.context.close();
  });

  it('somebody who stays away loses the seat by a claim, after the grace time only', async () => {
    const [a, b] = [await come('Ana'), await come('Bruno')];
    await sitDown(a, b, { rules: 'classic' });
    await moveUntilTurnOf(b, a, b);
    await b.context.setOffline(true);
    await a.page.getByText('Bruno is away.').waitFor();
    await until('the claim is accepted', async () => {
      await a.page
        .getByRole('button', { name: 'End the game' })
        .click({ timeout: 1000 })
        .catch(() => undefined);
      return isOver(a);
    });
    await a.page.getByText('Bruno stayed away too long.').waitFor();
    await b.context.setOffline(false);
    await b.page.locator('.banner-over', { hasText: 'Ana' }).waitFor();
    for (const v of [a, b]) await v.context.close();
  });
});

/** From the next page on the server's disc is full, as far as this visitor hears; says how many moves it has sent. */
async function refuseMoves(v: Visitor): Promise<() => number> {
  let moves = 0;
  await v.page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { t, id } = JSON.parse(String(text));
      if (t !== 'move') return server.send(text);
      moves++;
      socket.send(JSON.stringify({ t: 'error', id, code: 'NOT_STORED', text: 'the disc is full' }));
    });
  });
  return () => moves;
}

online('a move that the server refuses', () => {
  it('is sent once, said to be refused, and may be made again', async () => {
    const [a, b] = [await come('Ana'), await come('Bruno')];
    const sent = await refuseMoves(b);
    await sitDown(a, b, { rules: 'classic' });
    await moveUntilTurnOf(b, a, b);
    for (let tries = 1; tries <= 2; tries++) {
      await b.page.locator('.touch.open[data-step^="take"]').first().click();
      await b.page.locator('.touch.open[data-step^="to"]').first().click();
      await until('it is sent', () => sent() >= tries);
      await b.page.getByText('The server could not keep that.').waitFor();
      await b.page.waitForTimeout(300); // a page that goes on sending would have sent more by now
      expect(sent()).toBe(tries);
      expect(await b.page.locator('.table.choosing').count()).toBe(0);
    }
    for (const v of [a, b]) await v.context.close();
  });
});

online('lobby and account', () => {
  it('nameless strangers are paired by rule set, each under another name; my games come back, those waiting for me first', async () => {
    const [a, b] = [await come(''), await come({} as never)]; // what another version kept is no name
    for (const v of [a, b]) {
      await v.page.locator('[data-online]').click();
      await linkState(v.page, 'open');
      await v.page.locator('.pairing select').first().selectOption('crystal1');
      await v.page.locator('.pairing .button').click();
      if (v === a) await v.page.getByText('begins by itself').waitFor();
    }
    for (const v of [a, b]) await v.page.locator('.banner').waitFor();
    expect(a.page.url()).toBe(b.page.url());
    for (const v of [a, b]) expect(await v.page.locator('.clock').count()).toBe(2);
    const names = await Promise.all([a, b].map((v) => v.page.locator('.rival .who-name').innerText()));
    expect(new Set(names).size).toBe(2);
    for (const [i, v] of [a, b].entries()) {
      expect(names[i]).toMatch(/^(?!You|Guest$|.*object)\S/);
      expect(await v.page.locator('.own .who-name').innerText()).toBe('You');
    }
    const waiting = (await onTurn([a, b]))!;
    await waiting.page.locator('.brand').click();
    await waiting.page.locator('.tables li.waiting .button').first().click();
    await compare(a, b);
    for (const v of [a, b]) await v.context.close();
  });

  it('an account is made, found again on another device, given another password, exported and deleted', async () => {
    const [a, b] = [await come('Ana'), await come('Bruno')];
    const enter = async (v: Visitor, way: number) => {
      await v.page.locator('[data-online]').click();
      await linkState(v.page, 'open');
      await v.page.getByRole('button', { name: 'Account' }).click();
      await v.page.locator('.segmented label').nth(way).click();
      await v.page.getByLabel('Name').fill('Clara_1');
      await v.page.getByLabel('Password').fill('correct horse');
      await v.page.locator('form .button.primary').click();
      await v.page.getByText('You are logged in as Clara_1.').waitFor();
    };
    await enter(a, 0);
    await enter(b, 1);
    await a.page.getByLabel('Current password').fill('correct horse');
    await a.page.getByLabel('New password').fill('battery staple');
    await a.page.getByRole('button', { name: 'Change the password' }).click();
    await a.page.getByText('The password is changed.').waitFor();
    await linkState(a.page, 'open');
    expect(await findings(a.page)).toEqual([]);
    const saved = a.page.waitForEvent('download');
    await a.page.getByRole('button', { name: 'Save my data' }).click();
    expect((await saved).suggestedFilename()).toBe('azulejo.json');
    await a.page.getByRole('button', { name: 'Delete my account' }).click();
    await a.page.getByRole('button', { name: 'Yes, delete everything' }).click();
    await a.page.getByText('You need no account').waitFor();
    for (const v of [a, b]) await v.context.close();
  });
});

/** The screens on the way to a game, each looked at by axe. */
async function screens(v: Visitor, rules: Rules): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await findings(v.page)).map((f) => `${name}: ${f}`));
    if ((await sideways(v.page)) !== 0) found.push(`${name}: scrolls sideways`);
    found.push(...(await smallTexts(v.page)).map((f) => `${name}: ${f}`));
    if (v.page.viewportSize()!.width < 600) found.push(...(await smallTargets(v.page)).map((f) => `${name}: ${f}`));
  };
  await v.page.locator('[data-online]').click();
  await linkState(v.page, 'open');
  await look('lobby');
  await v.page.locator('.online-main > p .button').click();
  await look('account');
  await v.page.locator('.online-back').click();
  await v.page.evaluate(
    (r) => localStorage.setItem('azulejo.table', JSON.stringify({ rules: r, seats: [0], clock: 1, leaver: 'bot', public: true })),
    rules,
  );
  await v.page.locator('.together .button.primary').click();
  await look('new table');
  await v.page.locator('.new-table .button.primary').click();
  await v.page.locator('[data-ready]').waitFor();
  await look('room');
  await v.page.locator('[data-add-bot]').click();
  await v.page.locator('[data-bot]').click();
  await v.page.locator('[data-ready]').click();
  await v.page.locator('.banner-ours').waitFor();
  await look('table');
  await v.page.locator('.plate-take.open, .take.open').first().click();
  await look('choosing');
  await v.page.locator('[data-do="undo"]').click();
  await v.page.locator('.menu .button').first().click();
  await look('phrases');
  await v.context.setOffline(true);
  await linkState(v.page, 'offline');
  await look('offline');
  return found;
}

online('for everyone', () => {
  it.each([
    ['light', 'en', 1280, 'classic'],
    ['light', 'nl', 390, 'crystal1'],
    ['dark', 'de', 320, 'duel'],
  ] as const)('axe finds nothing: %s, %s, %i px', async (theme, language, width, rules) => {
    const v = await come('Ana', { bypassCSP: true, viewport: { width, height: 720 } }, { theme, language });
    expect(await screens(v, rules)).toEqual([]);
    await v.context.close();
  });
});

it('a page without a server offers no online play', async () => {
  const stage = await openStage();
  const { page, context, faults } = await visit(stage, {});
  await page.locator('.start-buttons').waitFor();
  await page.waitForTimeout(300);
  expect(await page.locator('[data-online]').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
  await closeStage(stage);
});
